import TableKit
import TablePrinters
import Wording

/// What is drawn as one in a picture of a table: a row, a header or a footer, in all scenes.
struct TableElement {
  /// What happens to it in a change.
  enum Change: CaseIterable {
    case deleted, inserted, moved, changed

    /// The class of its colour, and the sign for those who do not see that.
    var color: String {
      switch self {
      case .deleted: "red"
      case .inserted: "green"
      case .moved: "blue"
      case .changed: "yellow"
      }
    }

    var sign: String {
      switch self {
      case .deleted: "−"
      case .inserted: "+"
      case .moved: "↕"
      case .changed: "✎"
      }
    }
  }

  /// A text in a cell, and in which scenes it stands there.
  struct Value {
    var text: DisplayText
    var isShown: [Bool]
  }

  var key: TableLayout.Key
  /// The height, in points of the recording.
  var height: Double
  /// Where it stands in each scene, from the top of the table; nil: it is not there.
  var places: [Double?]
  /// What its cells show, by the identities of their columns; of a header and a footer by `whole` and
  /// `count`.
  var cells: [Int: [Value]] = [:]
  var isSelected: [Bool], isMarked: [Bool]
  /// What the change to each scene does to it.
  var changes: [Change?]

  /// The identities of no column: of a text in all of them, and of the number of rows.
  static let whole = -1, count = -2
  /// The longest text of a cell, in columns.
  static let longest = 28

  private init(_ key: TableLayout.Key, height: Double, scenes: Int) {
    (self.key, self.height) = (key, height)
    places = Array(repeating: nil, count: scenes)
    isSelected = Array(repeating: false, count: scenes)
    isMarked = isSelected
    changes = Array(repeating: nil, count: scenes)
  }

  /// When each kind of change is marked, in seconds.
  func spans(in play: TableScenes) -> [(change: Change, spans: [(start: Double, end: Double)])] {
    Change.allCases.compactMap { change in
      let spans = zip(play.scenes, changes).compactMap { $1 == change ? $0.marked : nil }
      return spans.isEmpty ? nil : (change, spans.map { ($0.start, $0.end) })
    }
  }

  /// Returns what is seen in any scene, in the order of drawing: what goes first, then what stays,
  /// headers, and above them what moves.
  static func elements(of play: TableScenes) -> [TableElement] {
    let layout = TableLayout(play.recording)
    var numbers: [TableLayout.Key: Int] = [:]
    var elements: [TableElement] = []
    for scene in play.scenes {
      layout.forEach(scene.sections) { place in
        let y = place.y - scene.offset
        guard y + place.height > 0, y < play.height, numbers[place.key] == nil else { return }
        numbers[place.key] = elements.count
        elements.append(TableElement(place.key, height: place.height, scenes: play.scenes.count))
      }
    }
    for (number, scene) in play.scenes.enumerated() {
      layout.forEach(scene.sections) { place in
        guard let element = numbers[place.key] else { return }
        elements[element].add(place, scene, number, play)
      }
    }
    for index in elements.indices { elements[index].findChanges(play) }
    func rank(_ element: TableElement) -> Int {
      guard case .row = element.key else { return 2 }
      return element.changes.contains(.moved) ? 3 : element.changes.contains(.deleted) ? 0 : 1
    }
    return (0...3).flatMap { wanted in elements.filter { rank($0) == wanted } }
  }

  private mutating func add(
    _ place: TableLayout.Place, _ scene: TableScene, _ number: Int, _ play: TableScenes
  ) {
    places[number] = place.y
    let section = scene.sections[place.section]
    switch key {
    case .row(let row):
      isSelected[number] = scene.selection.contains(row)
      isMarked[number] = scene.marks.contains(row)
      let cells = play.recording.rows.cells(of: place.version) ?? []
      for (column, cell) in zip(scene.columns, cells) { show(cell.text, column.id, number, play) }
    case .head:
      show(section.label.header ?? section.label.title, Self.whole, number, play)
      show(Counts.of(section.rows.count, "row"), Self.count, number, play)
    case .foot: show(section.label.footer ?? "", Self.whole, number, play)
    }
  }

  private mutating func show(_ text: String, _ column: Int, _ number: Int, _ play: TableScenes) {
    let shown = DisplayText(text, limit: Self.longest)
    var values = cells[column, default: []]
    let index = values.firstIndex { $0.text == shown } ?? values.count
    if index == values.count {
      let isShown = Array(repeating: false, count: play.scenes.count)
      values.append(Value(text: shown, isShown: isShown))
    }
    values[index].isShown[number] = true
    cells[column] = values
  }

  private mutating func findChanges(_ play: TableScenes) {
    for number in places.indices.dropFirst() where play.scenes[number].marked != nil {
      let scene = play.scenes[number]
      switch (places[number - 1], places[number]) {
      case (nil, nil): continue
      case (nil, _?): changes[number] = .inserted
      case (_?, nil): changes[number] = .deleted
      case (_?, _?):
        switch key {
        case .row(let row) where scene.movedRows.contains(row): changes[number] = .moved
        case .head(let id) where scene.movedSections.contains(id): changes[number] = .moved
        case .row:
          let isSame = cells.values.allSatisfy { values in
            values.allSatisfy { $0.isShown[number - 1] == $0.isShown[number] }
          }
          changes[number] = isSame ? nil : .changed
        case .head, .foot: continue
        }
      }
    }
    // What is not there keeps its texts, so that it fades with them.
    for column in cells.keys {
      for index in cells[column, default: []].indices {
        for number in places.indices.dropFirst() where places[number] == nil {
          let former = cells[column]?[index].isShown[number - 1] ?? false
          cells[column]?[index].isShown[number] = former
        }
        for number in places.indices.dropLast().reversed() where places[number] == nil {
          let isBefore = places[..<number].allSatisfy { $0 == nil }
          let next = cells[column]?[index].isShown[number + 1] ?? false
          if isBefore { cells[column]?[index].isShown[number] = next }
        }
      }
    }
  }
}

extension TableScenes {
  /// Returns the frames of an opacity that each scene has, which fades as long as rows glide.
  ///
  /// - Parameter isApart: whether what goes is gone before what takes its place comes, as two texts
  ///   over each other cannot be read.
  func track(of values: [Double], isApart: Bool = false) -> [PictureSheet.Frame] {
    var frames = [PictureSheet.Frame(time: 0, value: values.first ?? 1)]
    for (index, scene) in scenes.enumerated().dropFirst() where values[index] != values[index - 1] {
      let (old, new) = (values[index - 1], values[index])
      var (start, end) = (scene.time, scene.time + scene.glide)
      if isApart, old > new { end -= scene.glide * 0.6 }
      if isApart, old < new { start += scene.glide * 0.6 }
      if scene.glide > 0 { frames.append(.init(time: start, value: old, easing: .glide)) }
      frames.append(.init(time: end, value: new))
    }
    return frames
  }

  /// Returns the frames of an opacity of 1 in some spans of time, in seconds, and 0 else.
  func track(
    visible spans: [(start: Double, end: Double)], fade: Double = 0.25
  ) -> [PictureSheet.Frame] {
    var frames = [PictureSheet.Frame(time: 0, value: 0)]
    for (start, end) in spans {
      frames.append(.init(time: start, value: 0, easing: fade > 0 ? .glide : .hold))
      frames.append(.init(time: start + fade, value: 1))
      guard end < .infinity else { continue }
      frames.append(.init(time: end, value: 1, easing: fade > 0 ? .glide : .hold))
      frames.append(.init(time: end + fade, value: 0))
    }
    return frames
  }
}

extension TableLayout.Place {
  /// Whether it is a footer.
  var isFooter: Bool { if case .foot = key { true } else { false } }
}
