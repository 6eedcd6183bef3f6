import Memory
import TableKit

/// An error of reading or writing a source.
public enum SourceError: Error, Hashable, Sendable {
  /// The file does not exist.
  case noSuchFile(String)
  /// The file exists but cannot be read.
  case cannotRead(String, reason: String)
  /// The file has more bytes than a table can hold.
  case tooLarge(String, bytes: Int)
  /// There is not enough memory.
  case outOfMemory(MemoryShortage)
  /// The file has neither a header nor a row, after lines that were skipped.
  case emptyFile(String, skipped: Int = 0)
  /// The file is of a kind that is not read.
  case foreignFile(String, ForeignFile)
  /// There is no loader of this name.
  case unknownLoader(String, known: [String])

  /// A row has more or fewer cells than the header (or, without one, than the first row).
  case raggedRow(
    SourcePlace, cells: Int, expected: Int, hasHeader: Bool, RaggedReason = .uneven,
    ReadingRemedy? = nil)
  /// A note that is refused in strict mode.
  case refusedNote(SourceNote)
  /// Text follows a closing quote.
  case textAfterQuote(SourcePlace, ReadingRemedy? = nil)
  /// A quote is never closed.
  case openQuote(SourcePlace, ReadingRemedy? = nil)
  /// An escape character at the end of the text.
  case openEscape(SourcePlace)
  /// A NUL byte in text; `encoding` is the encoding that the file seems to have, if any.
  case nulByte(SourcePlace, encoding: String? = nil)
  /// Bytes that are not UTF-8, with the cause, as far as it can be guessed.
  case invalidUTF8(SourcePlace, EncodingGuess)
  /// Lines with which git marks a conflict, counted from 1.
  case conflictMarkers(SourcePlace, lines: [Int])
  /// A column in the header has no name; the column counts from 1.
  case missingColumnName(SourcePlace, column: Int)
  /// Two columns have the same name; columns count from 1.
  case duplicateColumnName(SourcePlace, name: String, first: Int, second: Int)

  /// The C library does not know the encoding.
  case unknownEncoding(String)
  /// Bytes that are invalid in the encoding.
  case invalidEncoding(SourcePlace, encoding: String)
  /// A character that the encoding of the file does not have, with its cell.
  case cannotEncode(
    character: String, encoding: String, file: String, row: String? = nil, column: String? = nil)

  /// Characters with two meanings in a dialect of delimited text.
  case badDialect(String)
  /// Compressed data that cannot be decompressed.
  case badPacking(String, Compression, problem: String, hint: String)
  /// A library that decompresses a file, or compresses it, cannot be opened.
  case noLibrary(String, Compression, library: String, package: String, problem: String)
  /// Compressed data that is larger than a table can be.
  case tooLargeUnpacked(String, limit: Int)

  /// Text that is not in the named format, or has no table.
  case badText(String, SourcePlace, problem: String, hint: String?)
  /// A change that cannot be written without rewriting unchanged parts of the file.
  case cannotRewrite(String, what: String, reason: String, hint: String)
  /// A change after which quotes in a file without quoting would be read as quotes.
  case balancedQuotes(String)
  /// JSON that is not a plan.
  case badPlan(SourcePlace, problem: String, hint: String?)
  /// An object has two members of the same name.
  case duplicateMember(SourcePlace, name: String)
  /// Two sections have the same identifier.
  case duplicateSection(SourcePlace, name: String)

  /// A column that the table does not have.
  case noSuchColumn(String, nearest: String?, known: [String])
  /// Two rows have the same key.
  case duplicateKey(String, columns: [String], first: SourcePlace, second: SourcePlace)

  /// A value that the syntax of the file cannot represent.
  case cannotWriteValue(row: String, column: String, file: String, holdsNUL: Bool = false)
  /// Another program changed the source; with the times of the last changes.
  case sourceChanged(String, before: String, now: String)
  /// Another program removed the source.
  case sourceRemoved(String)
  /// The file is read-only.
  case readOnly(String)
  /// A problem that only one format knows.
  case ofFormat(FormatProblem)
  /// There is no space left to save.
  case diskFull(String, reason: String)
  /// Saving failed for another reason.
  case cannotSave(String, reason: String)
  /// No file can take the place of this one, but its bytes can be overwritten.
  case cannotReplace(String, reason: String)
  /// Writing a file in place failed, and its former bytes could not be written back; they are kept.
  case cutOff(String, reason: String, backup: String)
  /// The user cancelled the work.
  case cancelled(String)
}

/// A problem that only one format knows, worded by it.
public struct FormatProblem: Hashable, Sendable {
  /// The stable code of the error.
  public let code: String
  /// The message, in one line.
  public let message: String
  /// What to type next, in one line, or nil.
  public let hint: String?
  /// Whether the source must be read again before the table is saved.
  package let isOutdated: Bool

  /// Creates a problem.
  package init(code: String, message: String, hint: String?, isOutdated: Bool = false) {
    (self.code, self.message, self.hint) = (code, message, hint)
    self.isOutdated = isOutdated
  }
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
  package func check(_ work: @autoclosure () -> String) throws(SourceError) {
    if isCancelled { throw .cancelled(work()) }
  }

  /// Says that work goes on, where there is nothing new to count, and ends it if it is to stop.
  package func pulse(_ work: @autoclosure () -> String) throws(SourceError) {
    advance(to: done)
    try check(work())
  }

  /// Looks through cells before they are written, as a piece of work of its own.
  ///
  /// - Parameter body: is told what to call with the number of rows done, now and then.
  package func checkingCells<Result>(
    of rows: Int, _ body: ((Int) throws(SourceError) -> Void) throws(SourceError) -> Result
  ) throws(SourceError) -> Result {
    try inside { () throws(SourceError) in
      begin("checking cells", .rows, total: rows)
      return try body { (done) throws(SourceError) in
        advance(to: done)
        try check("saving")
      }
    }
  }

  /// Looks through the cells of columns, one column after the other, before they are written.
  package func checkingCells<Result>(
    of columns: [Column], rows: Int, _ body: (Column) -> Result
  ) throws(SourceError) -> [Result] {
    try checkingCells(of: rows) { (step) throws(SourceError) in
      var results: [Result] = []
      for (number, column) in columns.enumerated() {
        try step(rows * number / columns.count)
        results.append(body(column))
      }
      return results
    }
  }
}

/// Why a row of a wrong number of cells is refused.
public enum RaggedReason: Hashable, Sendable {
  /// It has too many cells.
  case uneven
  /// It has too few cells, and rows must have all.
  case strict
  /// It and another short row, with this number of cells, may be parts of a torn row.
  case torn(next: Int)
  /// It has too few cells, and the text ends in it.
  case cutOff
  /// It has too few cells, and few rows have all, so the detected delimiter may be wrong.
  case fewWhole(delimiter: String)
  /// It has too few cells, and another delimiter fits as well if rows may be short.
  case rival(delimiter: String, other: String)
}

extension SourceError {
  /// Returns the error, with the first cell that contains the character if that could not be
  /// encoded.
  ///
  /// - Complexity: O(bytes of the table) for `cannotEncode`, else O(1).
  func locatingCharacter(in table: Table) -> SourceError {
    guard case .cannotEncode(let character, let encoding, let file, nil, nil) = self else {
      return self
    }
    func located(_ row: String?, _ column: String) -> SourceError {
      .cannotEncode(character: character, encoding: encoding, file: file, row: row, column: column)
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
