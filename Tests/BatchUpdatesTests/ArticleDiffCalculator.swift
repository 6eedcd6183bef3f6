import BatchUpdates

/// The `DiffCalculator` of the article that made animated updates popular, anew from its rules
/// (rules E1, E2): a contrast that shows what a planner must do better.
///
/// Sections are compared by key and cells, cells by key and description; order and headers are
/// never compared, nothing ever moves, and of two equal keys only the first is seen.
struct ArticleDiffCalculator {
  /// A section: the type of an item is its key.
  struct Section: Equatable {
    var key: String
    var header = ""
    var cells: [Cell]
  }

  /// A cell: what it shows, and the description by which it is compared.
  struct Cell: Equatable {
    var key: String
    var shown: String
    var description: String

    init(_ key: String, shown: String = "", description: String? = nil) {
      self.key = key
      self.shown = shown
      self.description = description ?? shown
    }
  }

  /// The one batch that the article applies.
  func changes(from old: [Section], to new: [Section]) -> Stage {
    var stage = Stage()
    for key in unique(old.map(\.key) + new.map(\.key)) {
      let before = old.firstIndex { $0.key == key }
      let after = new.firstIndex { $0.key == key }
      switch (before, after) {
      case (let before?, let after?):
        compare(old[before].cells, before, new[after].cells, after, &stage)
      case (let before?, nil): stage.sections.deletes.append(before)
      case (nil, let after?): stage.sections.inserts.append(after)
      case (nil, nil): break
      }
    }
    return stage
  }

  private func compare(
    _ old: [Cell], _ oldSection: Int, _ new: [Cell], _ newSection: Int, _ stage: inout Stage
  ) {
    let pairs = { (cells: [Cell]) in cells.map { [$0.key, $0.description] } }
    if pairs(old) == pairs(new) { return }
    for key in unique(old.map(\.key) + new.map(\.key)) {
      let before = old.firstIndex { $0.key == key }
      let after = new.firstIndex { $0.key == key }
      switch (before, after) {
      case (let before?, let after?):
        // The old path: a reload is an index before the batch (E7).
        if old[before].description != new[after].description {
          stage.rows.reloads.append(RowPath(oldSection, before))
        }
      case (let before?, nil): stage.rows.deletes.append(RowPath(oldSection, before))
      case (nil, let after?): stage.rows.inserts.append(RowPath(newSection, after))
      case (nil, nil): break
      }
    }
  }

  private func unique(_ keys: [String]) -> [String] {
    var seen: Set<String> = []
    return keys.filter { seen.insert($0).inserted }
  }
}

/// How the article's batch goes.
struct ArticleOutcome: Equatable {
  let stage: Stage
  /// Nil where UIKit raises `violation`.
  let replay: Replay?
  let violation: Violation?

  enum Kind: Hashable, CaseIterable {
    case right, silentlyWrong, exception
  }

  var kind: Kind {
    guard let replay else { return .exception }
    return replay.isExact && replay.reloadedData == nil ? .right : .silentlyWrong
  }

  init(from old: [ArticleDiffCalculator.Section], to new: [ArticleDiffCalculator.Section]) {
    stage = ArticleDiffCalculator().changes(from: old, to: new)
    var numbers: [String: Int] = [:]
    let shown = Self.outline(old, &numbers)
    let data = Self.outline(new, &numbers)
    do {
      replay = try stage.replay(shown: shown, data: data)
      violation = nil
    } catch {
      replay = nil
      violation = error
    }
  }

  /// The table as a view shows it: equal texts are equal numbers.
  static func outline(
    _ sections: [ArticleDiffCalculator.Section], _ numbers: inout [String: Int]
  ) -> Outline {
    func number(_ text: String) -> Int {
      if let known = numbers[text] { return known }
      numbers[text] = numbers.count
      return numbers.count - 1
    }
    var table = Outline()
    for section in sections {
      table.sections.append(
        Outline.Section(
          id: number(section.key), content: number(section.header),
          rows: section.cells.map { cell in
            Outline.Row(id: number(cell.key), content: number(cell.shown))
          }))
    }
    return table
  }
}
