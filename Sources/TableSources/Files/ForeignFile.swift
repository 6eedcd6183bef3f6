/// A kind of file that is no table that is read, told by its bytes, whatever its name is.
public struct ForeignFile: Hashable, Sendable {
  /// The kind of file, with its article.
  let what: String
  /// The program that makes a table of it.
  let hint: String

  private init(_ what: String, _ hint: String) { (self.what, self.hint) = (what, hint) }

  private static let saving = "save it as CSV in the program that made it, and open that"
  private static let writing = "write it as CSV in the program that made it, and open that"

  static let zip = ForeignFile(
    "an Excel workbook or another ZIP archive",
    "save a workbook as CSV in the program that made it, and open that; unpack an archive: unzip FILE"
  )
  static let office = ForeignFile("an old Office file", saving)
  static let pdf = ForeignFile(
    "a PDF", "copy its table into a text file, or save it as CSV in the program that made it")
  static let parquet = ForeignFile("a Parquet file", writing)
  static let arrow = ForeignFile("an Arrow or Feather file", writing)
  static let orc = ForeignFile("an ORC file", writing)
  static let avro = ForeignFile("an Avro file", writing)
  static let tar = ForeignFile("a tar archive", "unpack it: tar -xf FILE")
  static let sevenZip = ForeignFile("a 7z archive", "unpack it: 7z x FILE")
  static let rar = ForeignFile("a RAR archive", "unpack it: unrar x FILE")
  static let lz4 = ForeignFile("compressed with lz4", "unpack it: lz4 -d FILE")
  static let lzip = ForeignFile("compressed with lzip", "unpack it: lzip -d FILE")
  static let lzma = ForeignFile("compressed with lzma", "unpack it: unlzma FILE")
  static let compress = ForeignFile("compressed with compress", "unpack it: uncompress FILE")
  /// A page, which may hold tables.
  static let html = ForeignFile("an HTML page", saving)
  static let xml = ForeignFile("an XML file", saving)
  /// A table in Markdown, in a file of another name.
  static let markdown = ForeignFile(
    "a Markdown table", "--loader \(TableFormat.markdown.name) reads it")
  /// A table for people, drawn with lines.
  static let drawn = ForeignFile(
    "a table drawn with lines", "have the program write CSV (mysql --batch, psql --csv)")
  /// JSON with what only JavaScript writes; told by the name of the file.
  static let json5 = ForeignFile(
    "JSON5, which allows names without quotes and more",
    "--loader json, if it is plain JSON except for comments and commas after last values")

  /// Recognizes the bytes of a file; nil: it is none of these.
  ///
  /// - Parameters:
  ///   - fileExtension: of the file, in lower case.
  ///   - options: what they say of a text wins over what it looks like.
  init?(_ bytes: UnsafeRawBufferPointer, fileExtension: String, _ options: ReadOptions) {
    if let kind = Self.binary(bytes) {
      self = kind
    } else if options.loader == nil, !options.describesDelimitedText,
      let kind = Self.text(bytes, fileExtension: fileExtension),
      kind != .markdown || TableFormats.forExtension(fileExtension) != nil
    {
      self = kind
    } else {
      return nil
    }
  }

  private static func binary(_ bytes: UnsafeRawBufferPointer) -> ForeignFile? {
    func begins(_ start: String) -> Bool { bytes.starts(with: start.utf8) }
    // Text can begin so, in a column's name, but does not end so, too.
    func isFramed(_ start: String, by end: String) -> Bool {
      begins(start) && bytes.count > 8 && bytes.suffix(end.utf8.count).elementsEqual(end.utf8)
    }
    if begins("PK\u{03}\u{04}") || begins("PK\u{05}\u{06}") { return .zip }
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return .office }
    if begins("%PDF-") { return .pdf }
    if isFramed("PAR1", by: "PAR1") { return .parquet }
    if begins("ARROW1\0\0") || isFramed("FEA1", by: "FEA1") { return .arrow }
    if begins("ORC"), bytes.suffix(8).contains(0) || bytes.count > 4 && bytes[3] < 0x20 {
      return bytes.suffix(4).starts(with: "ORC".utf8) ? .orc : nil
    }
    if begins("Obj\u{01}") { return .avro }
    if bytes.count > 262, bytes[257..<262].elementsEqual("ustar".utf8) { return .tar }
    if bytes.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) { return .sevenZip }
    if begins("Rar!\u{1A}\u{07}") { return .rar }
    if bytes.starts(with: [0x04, 0x22, 0x4D, 0x18]) { return .lz4 }
    if begins("LZIP\u{01}") { return .lzip }
    // The properties, the size of the dictionary and that of the text, which is unknown or not huge.
    if bytes.count > 13, bytes.starts(with: [0x5D, 0, 0]),
      bytes[5..<13].allSatisfy({ $0 == 0xFF }) || bytes[10..<13].allSatisfy({ $0 == 0 })
    {
      return .lzma
    }
    if bytes.starts(with: [0x1F, 0x9D]) { return .compress }
    return nil
  }

  /// Whether a text without a name begins with a table of Markdown, or has one below a title.
  static func isMarkdown(_ bytes: UnsafeRawBufferPointer) -> Bool {
    text(bytes, fileExtension: "") == .markdown
  }

  private static func text(_ bytes: UnsafeRawBufferPointer, fileExtension: String) -> ForeignFile? {
    let format = TableFormats.forExtension(fileExtension)
    // It may begin with HTML, and show other tables.
    if format?.name == TableFormat.markdown.name { return nil }
    let text = bytes.prefix(1 << 14).drop { $0 <= 0x20 || $0 >= 0xEF || $0 == 0xBB || $0 == 0xBF }
    if text.first == 0x3C, let kind = markup(text.prefix(1 << 10), fileExtension) { return kind }
    let lines = bytes.prefix(1 << 14).split(maxSplits: 400) { $0 == 0x0A || $0 == 0x0D }
    // Other texts have one below a title, but not in the cells of a table.
    let mayFollow = format == nil
    for i in lines.indices.dropFirst().prefix(mayFollow ? 60 : 1) {
      if i > 1 {
        if lines[i - 2].contains(0x22) { break }
        if lines[i - 1].first != 0x7C { continue }
      }
      if let kind = ruled(lines[i], below: lines[i - 1]) { return kind }
    }
    // A box begins with a line.
    return lines.first?.starts(with: "+-".utf8) == true && isRule(lines[0]) ? .drawn : nil
  }

  private static func markup(
    _ text: Slice<UnsafeRawBufferPointer>, _ fileExtension: String
  ) -> ForeignFile? {
    let start = String(decoding: text, as: UTF8.self).lowercased()
    let isPage = ["html", "htm", "xhtml"].contains(fileExtension)
    let elements = ["!doctype html", "html", "head", "body", "table"]
    if isPage
      || elements.contains(where: { start.hasPrefix("<\($0)>") || start.hasPrefix("<\($0) ") })
      || start.hasPrefix("<?xml") && start.contains("<html")
    {
      return .html
    }
    return start.hasPrefix("<?xml ") || fileExtension == "xml" ? .xml : nil
  }

  /// Recognizes a table by its second line, which parts the names from the rows.
  private static func ruled(
    _ rule: Slice<UnsafeRawBufferPointer>, below names: Slice<UnsafeRawBufferPointer>
  ) -> ForeignFile? {
    guard isRule(rule) else { return nil }
    if rule.contains(0x2B) { return names.contains(0x7C) ? .drawn : nil }
    func cells(_ line: Slice<UnsafeRawBufferPointer>) -> Int {
      var line = String(decoding: line, as: UTF8.self)[...]
      while line.last == " " { line.removeLast() }
      let ends = (line.first == "|" ? 1 : 0) + (line.last == "|" && line.count > 1 ? 1 : 0)
      return line.count { $0 == "|" } + 1 - ends
    }
    return rule.contains(0x7C) && cells(rule) == cells(names) ? .markdown : nil
  }

  /// Whether a line has nothing but dashes, three or more in a row, and what parts columns.
  private static func isRule(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    let parts = line.split { $0 != 0x2D && $0 != 0x3D }
    let signs: Set<UInt8> = [0x2D, 0x3D, 0x7C, 0x2B, 0x3A, 0x20, 0x09]
    return !parts.isEmpty && line.allSatisfy(signs.contains)
      && (line.first == 0x7C || parts.allSatisfy { $0.count > 2 })
  }
}
