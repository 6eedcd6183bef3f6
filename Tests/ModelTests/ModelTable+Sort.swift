import Foundation
import TableKit

extension ModelTable {
  /// What cells are sorted by: numbers before texts, texts by their bytes, nulls last.
  private enum Rank {
    case number(Decimal), text([UInt8]), null

    func precedes(_ other: Rank, isDescending: Bool) -> Bool {
      switch (self, other) {
      case (.null, _): false
      case (_, .null): true
      case (.number(let a), .number(let b)): isDescending ? b < a : a < b
      case (.text(let a), .text(let b)):
        isDescending ? b.lexicographicallyPrecedes(a) : a.lexicographicallyPrecedes(b)
      case (.number, .text): !isDescending
      case (.text, .number): isDescending
      }
    }
  }

  /// Sorts the rows of all sections by cells, stably.
  ///
  /// - Parameter isTyped: whether cells say themselves which are numbers; else a column is one of
  ///   numbers where all its cells are plain ones.
  mutating func sort(by keys: [SortKey], isTyped: Bool) {
    for key in keys.reversed() {
      let values = rows.map { $0[key.column].value }.filter { !$0.isNull }
      let isNumber = !isTyped && values.allSatisfy { Self.isPlainNumber($0.text) }
      for s in sections.indices {
        let rows = sections[s].rows
        let ranks = rows.map { row -> Rank in
          let cell = row[key.column].value
          if cell.isNull { return .null }
          if isTyped ? cell.kind == .number : isNumber,
            let number = Decimal(
              string: cell.text.trimmingCharacters(in: CharacterSet(charactersIn: " \t")))
          {
            return .number(number)
          }
          return .text(Array(cell.text.utf8))
        }
        let order = rows.indices.sorted { a, b in
          if ranks[a].precedes(ranks[b], isDescending: key.isDescending) { return true }
          return !ranks[b].precedes(ranks[a], isDescending: key.isDescending) && a < b
        }
        sections[s].rows = order.map { rows[$0] }
      }
    }
  }

  /// Whether a text is a decimal number without a leading zero or plus.
  private static func isPlainNumber(_ text: String) -> Bool {
    let text = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    return !digits.isEmpty
      && digits.wholeMatch(of: /(0|[1-9][0-9]*|(?=\.))(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }
}
