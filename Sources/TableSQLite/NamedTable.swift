import TableKit

/// A table with its name and the names of its columns in a query.
struct NamedTable {
  let name: String
  let table: Table
  /// By index of the column. A name that differs from an earlier one only in case is numbered, as in
  /// `Tools_2`, because SQL takes both for one.
  let columnNames: [String]

  init(_ entry: TableQuery.Named) {
    (name, table) = entry
    columnNames = Self.apart(table.columns.map(\.name))
  }

  /// Numbers names that differ from an earlier one only in case.
  static func apart(_ names: [String]) -> [String] {
    var taken = Set(names.map { $0.lowercased() })
    var seen: Set<String> = []
    return names.map { given in
      guard !seen.insert(given.lowercased()).inserted else { return given }
      var (name, number) = (given, 1)
      repeat {
        number += 1
        name = "\(given)_\(number)"
      } while !taken.insert(name.lowercased()).inserted
      return name
    }
  }

  /// The columns whose names are numbered.
  var renamed: [(column: Column, name: String)] {
    zip(table.columns, columnNames).filter { $0.name != $1 }.map { (column: $0, name: $1) }
  }
}
