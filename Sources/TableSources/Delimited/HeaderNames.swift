import TableKit

/// The rules for the names in a header.
enum HeaderNames {
  /// The first name that breaks a rule.
  enum Fault: Hashable {
    case missing(Int)
    case duplicate(name: String, first: Int, second: Int)
  }

  /// The first fault, columns counted from 0; nil when each has a name of its own.
  static func fault(in names: [String]) -> Fault? {
    var seen: NameTable<Int> = [:]
    for (i, name) in names.enumerated() {
      if name.isEmpty { return .missing(i) }
      if let first = seen[name] { return .duplicate(name: name, first: first, second: i) }
      seen[name] = i
    }
    return nil
  }

  /// What a header cannot keep of the names of a table.
  static func notes(_ table: Table) -> [SourceNote] {
    guard table.columns.contains(where: \.name.isEmpty) else { return [] }
    let text = "a column has no name, which a header must have: --lenient reads it back"
    return [SourceNote(.warning, text)]
  }

  /// Names in which the missing are `column_3` and repeated ones `name_2`, `name_3`.
  static func repaired(_ names: [String]) -> [String] {
    var taken = NameSet(names)
    var used: NameSet = []
    return names.enumerated().map { i, name in
      var result = name
      if name.isEmpty {
        result = "column_\(i + 1)"
      } else if !used.contains(name) {
        used.insert(name)
        return name
      }
      var number = 2
      let stem = result
      if !name.isEmpty { result = "\(stem)_\(number)" }
      while taken.contains(result) {
        result = "\(stem)_\(number)"
        number += 1
      }
      taken.insert(result)
      used.insert(result)
      return result
    }
  }

  /// The names of columns that have none: `column1`, `column2` …
  static func numbered(_ count: Int) -> [String] { (0..<count).map { "column\($0 + 1)" } }
}
