import TableKit

/// NDJSON, also called JSON Lines: one object a line.
struct NDJSONSource: SourceFormat {
  let name = "ndjson"
  let summary = "a JSON object a line"
  let extensions = ["ndjson", "jsonl"]

  func recognizes(_ bytes: UnsafeRawBufferPointer) -> Bool { Self.looksSo(bytes) }

  /// Whether the first two lines that are not blank are objects, which no JSON document begins
  /// with. Longer lines than so many bytes are not looked for: a large document is read once.
  static func looksSo(_ text: UnsafeRawBufferPointer) -> Bool {
    let bytes = UnsafeRawBufferPointer(rebasing: text.prefix(1 << 20))
    var tokens = JSONTokenizer(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    tokens.skipSpace()
    guard tokens.byte == 0x7B, (try? tokens.value()) != nil else { return false }
    let end = tokens.position
    tokens.skipSpace()
    let gap = bytes[end..<tokens.position]
    guard tokens.byte == 0x7B, gap.contains(0x0A) || gap.contains(0x0D) else { return false }
    return (try? tokens.value()) != nil
  }

  func read(_ input: SourceInput) throws(SourceError) -> SourceContent {
    try JSONSource.read(input, asLines: true)
  }

  func export(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    try JSONExport.writeLines(table, to: writer)
  }
}
