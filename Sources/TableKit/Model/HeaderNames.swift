/// Unique names for columns, made from those of a header or a loader: missing names are generated,
/// repeated ones are numbered.
///
///     HeaderNames(["", "a", "a"]).names  // ["column1", "a", "a_2"]
public struct HeaderNames {
  /// The names in the header, column by column.
  public let given: [String]
  /// A unique name for each column.
  public private(set) var names: [String]
  /// The columns, from 0, without a name in the header.
  public private(set) var nameless: [Int] = []
  /// The columns, from 0, whose name an earlier column has.
  public private(set) var repeated: [Int] = []

  /// Creates names: `column3` by position from 1 for a column without a name, and `name_2` for a
  /// repeated name; the number increases until the name is free.
  ///
  /// - Parameter given: the names in the header. A blank one counts as missing.
  public init(_ given: [String]) {
    self.given = given
    names = given
    var taken = NameSet(given)
    /// The number of occurrences of each name, and the number tried last.
    var seen: NameTable<Int> = [:]
    func free(from number: Int, _ stem: String) -> (name: String, number: Int) {
      var number = number
      while taken.contains("\(stem)\(number)") { number += 1 }
      taken.insert("\(stem)\(number)")
      return ("\(stem)\(number)", number)
    }
    var last = 0
    for (column, name) in given.enumerated() {
      if Self.isBlank(name) {
        nameless.append(column)
        (names[column], last) = free(from: max(column, last) + 1, "column")
      } else if let number = seen[name] {
        repeated.append(column)
        (names[column], seen[name]) = free(from: number + 1, "\(name)_")
      } else {
        seen[name] = 1
      }
    }
  }

  /// Creates names for columns that have none: `column1`, `column2` …
  public init(numbering count: Int) {
    given = []
    names = (0..<count).map { "column\($0 + 1)" }
  }

  /// Whether a name is empty or blank.
  public static func isBlank(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Notes about generated and numbered names, with the first column that each concerns.
  public var notes: [(column: Int, text: String)] {
    var notes: [(Int, String)] = []
    if let first = nameless.first {
      let what =
        nameless.count == 1
        ? "a column has no name: it is" : "\(nameless.count) columns have no name: they are"
      notes.append((first, "\(what) \(list(nameless))"))
    }
    if let first = repeated.first {
      let what =
        repeated.count == 1
        ? "a column has the name of another: it is"
        : "\(repeated.count) columns have the names of others: they are"
      notes.append((first, "\(what) \(list(repeated))"))
    }
    return notes
  }

  /// Returns a list of at most eight column names.
  private func list(_ columns: [Int]) -> String {
    columns.prefix(8).map { names[$0] }.joined(separator: ", ") + (columns.count > 8 ? ", …" : "")
  }
}
