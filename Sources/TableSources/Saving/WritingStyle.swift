import Wording

/// How delimited text is written anew, for programs that want it otherwise; what is nil is as usual.
///
///     var style = WritingStyle()
///     style.delimiter = UInt8(ascii: ";")
///     let format = try TableFormat.csv.styled(style, for: "people.csv")
///
/// A format in a style is a format: what writes a table needs to know no more.
public struct WritingStyle: Hashable, Sendable {
  /// The byte between cells; nil: the format's.
  public var delimiter: UInt8?
  /// Whether every cell but null stands in quotes; else those that need it do.
  public var quotesAll: Bool?
  /// Whether a byte order mark stands in front; else only that of UTF-16 and UTF-32 without an order.
  public var hasMark: Bool?
  /// Whether lines end in CR and LF; else in LF.
  public var endsInCRLF: Bool?
  /// The name of the encoding; nil: UTF-8.
  public var encoding: String?

  /// Whether it was said how such a file is read.
  var isTold = false

  /// Creates the usual style.
  public init() {}

  /// Whether nothing is asked for.
  public var isUsual: Bool { self == WritingStyle() }

  /// Returns the line ends that a value of `--line-ends` names; nil for anything else.
  public static func endsInCRLF(named text: String) -> Bool? {
    ["lf": false, "crlf": true][text.lowercased()]
  }

  /// Returns whether all cells are quoted for a value of `--quoting`; nil for anything else.
  public static func quotesAll(named text: String) -> Bool? {
    ["needed": false, "all": true][text.lowercased()]
  }

  /// The options that ask for it, as they are typed.
  public var options: [String] {
    var options: [String] = []
    if let delimiter { options.append("--delimiter \(Self.word(delimiter))") }
    if let quotesAll { options.append("--quoting \(quotesAll ? "all" : "needed")") }
    if hasMark == true { options.append("--bom") }
    if let endsInCRLF { options.append("--line-ends \(endsInCRLF ? "crlf" : "lf")") }
    if let encoding { options.append("--encoding \(encoding)") }
    return options
  }

  private static func word(_ byte: UInt8) -> String {
    byte == 0x09 ? "tab" : "'\(Character(UnicodeScalar(byte)))'"
  }

  /// Returns the style with what another one says where this one says nothing.
  func completed(by other: WritingStyle) -> WritingStyle {
    var style = self
    style.delimiter = delimiter ?? other.delimiter
    style.quotesAll = quotesAll ?? other.quotesAll
    style.endsInCRLF = endsInCRLF ?? other.endsInCRLF
    if encoding == nil {
      style.encoding = other.encoding
      style.hasMark = hasMark ?? other.hasMark
    }
    return style
  }

  /// The encoding.
  ///
  /// - Throws: `unknownEncoding`.
  func textEncoding() throws(SourceError) -> TextEncoding {
    guard let encoding else { return .utf8 }
    return try TextEncoding(named: encoding, start: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Whether a byte order mark is written: where it is asked for, and where only it tells the order.
  var writesMark: Bool {
    if let hasMark { return hasMark }
    let orderless = ["utf-16", "utf16", "utf-32", "utf32"]
    return encoding.map { orderless.contains($0.lowercased()) } ?? false
  }

  /// Sets how a file in this style is read again.
  ///
  /// - Parameter reading: options in which nothing is set of a dialect.
  public func tell(_ reading: inout ReadOptions) {
    reading.delimiter = delimiter
    reading.encoding = namesEncoding ? encoding : nil
  }

  /// Whether a reader must be told the encoding.
  private var namesEncoding: Bool {
    guard let encoding, let known = try? textEncoding(), known.codec != nil else { return false }
    return !(writesMark && encoding.lowercased().hasPrefix("utf"))
  }

  /// Notes on what a reader of the file must be told.
  ///
  /// - Parameter natural: the delimiter that the name of the file tells; nil: any that is usual.
  func readingNotes(natural: UInt8?) -> [SourceNote] {
    var told = WritingStyle()
    if let delimiter {
      let usual = natural.map { [$0] } ?? Array(",;\t|".utf8)
      if !usual.contains(delimiter) { told.delimiter = delimiter }
    }
    if namesEncoding { told.encoding = encoding }
    if isTold || told.isUsual { return [] }
    let text = "to read it, say how: open \(told.options.joined(separator: " ")) FILE"
    return [.information(text)]
  }
}

extension TableFormat {
  /// Returns the format as it is written in a style.
  ///
  /// - Parameter path: the file, for messages.
  /// - Throws: `ofFormat` if the format has no styles or the encoding no byte order mark,
  ///   `unknownEncoding`.
  public func styled(_ style: WritingStyle, for path: String) throws(SourceError) -> TableFormat {
    guard let styling else { throw style.refusal(by: name, for: path) }
    let encoding = try style.textEncoding()
    if style.writesMark, let encoder = try encoding.encoder(file: path) {
      do throws(SourceError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let buffer = try ByteBuffer(mark)
        try encoder.encode(buffer.bytes, into: { _ in })
        withExtendedLifetime(buffer) {}
      } catch {
        throw .ofFormat(
          FormatProblem(
            code: "bad-dialect", message: "\(encoding.name) has no byte order mark",
            hint: "leave out --bom, or --encoding utf-8"))
      }
    }
    return styling(style)
  }

  /// The encoding that it is written in.
  func textEncoding() throws(SourceError) -> TextEncoding { try style.textEncoding() }
}

extension WritingStyle {
  /// Returns the error for options that a format has no use for.
  ///
  /// - Parameters:
  ///   - name: the name of the format.
  ///   - path: the file to be written.
  public func refusal(by name: String, for path: String) -> SourceError {
    let option = options.first.map { String($0.prefix { $0 != " " }) } ?? "--delimiter"
    let file = FileName.last(path)
    let stem = file.hasPrefix("-") ? "table" : String(file.prefix { $0 != "." && $0 != "#" })
    let plain = TableFormats.plain.name
    let target = ShellWord.path((stem.isEmpty ? "table" : stem) + "." + plain)
    return .ofFormat(
      FormatProblem(
        code: "usage",
        message: "\(option) is for delimited text, and '\(shown: path)' is \(name)",
        hint: "export \(options.joined(separator: " ")) \(target)"))
  }
}
