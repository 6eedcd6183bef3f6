import CommandLanguage
import TableKit
import TablePrinters
import Wording

/// A way to write the letters of a text, with the command that does so to a column.
struct LetterCase: Sendable {
  /// `title`, `lower` or `upper`.
  let command: String
  /// Returns a text as the command writes it.
  let form: @Sendable (String) -> String

  static let all = [
    LetterCase(command: "title", form: titled),
    LetterCase(command: "lower", form: { $0.lowercased() }),
    LetterCase(command: "upper", form: { $0.uppercased() }),
  ]

  private static func titled(_ value: String) -> String {
    var text: [UInt8] = []
    Array(value.utf8).withUnsafeBytes { TitleCase.write($0, into: &text) }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Values of a column that differ only in capitals, or in blanks around them, so that commands take for
/// different what may be meant as one: `berlin`, `Berlin` and `Berlin ` with a blank behind it.
struct NearValues {
  /// The most values that are compared.
  static let mostCompared = 10_000
  /// The number of values to name.
  private static let mostNamed = 3

  private let column: Column
  /// The values of each set that differ only so, in their order.
  private let sets: [[String]]
  /// All values of the column.
  private let all: [String]

  /// Finds the values; nil: there are none, or too many values to compare.
  ///
  /// - Parameter values: the different texts of the column, or some of them several times.
  /// - Complexity: O(values).
  init?(_ values: some Collection<String>, of column: Column) {
    guard values.count <= Self.mostCompared else { return nil }
    var numbers: [String: Int] = [:]
    var alike: [[String]] = []
    for value in values {
      let plain = value.trimmingBlanks.lowercased()
      guard !plain.isEmpty else { continue }
      if let number = numbers[plain] {
        if !alike[number].contains(where: { $0 === value }) { alike[number].append(value) }
      } else {
        numbers[plain] = alike.count
        alike.append([value])
      }
    }
    sets = alike.filter { $0.count > 1 }
    all = alike.flatMap(\.self)
    self.column = column
    if sets.isEmpty { return nil }
  }

  /// The commands that make one value of each set: in the letters that most of the values have.
  private var remedy: String {
    let name = Quoting.word(column.name)
    let texts = sets.joined()
    var commands: [String] = []
    if texts.contains(where: { $0.trimmingBlanks.utf8.count < $0.utf8.count }) {
      commands.append("trim \(name)")
    }
    let isTrimEnough = sets.allSatisfy { set in
      set.allSatisfy { $0.trimmingBlanks === set[0].trimmingBlanks }
    }
    if !isTrimEnough {
      let counts = LetterCase.all.map { way in
        all.count { way.form($0.trimmingBlanks) === $0.trimmingBlanks }
      }
      // Of equal counts the first.
      let best = counts.indices.max { (counts[$0], $1) < (counts[$1], $0) } ?? 0
      commands.append("\(LetterCase.all[best].command) \(name)")
    }
    return commands.joined(separator: "; ")
  }

  /// The note on values of one or more columns, with the line that makes one of each set.
  ///
  /// - Parameters:
  ///   - all: those of each column, at least one.
  ///   - way: what leads to the table with the columns, as `undo; `; empty: it is the current one.
  ///   - line: the line that is typed again then.
  static func note(on all: [NearValues], way: String, line: String) -> String {
    let most = all.flatMap(\.sets).max { $0.count < $1.count } ?? []
    let named = most.prefix(mostNamed).map {
      ShellWord.inQuotes(DisplayText(line: $0, limit: 30).text)
    }
    let more = most.count > named.count ? ", …" : ""
    let names = Counts.list(all.map { Quoting.name($0.column.name) })
    return
      "\(names) \(all.count == 1 ? "has" : "have") values that differ only in capitals or blanks, "
      + "such as \(named.joined(separator: ", "))\(more): "
      + "\(way)\((all.map(\.remedy) + [line]).joined(separator: "; "))"
  }
}

extension Invocation {
  /// The note on values by which rows are grouped; none where there are no such values.
  ///
  /// - Parameter document: the table to go back to before the line is typed again; nil: it stays the
  ///   current one.
  func notesOnNearValues(_ near: [NearValues], over document: Document? = nil) -> [String] {
    let way = document.map { shell.isDryRun ? "" : "open \(Quoting.word($0.name)); " } ?? ""
    return near.isEmpty ? [] : [NearValues.note(on: near, way: way, line: statement.text)]
  }

  /// The values of columns that differ only in capitals or blanks, by which rows are grouped.
  ///
  /// - Complexity: O(groups).
  func nearValues(
    of columns: [Column], in groups: RowGroups, of rows: [RowID], _ table: Table
  ) -> [NearValues] {
    guard groups.count <= NearValues.mostCompared else { return [] }
    return columns.compactMap { column in
      guard !table.kind(of: column, workers: .two).isNumeric else { return nil }
      let cells = groups.firsts.lazy.map { table.cell(rows[Int($0)], column.id) }
      return NearValues(cells.filter { !$0.isNull }.map(\.text), of: column)
    }
  }
}
