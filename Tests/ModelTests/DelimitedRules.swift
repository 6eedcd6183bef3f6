import TableKit

/// What is read of delimited texts that are not quite in order, told anew and the slow way.
enum DelimitedRules {
  /// What columns are called: those without a name by their position, those with the name of another
  /// by that name and a number, both the next that is free.
  static func names(_ given: [String]) -> [String] {
    var taken = given.map { Array($0.utf8) }
    func free(_ stem: String, from number: Int) -> String {
      var number = number
      while taken.contains(Array("\(stem)\(number)".utf8)) { number += 1 }
      taken.append(Array("\(stem)\(number)".utf8))
      return "\(stem)\(number)"
    }
    return given.enumerated().map { place, name in
      if isBlank(name) { return free("column", from: place + 1) }
      let isFirst = !given[..<place].contains { $0.utf8.elementsEqual(name.utf8) }
      return isFirst ? name : free(name + "_", from: 2)
    }
  }

  /// Whether a name has nothing to see.
  static func isBlank(_ name: String) -> Bool { name.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// The records that look like parts of one, by how many cells all have: short neighbours which
  /// have together as many as a whole one or one more, or so the first and the last of several of
  /// which those between have one cell.
  static func torn(_ counts: [Int], width: Int) -> Set<Int> {
    var torn: Set<Int> = []
    for first in counts.indices where counts[first] < width {
      for last in counts.indices where last > first && counts[last] < width {
        let sum = counts[first] + counts[last]
        if last == first + 1, sum == width || sum == width + 1 { torn.formUnion([first, last]) }
        let between = counts[first + 1..<last]
        // The last such part may have one cell as well; the first has several.
        if counts[first] > 1, sum == width + 1, between.allSatisfy({ $0 == 1 }) {
          torn.formUnion(first...last)
        }
      }
    }
    return torn
  }

  /// Whether a column without a name, the first one, tells records apart: its values are there, each
  /// once, and no numbers that count the rows.
  static func isKey(_ values: [Cell]) -> Bool {
    guard !values.isEmpty, values.allSatisfy({ !$0.isNull }) else { return false }
    guard Set(values.map { Array($0.text.utf8) }).count == values.count else { return false }
    let numbers = values.compactMap { Int($0.text) }
    let isCount =
      numbers.count == values.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
    return !isCount
  }
}
