/// The names of columns: those that a header or a loader gives, and those that columns get which have
/// none or one that is taken.
///
///     HeaderNames(["", "a", "a"]).names  // ["column1", "a", "a_2"]
public struct HeaderNames {
  /// What the header says, column by column.
  public let given: [String]
  /// A name for each column, no two of them the same.
  public private(set) var names: [String]
  /// The columns, from 0, to which the header gives no name.
  public private(set) var nameless: [Int] = []
  /// The columns, from 0, that have a name which a column before them has.
  public private(set) var repeated: [Int] = []

  /// Names columns: those without a name `column3` by their position from 1, the next such name
  /// where that is taken; those whose name is taken `name_2`, the next such name.
  ///
  /// - Parameter given: what the header says. Blanks are no name.
  public init(_ given: [String]) {
    self.given = given
    names = given
    var taken = NameSet(given)
    /// By name: how often it stood there, and the number that was tried last.
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

  /// The names of so many columns that have none: `column1`, `column2` …
  public init(numbering count: Int) {
    given = []
    names = (0..<count).map { "column\($0 + 1)" }
  }

  /// Whether a name has nothing to see.
  public static func isBlank(_ name: String) -> Bool {
    name.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// What is told of columns that did not have these names, with the first of them.
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

  /// The names of columns, the first eight.
  private func list(_ columns: [Int]) -> String {
    columns.prefix(8).map { names[$0] }.joined(separator: ", ") + (columns.count > 8 ? ", …" : "")
  }
}
