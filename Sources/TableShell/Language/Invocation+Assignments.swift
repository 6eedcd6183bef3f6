import CommandLanguage
import TableKit

extension Invocation {
  /// The form's `COL=VALUE`.
  ///
  /// - Throws: `usage` where commas part them, as in SQL: they would be parts of the values.
  package func assignments() throws(CommandError) -> [Assignment] {
    if let table = try? document().table, let line = statement.withoutCommas(of: table) {
      throw .hinted(
        .usage("a comma between COL=VALUE would be a part of the value", synopsis: []), line)
    }
    return try all(.assignment)
  }
}

extension Statement {
  /// Its text with blanks in place of the commas between its `COL=VALUE`, as in `City=Ulm, Qty=3`; nil: there
  /// are none. In quotes a comma is a part of a value.
  func withoutCommas(of table: Table) -> String? {
    var scalars = text.unicodeScalars.map { Optional($0) }
    var isChanged = false
    for (index, word) in words.enumerated() where Assignment.isAssignment(word) {
      let isFollowed = index + 1 < words.count && Assignment.isAssignment(words[index + 1])
      let pieces = word.split(at: ",")
      for (number, piece) in pieces.enumerated().dropFirst() {
        let isLast = number + 1 == pieces.count
        let name = piece.split(at: "=", maxSplits: 1)
        let begins = name.count == 2 && table.column(named: name[0].text) != nil
        let comma = piece.place.offset - 1
        guard begins || piece.isEmpty && isLast && isFollowed, scalars.indices.contains(comma),
          scalars[comma] == ","
        else { continue }
        scalars[comma] = piece.isEmpty ? nil : " "
        isChanged = true
      }
    }
    return isChanged ? String(String.UnicodeScalarView(scalars.compactMap(\.self))) : nil
  }
}
