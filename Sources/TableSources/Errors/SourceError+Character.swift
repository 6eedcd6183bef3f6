import TableKit

extension SourceError {
  /// The same error, and where it is that a character could not be encoded the first cell that
  /// holds it.
  ///
  /// - Complexity: O(bytes of the table); nothing for other errors.
  func locatingCharacter(in table: Table) -> SourceError {
    guard case .cannotEncode(let character, let encoding, let file, nil, nil) = self else {
      return self
    }
    func located(_ row: String?, _ column: String) -> SourceError {
      .cannotEncode(
        character: character, encoding: encoding, file: file, row: row, column: column)
    }
    let wanted = Array(character.utf8)
    func holds(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard let first = wanted.first, bytes.count >= wanted.count else { return false }
      for i in 0...(bytes.count - wanted.count)
      where bytes[i] == first && bytes[i..<i + wanted.count].elementsEqual(wanted) {
        return true
      }
      return false
    }
    for column in table.columns {
      var name = column.name
      if name.withUTF8({ holds(UnsafeRawBufferPointer($0)) }) { return located(nil, column.name) }
    }
    for row in table.sourceOrder {
      for column in table.columns
      where table.withCell(row, column.id, { _, bytes in holds(bytes) }) {
        return located(table.key(of: row), column.name)
      }
    }
    return self
  }
}
