import Memory
import TableKit

/// What can go wrong between a source and a table.
public enum SourceError: Error, Hashable, Sendable {
  /// The file is not there.
  case noSuchFile(String)
  /// The file is there and cannot be read.
  case cannotRead(String, reason: String)
  /// The file has more bytes than a table can hold.
  case tooLarge(String, bytes: Int)
  /// There is not enough memory.
  case outOfMemory(MemoryShortage)
  /// The file holds no header and no row.
  case emptyFile(String)
  /// A loader of that name does not exist.
  case unknownLoader(String, known: [String])

  /// A row has more or fewer cells than the header (or, without one, than the first row).
  case raggedRow(SourcePlace, cells: Int, expected: Int, hasHeader: Bool, RaggedReason = .uneven)
  /// What is read with a note, where nothing is to be.
  case refusedNote(SourceNote)
  /// Text follows a closing quote.
  case textAfterQuote(SourcePlace)
  /// A quote is opened and never closed.
  case openQuote(SourcePlace)
  /// An escape character that nothing follows.
  case openEscape(SourcePlace)
  /// A byte 0 in text; `encoding` is what the file looks like, if it looks like one.
  case nulByte(SourcePlace, encoding: String? = nil)
  /// Bytes that are no UTF-8; `encoding` is what the file looks like.
  case invalidUTF8(SourcePlace, encoding: String)
  /// A column of the header has no name; counted from 1.
  case missingColumnName(SourcePlace, column: Int)
  /// Two columns of one name; counted from 1.
  case duplicateColumnName(SourcePlace, name: String, first: Int, second: Int)

  /// The encoding is not known to the C library.
  case unknownEncoding(String)
  /// Bytes that are nothing in the encoding given.
  case invalidEncoding(SourcePlace, encoding: String)
  /// A character that the encoding of the file does not have, and the cell that holds it.
  case cannotEncode(
    character: String, encoding: String, file: String, row: String? = nil, column: String? = nil)

  /// Characters that delimited text gives two meanings.
  case badDialect(String)
  /// Packed text that cannot be unpacked.
  case badGzip(String, problem: String, hint: String)
  /// Packed text that is more than a table can hold.
  case tooLargeUnpacked(String, limit: Int)

  /// Text that is not in the format of a name, or holds no table.
  case badText(String, SourcePlace, problem: String, hint: String?)
  /// A change that cannot be written into a file without touching what was not changed.
  case cannotRewrite(String, what: String, reason: String, hint: String)
  /// A change after which the quotes of a file that knows none would be taken for quotes.
  case balancedQuotes(String)
  /// JSON that is no plan.
  case badPlan(SourcePlace, problem: String, hint: String?)
  /// One object has two members of one name.
  case duplicateMember(SourcePlace, name: String)
  /// Two sections of one identity.
  case duplicateSection(SourcePlace, name: String)

  /// A column that the table does not have.
  case noSuchColumn(String, nearest: String?, known: [String])
  /// Two rows share a key.
  case duplicateKey(String, columns: [String], first: SourcePlace, second: SourcePlace)

  /// A value that the file's syntax has no way to write.
  case cannotWriteValue(row: String, column: String, file: String, holdsNUL: Bool = false)
  /// The source was changed by others; times of the last change.
  case sourceChanged(String, before: String, now: String)
  /// The source was removed by others.
  case sourceRemoved(String)
  /// The file is marked as one that is not to be written.
  case readOnly(String)
  /// The table did not come from a file.
  case noFile(String)
  /// What is wrong with a database, or in it.
  case database(String, DatabaseProblem)
  /// No room to save.
  case diskFull(String, reason: String)
  /// Saving failed otherwise.
  case cannotSave(String, reason: String)
  /// The user stopped it.
  case cancelled(String)
}

/// Takes memory, and says as an error of sources that there is too little.
func allocating<Result>(
  _ body: @autoclosure () throws(MemoryShortage) -> Result
) throws(SourceError) -> Result {
  do throws(MemoryShortage) { return try body() } catch { throw .outOfMemory(error) }
}

extension Progress {
  /// Ends the work if it is to stop.
  ///
  /// - Parameter work: what is stopped: `reading 'crew.csv'`.
  /// - Throws: `cancelled`.
  func check(_ work: @autoclosure () -> String) throws(SourceError) {
    if isCancelled { throw .cancelled(work()) }
  }
}

/// Why a row of a wrong number of cells is refused.
public enum RaggedReason: Hashable, Sendable {
  /// It has too many.
  case uneven
  /// It has too few, and rows are to have all.
  case strict
  /// It and another short row, which has so many cells, may be parts of one.
  case torn(next: Int)
  /// It has too few, and the text ends in it.
  case cutOff
  /// It has too few, and few rows have all, so that the delimiter that was found may be wrong.
  case fewWhole(delimiter: String)
  /// It has too few, and where rows may be short another delimiter fits as well.
  case rival(delimiter: String, other: String)
}

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
