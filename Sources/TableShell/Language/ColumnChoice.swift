import CommandLanguage
import TableKit
import Wording

/// Finds the columns of a list in a table. What is not there is collected, so that an error can
/// offer the whole list as it should be.
struct ColumnChoice {
  private let table: Table
  /// The names that no column has, with where they stand.
  private var unknown: [Word] = []

  init(_ table: Table) { self.table = table }

  /// Returns the columns of a list, each once, in the order of the list.
  ///
  /// - Parameter statement: what was typed, in which a hint mends names of several.
  /// - Throws: `noSuchColumn`; `usage` for a pattern that is malformed or that no name fits, or if no
  ///   column is left; `patternTooLong`.
  /// - Complexity: O(*columns* × items of the list).
  static func columns(
    of list: ColumnList, in table: Table, typed statement: Statement
  ) throws(CommandError) -> [Column] {
    var choice = ColumnChoice(table)
    let columns = try choice.columns(of: list, statement)
    guard let first = choice.unknown.first else {
      guard columns.isEmpty, !table.columns.isEmpty else { return columns }
      throw .usage("no column is left", synopsis: [choice.allColumns])
    }
    let error = CommandError.noSuchColumn(first.text, columns: table.columns.map(\.name))
    // A lone name has the hint of any name; Slip may know better.
    let isAlone = list.items.count == 1 && list.exceptions.isEmpty && list.items[0] == first
    guard !isAlone || first.asPattern != nil, let hint = choice.mended(statement.text) else {
      throw error
    }
    throw .hinted(error, hint)
  }

  /// Whether a word of a list names columns that are there.
  static func knows(_ word: Word, in table: Table) -> Bool {
    if table.column(named: word.text) != nil || word.columnPattern != nil { return true }
    guard let ends = word.rangeEnds else { return false }
    return [ends.first, ends.last].allSatisfy {
      $0.isEmpty || table.column(named: $0.text) != nil
    }
  }

  private var allColumns: String {
    let names = table.columns.prefix(8).map { Quoting.word($0.name) }
    return "columns  # " + names.joined(separator: ", ")
      + (table.columns.count > names.count ? ", …" : "")
  }

  private mutating func columns(
    of list: ColumnList, _ statement: Statement
  ) throws(CommandError) -> [Column] {
    var left: Set<ColumnID> = []
    for word in list.exceptions {
      left.formUnion(try columns(of: word, statement).map(\.id))
    }
    var seen: Set<ColumnID> = []
    var columns: [Column] = []
    for word in list.items {
      let isAll = word.is("*") && (table.column(named: "*") == nil || !left.isEmpty)
      let found = isAll ? table.columns : try self.columns(of: word, statement)
      for column in found where !isAll || !left.contains(column.id) {
        if seen.insert(column.id).inserted { columns.append(column) }
      }
    }
    return columns
  }

  /// The columns of a word: by its name, else by what it means.
  private mutating func columns(
    of word: Word, _ statement: Statement
  ) throws(CommandError) -> [Column] {
    if let column = table.column(named: word.text) { return [column] }
    if word.is("*") { return table.columns }
    if let ends = word.rangeEnds { return range(ends.first, ends.last) }
    if let pattern = word.columnPattern { return try matching(pattern, word, statement) }
    unknown.append(word)
    return []
  }

  /// The columns from one to another; from a later to an earlier one they come backwards.
  private mutating func range(_ first: Word, _ last: Word) -> [Column] {
    func index(_ end: Word, _ otherwise: Int) -> Int? {
      end.isEmpty ? otherwise : table.columns.firstIndex { $0.name === end.text }
    }
    let start = index(first, 0)
    let end = index(last, table.columns.count - 1)
    if start == nil { unknown.append(first) }
    if end == nil { unknown.append(last) }
    guard let start, let end, !table.columns.isEmpty else { return [] }
    let columns = table.columns[min(start, end)...max(start, end)]
    return start <= end ? Array(columns) : columns.reversed()
  }

  private func matching(
    _ pattern: Word, _ word: Word, _ statement: Statement
  ) throws(CommandError) -> [Column] {
    let expression = try statement.reading(Pattern(pattern))
    var columns: [Column] = []
    for column in table.columns {
      var name = column.name
      switch name.withUTF8({ expression.find(in: UnsafeRawBufferPointer($0)) }) {
      case .found: columns.append(column)
      case .tooLong: throw .patternTooLong(at: column.name)
      case .none, .stopped: break
      }
    }
    if columns.isEmpty {
      throw .usage("no column's name fits '\(shown: word.text)'", synopsis: [allColumns])
    }
    return columns
  }

  /// The line as it was typed, with the nearest names in place of those that are not there; nil if
  /// one of them is near to none, or to several.
  private func mended(_ line: String) -> String? {
    let names = table.columns.map(\.name)
    var scalars = Array(line.unicodeScalars)
    for word in unknown.sorted(by: { $0.place.offset > $1.place.offset }) {
      let near = Nearest.nearest(to: word.text, in: names, limit: 2)
      var typed = word.asPattern
      if typed == nil, let name = near.first,
        near.count == 1 || name.lowercased() == word.text.lowercased()
      {
        typed = Quoting.listed(name)
      }
      let ends = word.place.offset..<word.end.offset
      guard let typed, ends.upperBound <= scalars.count else { return nil }
      scalars.replaceSubrange(ends, with: typed.unicodeScalars)
    }
    var mended = String.UnicodeScalarView()
    mended.append(contentsOf: scalars)
    return String(mended)
  }
}

extension Word {
  /// The pattern that it would be in quotes, `/^amt_/`; nil: it is not between slashes.
  fileprivate var asPattern: String? {
    let scalars = text.unicodeScalars
    guard isUnquoted, scalars.count > 2, scalars.first == "/", scalars.last == "/" else {
      return nil
    }
    return Quoting.quoted(text)
  }
}

extension Quoting {
  /// The name of a column as it is typed in a list: in quotes where it would be several, or another.
  static func listed(_ name: String) -> String {
    let isPlain = !name.utf8.contains(UInt8(ascii: ",")) && !name.contains("..") && name != "*"
    return isPlain ? word(name) : quoted(name)
  }
}

extension Invocation {
  /// Returns the columns of a list that was typed, each once.
  ///
  /// - Throws: as `ColumnChoice`.
  func columns(_ words: ArraySlice<Word>, of table: Table? = nil) throws(CommandError) -> [Column] {
    let list = try reading(ColumnList(words))
    if let table { return try ColumnChoice.columns(of: list, in: table, typed: statement) }
    return try ColumnChoice.columns(of: list, in: document().table, typed: statement)
  }

  /// Returns the columns of all lists of the form, which stand one after the other, each once; nil if
  /// there is none.
  func allColumns() throws(CommandError) -> [Column]? {
    let words = words(of: Slot<[Column]>.columnList)
    if words.isEmpty { return nil }
    return try ColumnChoice.columns(
      of: reading(ColumnList(all: words[...])), in: document().table, typed: statement)
  }

  /// The columns of a list as they are typed in a hint.
  static func listed(_ columns: [Column]) -> String {
    columns.map { Quoting.listed($0.name) }.joined(separator: ",")
  }
}
