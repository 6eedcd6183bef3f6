/// How a delimited text is written: its delimiter and whether it knows quotes.
struct Dialect: Hashable, Sendable {
  var delimiter: UInt8
  /// Nil where quotes are ordinary bytes.
  var quote: UInt8? = 0x22

  static let candidates: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Finds the delimiter from the name of the file and its first records.
  ///
  /// A `.tsv` or `.tab` file has tabs. Otherwise each of `,` `;` tab `|` is tried on the first 20
  /// records, quotes respected: it fits when all have equally many cells, at least two. Of a
  /// `.csv` file the first that fits is taken, of others the one that gives most cells. Where none
  /// fits, the one that cuts the first record most (`,` first for `.csv`, if it cuts at all).
  static func detect(_ bytes: UnsafeRawBufferPointer, from start: Int, fileExtension: String)
    -> Dialect
  {
    if ["tsv", "tab"].contains(fileExtension) { return Dialect(delimiter: 0x09) }
    let isCSV = fileExtension == "csv"
    var best: (cells: Int, delimiter: UInt8)?
    var widest: (cells: Int, delimiter: UInt8) = (1, candidates[0])
    for delimiter in candidates {
      let counts = cellCounts(bytes, from: start, delimiter: delimiter)
      guard let first = counts.first, first > 1 else { continue }
      if counts.allSatisfy({ $0 == first }), first > best?.cells ?? 1 {
        if isCSV { return Dialect(delimiter: delimiter) }
        best = (first, delimiter)
      }
      if first > widest.cells, !isCSV || widest.cells == 1 || widest.delimiter != candidates[0] {
        widest = (first, delimiter)
      }
    }
    return Dialect(delimiter: best?.delimiter ?? widest.delimiter)
  }

  /// How many cells the first records have; the last one is left out where the sample cuts it.
  private static func cellCounts(
    _ bytes: UnsafeRawBufferPointer, from start: Int, delimiter: UInt8
  ) -> [Int] {
    let end = min(bytes.count, start + 1 << 18)
    var counts: [Int] = []
    var i = start
    var cells = 1
    var recordStart = start
    var cellStart = start
    while i < end, counts.count < 20 {
      let byte = bytes[i]
      if byte == 0x22, i == cellStart {
        i += 1
        while i < end {
          if bytes[i] == 0x22 {
            guard i + 1 < end, bytes[i + 1] == 0x22 else { break }
            i += 1
          }
          i += 1
        }
      } else if byte == delimiter {
        cells += 1
        cellStart = i + 1
      } else if byte == 0x0A || byte == 0x0D {
        if i > recordStart { counts.append(cells) }
        cells = 1
        recordStart = i + 1
        cellStart = i + 1
      }
      i += 1
    }
    if recordStart < end, end == bytes.count, counts.count < 20 { counts.append(cells) }
    return counts
  }

  /// What a delimiter is called in messages.
  var delimiterName: String {
    delimiter == 0x09 ? "tab" : "'\(Character(UnicodeScalar(delimiter)))'"
  }
}
