import CommandLanguage
import BatchUpdates
import TableInteraction
import Wording

extension Command {
  /// A command that performs hand-written batch updates and reports what UIKit would do with them.
  static var batch: Command {
    Command(
      name: "batch", group: .editing,
      summary: "apply a batch update written by hand, by UIKit's rules",
      synopsis: ["batch [--animation KIND] [--keep-data|--data-deletes TARGET] CHANGE …"],
      kinds: ["CHANGE": Slot.change.kind, "KIND": Slot.animation.kind],
      details: """
        A CHANGE is:
          delete 0:1 0:3     also insert, reload, reconfigure
          move 0:2 to 1:0
          delete section 1   also insert, reload, reconfigure section
          move section 0 to 2
        Deletes, reloads, reconfigures and the starts of moves are places in the table before \
        the batch. Inserts and the ends of moves are places in the table after it. Inserted rows are \
        empty, except in the column that makes the sections. If UIKit would raise an exception, \
        batch is an error and changes nothing.
        KIND is \(Counts.list(RowAnimation.allCases.map(\.rawValue), last: "or")). Without \
        --animation, the settings animation.* apply.
        """,
      options: [
        "animation": "how rows and sections come, go and are reloaded",
        "keep-data": "leave the rows of the table as they are",
        "data-deletes": "in the data, delete these rows instead",
      ],
      examples: [
        "batch delete 0:1 move 0:0 to 1:0": "two changes in one batch",
        "batch --animation fade insert 1:0": "with an animation",
      ], readOn: ["plans", "explain", "snapshot"],
      changes: true, window: .refusedInOrderOfKey
    ) { invocation throws(CommandError) in
      let stage = try invocation.all(.change).reduce(into: Stage()) { $0.add($1) }
      var data = HandWrittenBatch.Data.asTold
      if let target = try invocation.value(of: "--data-deletes", as: .target) {
        data = .deleting(try invocation.rows(target))
      } else if invocation.has("--keep-data") {
        data = .unchanged
      }
      let animation = try invocation.value(of: "--animation", as: .animation)
      var result = try invocation.perform(
        [.batch(HandWrittenBatch(stage, data: data))],
        animations: animation.map { PlanAnimations(all: $0) })
      result.details = result.transaction.map(invocation.shell.replies.fate) ?? []
      return result
    }
  }
}

extension Slot where Value == RowAnimation {
  /// The name of an animation.
  static var animation: Slot {
    let names = RowAnimation.allCases.map(\.rawValue)
    return Slot(
      "KIND", "an animation",
      reading: { (word) throws(SyntaxError) in
        if let animation = RowAnimation(rawValue: word.text) { return animation }
        let hint = Nearest.hint(for: word.text, in: names).map { "; \($0)" } ?? ""
        throw word.misuse(
          "no animation '\(shown: word.text)': \(names.joined(separator: ", "))\(hint)")
      }, complete: Placeholder.words(names))
  }
}

extension Slot where Value == Stage {
  /// One change of a batch: `delete 0:1 0:3`, `move 0:2 to 1:0`, `insert section 1`.
  static var change: Slot {
    Slot(
      kind: Placeholder(
        "CHANGE", "a change",
        read: { rest throws(SyntaxError) in
          .init(count: try BatchSyntax(reading: rest.words).count)
        },
        complete: BatchSyntax.complete)
    ) { _, capture in (try? BatchSyntax(reading: capture.words))?.stage ?? Stage() }
  }
}

extension Stage {
  /// Reads changes as `batch` takes them.
  package init(changes words: ArraySlice<Word>) throws(SyntaxError) {
    self.init()
    var rest = words
    while !rest.isEmpty {
      let change = try BatchSyntax(reading: rest)
      add(change.stage)
      rest.removeFirst(change.count)
    }
  }

  /// The changes as `batch` takes them; `nothing` if there is none.
  package var changesText: String {
    let sections = Self.texts(sections) { "\($0)" }.map { verb, rest in "\(verb) section \(rest)" }
    let rows = Self.texts(rows) { "\($0)" }.map { verb, rest in "\(verb) \(rest)" }
    return isEmpty ? "nothing" : (sections + rows).joined(separator: " ")
  }

  private static func texts<Index>(
    _ changes: Changes<Index>, _ text: (Index) -> String
  ) -> [(verb: String, rest: String)] {
    [
      ("delete", changes.deletes.map(text)), ("insert", changes.inserts.map(text)),
      ("move", changes.moves.map { "\(text($0.from)) to \(text($0.to))" }),
      ("reload", changes.reloads.map(text)), ("reconfigure", changes.reconfigures.map(text)),
    ].filter { !$0.1.isEmpty }.map { ($0.0, $0.1.joined(separator: " ")) }
  }

  /// The stage with its lists in order and without duplicates.
  package var sorted: Stage {
    Stage(
      sections: Self.sorted(sections), rows: Self.sorted(rows),
      reconfiguresAllRows: reconfiguresAllRows)
  }

  private static func sorted<Index>(_ changes: Changes<Index>) -> Changes<Index> {
    Changes(
      deletes: Set(changes.deletes).sorted(), inserts: Set(changes.inserts).sorted(),
      moves: Set(changes.moves).sorted { ($0.from, $0.to) < ($1.from, $1.to) },
      reloads: Set(changes.reloads).sorted(), reconfigures: Set(changes.reconfigures).sorted())
  }

  /// Appends the changes of another stage.
  mutating func add(_ other: Stage) {
    rows.add(other.rows)
    sections.add(other.sections)
  }
}

extension Changes {
  fileprivate mutating func add(_ other: Changes) {
    deletes += other.deletes
    inserts += other.inserts
    moves += other.moves
    reloads += other.reloads
    reconfigures += other.reconfigures
  }
}

/// The parser of one CHANGE of `batch`: a verb and its index paths or section indexes.
private struct BatchSyntax {
  /// The change, as a stage.
  private(set) var stage = Stage()
  /// The number of words it takes.
  private(set) var count = 0
  private var words: ArraySlice<Word>
  private let place: TextPosition

  /// The verbs, each of which begins a change.
  private static let verbs = ["delete", "insert", "move", "reload", "reconfigure"]

  init(reading words: ArraySlice<Word>) throws(SyntaxError) {
    self.words = words
    place = words.first?.place ?? .start
    guard let first = self.words.popFirst() else { return }
    let verb = first.text
    guard Self.verbs.contains(verb) else {
      throw first.misuse("'\(shown: verb)' is no operation: \(Self.verbs.joined(separator: ", "))")
    }
    let kind = self.words.first?.text ?? ""
    let isSection = kind == "section" || kind == "sections"
    if isSection || kind == "row" || kind == "rows" { self.words.removeFirst() }
    var hasRead = false
    while let word = self.words.first, !Self.verbs.contains(word.text) {
      self.words.removeFirst()
      hasRead = true
      var stage = stage
      if isSection {
        try add(verb, try Self.section(word), &stage.sections, Self.section)
      } else {
        try add(verb, try Self.path(word), &stage.rows, Self.path)
      }
      self.stage = stage
    }
    if !hasRead { throw SyntaxError(.unfinished("'\(shown: verb)' names nothing"), at: place) }
    count = words.count - self.words.count
  }

  private mutating func add<Index>(
    _ verb: String, _ index: Index, _ changes: inout Changes<Index>,
    _ read: (Word) throws(SyntaxError) -> Index
  ) throws(SyntaxError) {
    switch verb {
    case "delete": changes.deletes.append(index)
    case "insert": changes.inserts.append(index)
    case "reload": changes.reloads.append(index)
    case "reconfigure": changes.reconfigures.append(index)
    default:
      guard let arrow = words.popFirst(), arrow.is("to") || arrow.text == "→",
        let target = words.popFirst()
      else {
        throw SyntaxError(.unfinished("'move \(index)' needs 'to' and a place after it"), at: place)
      }
      changes.moves.append(Move(from: index, to: try read(target)))
    }
  }

  private static func section(_ word: Word) throws(SyntaxError) -> Int {
    guard let index = Int(word.text), index >= 0 else {
      throw word.misuse("'\(shown: word.text)' is not the index of a section")
    }
    return index
  }

  private static func path(_ word: Word) throws(SyntaxError) -> RowPath {
    let parts = word.text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let section = parts[0], let row = parts[1], section >= 0, row >= 0
    else { throw word.misuse("'\(shown: word.text)' is not an index path such as 0:2") }
    return RowPath(section, row)
  }

  /// Completes a verb, or what may follow the last verb typed.
  static let complete: Placeholder.Complete = { line, word, typed in
    let next = line.choices(for: word, among: verbs.map { .init($0, "PATH …, or section INDEX …") })
    guard let start = typed.words.lastIndex(where: { verbs.contains($0.text) }) else { return next }
    var behind = typed.words[(start + 1)...]
    if behind.isEmpty {
      return .joining([
        places(line, word), line.choices(for: word, among: [.init("section", "INDEX")]),
      ])
    }
    let isSection = behind.first?.text.hasPrefix("section") == true
    if isSection { behind.removeFirst() }
    let places = isSection ? .none : Self.places(line, word)
    guard !behind.isEmpty else { return places }
    guard typed.words[start].is("move") else { return .joining([places, next]) }
    switch behind.count % 3 {
    case 0: return .joining([places, next])
    case 1: return line.choices(for: word, among: [.init("to")])
    default: return places
    }
  }

  /// Sections by their indexes, as index paths begin.
  private static func places(_ line: LineCompleter, _ word: Word) -> Completion {
    let sections = line.shell.current?.table.sections ?? []
    return word.completion(
      among: sections.prefix(100).enumerated().map { index, section in
        .init("\(index):", section.name, appendsSpace: false)
      })
  }
}
