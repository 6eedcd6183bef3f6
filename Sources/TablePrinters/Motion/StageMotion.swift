import BatchUpdates
import TableKit

/// The pictures of one stage of a plan; see `PlanMotion`.
struct StageMotion {
  private typealias Subject = StagePicture.Subject

  /// A line on its way.
  private struct Traveller {
    let text: String
    let sign: Sign?
    /// Its line before and after; below zero or from `height` on it is out of sight.
    let from: Int
    let to: Int
    let kind: Kind

    /// What a line does; of two in one place the later kind is seen.
    enum Kind: Int { case leaves, comes, stays, moves }
  }

  /// What happens to a line.
  private enum Sign: String {
    case delete = "−", insert = "+", move = "↕", reload = "↻", reconfigure = "✎", stale = "!"

    var role: Style.Role {
      switch self {
      case .delete: .delete
      case .insert: .insert
      case .move: .move
      case .reload, .reconfigure, .stale: .update
      }
    }
  }

  private let before: StagePicture
  private let after: StagePicture
  private let style: Style
  private var signsBefore: [Subject: Sign] = [:]
  private var signsAfter: [Subject: Sign] = [:]
  private var travellers: [Traveller] = []

  /// The number of lines of each picture.
  var height: Int { max(before.lines.count, after.lines.count) }

  init(
    _ stage: Stage, from old: StageState, to new: StageState,
    _ ends: (before: TableView, after: TableView), _ style: Style
  ) {
    self.style = style
    let window = Self.window(of: stage, old.counts, new.counts, ends.after)
    let (oldSlices, newSlices) = (window.slices(of: old.counts), window.slices(of: new.counts))
    let printer = TextTablePrinter(style: style)
    func layout(_ view: TableView) -> TextLayout {
      TextLayout(view, frontWidth: max(ends.before.frontWidth, ends.after.frontWidth)) { measure in
        for (state, slices) in [(old, oldSlices), (new, newSlices)] {
          for slice in slices {
            guard let s = slice.section else { continue }
            for (offset, (row, owner)) in state.rows(slice.rows, inSection: s).enumerated() {
              measure(row, RowPath(s, slice.rows.lowerBound + offset), owner)
            }
          }
        }
      }
    }
    // Where columns come and go each side is drawn with its own.
    let hasSameColumns = ends.before.table.columns == ends.after.table.columns
    let shared = layout(ends.after)
    before = StagePicture(
      old, oldSlices, hasSameColumns ? shared : layout(ends.before), ends.before, printer)
    after = StagePicture(new, newSlices, shared, ends.after, printer)
    sign(stage, old, new)
    travel(old, new)
  }

  /// The table before the stage, with what it changes marked.
  var marked: [String] { picture(before, signsBefore) }

  /// The table after the stage, with what it has changed marked.
  var finalPicture: [String] { picture(after, signsAfter) }

  private func picture(_ picture: StagePicture, _ signs: [Subject: Sign]) -> [String] {
    let lines = picture.lines.map { gutter(signs[$0.subject]) + $0.text }
    return lines + [String](repeating: "", count: height - lines.count)
  }

  private func gutter(_ sign: Sign?) -> String {
    guard let sign else { return "  " }
    return style.apply(sign.role, to: sign.rawValue) + " "
  }

  /// The table while the stage is shown.
  ///
  /// - Parameter time: 0 at its beginning, 1 at its end.
  func picture(at time: Double) -> [String] {
    if time <= 0 { return marked }
    if time >= 1 { return finalPicture }
    // Slow at both ends.
    let eased = time * time * (3 - 2 * time)
    var lines = [String](repeating: "", count: height)
    var ranks = [Int](repeating: -1, count: height)
    for traveller in travellers {
      let way = Double(traveller.to - traveller.from) * eased
      let y = traveller.from + Int(way.rounded())
      // What comes is uncovered when what leaves is on its way.
      let isEarly = traveller.kind == .comes && time < 0.5
      guard lines.indices.contains(y), traveller.kind.rawValue >= ranks[y], !isEarly else {
        continue
      }
      ranks[y] = traveller.kind.rawValue
      lines[y] = gutter(traveller.sign) + traveller.text
    }
    return lines
  }
}

// MARK: - The window

extension StageMotion {
  /// The part of a table that is drawn.
  private struct Window {
    var offset: Int
    let height: Int?

    func slices(of counts: [Int]) -> [Slice] {
      let count = counts.reduce(0, +)
      let visible = min(count, height ?? count)
      let start = min(max(0, offset), count - visible)
      return Slice.visible(of: counts, in: start..<start + visible, headings: height)
    }
  }

  /// Returns the window of a view, moved to the first operation if none is in it.
  private static func window(
    of stage: Stage, _ old: [Int], _ new: [Int], _ view: TableView
  ) -> Window {
    var window = Window(offset: view.offset, height: view.height.map { max(1, $0) })
    guard let height = window.height else { return window }
    if stage.reconfiguresAllRows { return window }
    let (rows, sections) = (stage.rows, stage.sections)
    func heads(_ sections: [Int]) -> [RowPath] { sections.map { RowPath($0, 0) } }
    let leaving =
      rows.deletes + rows.reloads + rows.reconfigures + rows.moves.map(\.from)
      + heads(sections.deletes + sections.reloads + sections.reconfigures)
      + heads(sections.moves.map(\.from))
    let coming =
      rows.inserts + rows.moves.map(\.to) + heads(sections.inserts + sections.moves.map(\.to))
    var first: Int?
    for (paths, counts) in [(leaving, old), (coming, new)] {
      let starts = starts(of: counts)
      let top = min(max(0, window.offset), max(0, counts.reduce(0, +) - height))
      for path in paths {
        let start = starts.indices.contains(path.section) ? starts[path.section] : 0
        let number = start + path.row
        if top..<top + height ~= number { return window }
        first = min(first ?? number, number)
      }
    }
    // With what stands before it.
    if let first { window.offset = max(0, first - 2) }
    return window
  }

  /// The number of the first row of each section, counted through all sections.
  private static func starts(of counts: [Int]) -> [Int] {
    var next = 0
    return counts.map { count in
      defer { next += count }
      return next
    }
  }
}

// MARK: - Signs

extension StageMotion {
  private mutating func sign(_ stage: Stage, _ old: StageState, _ new: StageState) {
    let (oldSections, newSections) = (old.sections, new.sections)
    let (oldRows, newRows) = (before.places, after.places)
    func heading(_ index: Int, _ sections: [SectionID]) -> Subject? {
      sections.indices.contains(index) ? .heading(sections[index]) : nil
    }
    func set(_ sign: Sign, old subject: Subject?) { if let subject { signsBefore[subject] = sign } }
    func set(_ sign: Sign, new subject: Subject?) { if let subject { signsAfter[subject] = sign } }

    if stage.reconfiguresAllRows {
      for subject in oldRows.values { set(.reconfigure, old: subject) }
      for subject in newRows.values { set(.reconfigure, new: subject) }
    }
    for (sign, paths, indexes) in [
      (Sign.reconfigure, stage.rows.reconfigures, stage.sections.reconfigures),
      (.reload, stage.rows.reloads, stage.sections.reloads),
      (.delete, stage.rows.deletes, stage.sections.deletes),
    ] {
      for path in paths { set(sign, old: oldRows[path]) }
      for index in indexes {
        set(sign, old: heading(index, oldSections))
        guard sign != .reconfigure else { continue }
        for (path, subject) in oldRows where path.section == index { set(sign, old: subject) }
      }
    }
    for path in stage.rows.inserts { set(.insert, new: newRows[path]) }
    for index in stage.sections.inserts {
      set(.insert, new: heading(index, newSections))
      for (path, subject) in newRows where path.section == index { set(.insert, new: subject) }
    }
    for move in stage.rows.moves {
      set(.move, old: oldRows[move.from])
      set(.move, new: newRows[move.to])
    }
    for move in stage.sections.moves {
      set(.move, old: heading(move.from, oldSections))
      set(.move, new: heading(move.to, newSections))
    }
    // What is redrawn in its place is marked on both sides.
    for (subject, sign) in signsBefore where sign == .reload || sign == .reconfigure {
      if signsAfter[subject] == nil { signsAfter[subject] = sign }
    }
    for path in new.stalePaths { set(.stale, new: newRows[path]) }
  }
}

// MARK: - Ways

extension StageMotion {
  /// Finds out where each line comes from and goes to. What is out of sight on one side stands there
  /// in a queue just outside, in its order, so that a long way is still seen.
  private mutating func travel(_ old: StageState, _ new: StageState) {
    let oldLines = Self.numbers(before)
    let newLines = Self.numbers(after)
    let leaving = before.lines.filter { newLines[$0.subject] == nil }.map(\.subject)
    let coming = after.lines.filter { oldLines[$0.subject] == nil }.map(\.subject)
    let goals = queue(leaving, new, after)
    let origins = queue(coming, old, before)

    for (subject, y) in oldLines {
      let line = after.lines[safely: newLines[subject]] ?? before.lines[y]
      let goal = newLines[subject] ?? goals[subject]
      // What is stale says so when it stands.
      let sign = signsBefore[subject] ?? signsAfter[subject].flatMap { $0 == .stale ? nil : $0 }
      travellers.append(
        Traveller(
          text: line.text, sign: sign, from: y, to: goal ?? y,
          kind: goal == nil ? .leaves : sign == .move ? .moves : .stays))
    }
    for (subject, y) in newLines where oldLines[subject] == nil {
      let origin = origins[subject]
      let sign = signsAfter[subject]
      travellers.append(
        Traveller(
          text: after.lines[y].text, sign: sign, from: origin ?? y, to: y,
          kind: origin == nil ? .comes : sign == .move ? .moves : .stays))
    }
    // The order of equals does not depend on that of a dictionary.
    travellers.sort { ($0.from, $0.to, $0.text) < ($1.from, $1.to, $1.text) }
  }

  /// The number of each line.
  private static func numbers(_ picture: StagePicture) -> [Subject: Int] {
    Dictionary(
      picture.lines.enumerated().map { ($1.subject, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the lines just outside a picture at which things stand that are out of sight in it; what
  /// is not in the table there has none.
  private func queue(
    _ subjects: [Subject], _ state: StageState, _ picture: StagePicture
  ) -> [Subject: Int] {
    var places: [Subject: RowPath] = [:]
    var wanted: Set<RowID> = []
    let sections = state.sections
    for subject in subjects {
      switch subject {
      case .row(let row): wanted.insert(row)
      case .heading(let id):
        if let index = sections.firstIndex(of: id) { places[subject] = RowPath(index, -1) }
      case .footer(let id):
        if let index = sections.firstIndex(of: id) { places[subject] = RowPath(index, .max) }
      case .titles, .status, .arrival: continue
      }
    }
    for (row, path) in state.paths(of: wanted) { places[.row(row)] = path }
    let first = picture.firstPath ?? RowPath(picture.firstSection, -1)
    let above = places.filter { $0.value < first }.sorted { $0.value > $1.value }
    let below = places.filter { $0.value >= first }.sorted { $0.value < $1.value }
    var lines: [Subject: Int] = [:]
    for (n, place) in above.enumerated() { lines[place.key] = -1 - n }
    for (n, place) in below.enumerated() { lines[place.key] = height + n }
    return lines
  }
}

extension Array {
  fileprivate subscript(safely index: Int?) -> Element? {
    index.flatMap { indices.contains($0) ? self[$0] : nil }
  }
}
