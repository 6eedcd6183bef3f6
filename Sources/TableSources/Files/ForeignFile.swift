/// A kind of file that is no table and no text, told by its first bytes, whatever its name is.
public enum ForeignFile: Hashable, Sendable, CaseIterable {
  /// A ZIP archive, which today's workbooks are.
  case zip
  /// A compound file of older versions of Office.
  case office
  /// A page description.
  case pdf
  /// A table in columns, in binary.
  case parquet
  /// JSON with what only JavaScript writes; told by the name of the file.
  case json5

  /// Recognizes the bytes of a file; nil: it is none of these.
  init?(_ bytes: UnsafeRawBufferPointer) {
    func begins(_ start: String) -> Bool { bytes.starts(with: start.utf8) }
    if begins("PK\u{03}\u{04}") || begins("PK\u{05}\u{06}") {
      self = .zip
    } else if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      self = .office
    } else if begins("%PDF-") {
      self = .pdf
    } else if begins("PAR1"), bytes.count > 8, bytes.suffix(4).elementsEqual("PAR1".utf8) {
      // Text can begin so, in a column's name, but does not end so, too.
      self = .parquet
    } else {
      return nil
    }
  }

  /// What it is, with an article.
  var what: String {
    switch self {
    case .zip: "an Excel workbook or another ZIP archive"
    case .office: "an old Office file"
    case .pdf: "a PDF"
    case .parquet: "a Parquet file"
    case .json5: "JSON5, which allows names without quotes and more"
    }
  }

  /// What makes a table of it.
  var hint: String {
    switch self {
    case .zip:
      "save a workbook as CSV where it was made, and open that; what an archive holds: unzip FILE"
    case .office: "save it as CSV where it was made, and open that"
    case .pdf: "copy its table into a text, or save it as CSV where it was made"
    case .parquet: "write it as CSV where it was made, and open that"
    case .json5: "--loader json, if it is plain JSON, comments and last commas aside"
    }
  }
}
