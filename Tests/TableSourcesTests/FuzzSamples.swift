@testable import TableKit
@testable import TableSources

/// A text, how it is called and read.
struct FuzzSample {
  var name: String
  var bytes: [UInt8]
  var options = ReadOptions()
  /// What the bytes hold where they are packed and whole; nil where they are not packed.
  var unpacked: [UInt8]?
  /// Whether the packed bytes were damaged.
  var isDamaged = false
}

/// Texts that were well-formed once, changed at random.
struct FuzzSamples {
  /// What a sample is made of.
  enum Family: CaseIterable { case delimited, json, lines, yaml, dialect, packed, encoded }

  private static let json = [
    "[{\"id\":1,\"n\":\"a\"},{\"id\":2,\"n\":null}]",
    "{\"A\":[{\"id\":\"x\",\"v\":1.10}],\"B\":[]}",
    "{\"columns\":[\"id\",\"v\"],\"key\":[\"id\"],\"sections\":[{\"id\":\"A\",\"title\":\"T\","
      + "\"header\":\"h\",\"rows\":[{\"id\":\"a\",\"v\":12345678901234567890},{\"id\":\"b\"}]}]}",
    "[\n  { \"id\" : 1, \"n\" : \"\\u00e9\\ud83d\\ude00\" },\n  { \"id\" : 2, \"n\" : [1, {}] }\n]\n",
  ]
  private static let lines = [
    "{\"id\":1,\"n\":\"a\"}\n{\"id\":2,\"n\":null}\n",
    "{\"id\":\"x\"}\r\n\r\n{\"id\":\"y\",\"v\":[1]}",
    "{ \"b\": true, \"a\": 1.10 }\n{ \"a\": \"\\ud800\", \"c\": {\"x\":1} }\n", "{}\n{\"a\":1}\n",
  ]
  private static let yaml = [
    "- id: 1\n  n: a\n- id: 2\n  n: ~\n",
    "# top\nA:\n  - id: x # c\n    v: \"1\"\n\n  # b\n"
      + "  - {id: y, v: 'it''s'}\nB: []\n",
    "- id: 1\n  t: |\n    two\n    lines\n  n: >-\n    f\n    g\n"
      + "- id: 2\n  t: |+\n    x\n\n  n: plain\n    more\n",
    "[{id: 1, n: \"a\\tb\"}, {id: 2, n: [1, {x: y}]}]\n",
    "---\n- id: &a 1\n  n: *a\n- id: !!str 2\n  n: !own x\n...\n",
    "- id: 1\r\n  n:\r\n    - a\r\n    - b: c\r\n- id: 2\r\n  n: null",
    "P:\n- id: 0x1F\n  d: 2020-01-01\n"
      + "Q:\n- id: yes\n  d: 1e3\n", "- ? id\n  : 1\n  \"é: b\": -\n-\n  id: 2\n",
  ]
  private static let dialects = [
    "# top\nid,n\n# a\n1,'x,y'\n\n2,a\\,b\n# end\n", "id;n\r\n1;\"a\\\"b\"\r\n#;\r\n2;\\N\r\n",
    "id\tn\n1\t^^\n2\t^\tx\n", "id,n\n1,'it''s'\n2,#x\n", "id\n#1\n\\#2\n",
  ]
  private static let pieces =
    [
      "\"", "\"\"", ",", ";", "\t", "|", "\n", "\r", "\r\n", "\0", "\u{FEFF}", "é", "\u{1B}", "[",
      "]", "{", "}", ":", "\\", "\\u", "null", "1e999", "-", "NA", " ", "\u{1F600}", "\u{2028}",
      "'", "#", "- ", ": ", "\n  ", "\n- ", "&a ", "*a", "!x ", "|\n", ">", "?", "%", "---\n", "^",
      " #", "e\u{301}", "\\ud800", "@", "`", "\u{85}", "...\n", "<<: ", "''",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xFE, 0xFF], [0xED, 0xA0, 0x80]]

  /// A sample of a family.
  static func sample(
    _ family: Family, _ random: inout some RandomNumberGenerator
  ) -> FuzzSample {
    switch family {
    case .delimited:
      return sample(
        DelimitedRoundTripTests.quirks, ["csv", "csv", "tsv", "txt"], &random)
    case .json: return sample(json, ["json", "json", "txt"], &random)
    case .lines: return sample(lines, ["ndjson", "jsonl", "json"], &random)
    case .yaml: return sample(yaml, ["yaml", "yml"], &random)
    case .dialect:
      var sample = sample(dialects, ["csv", "tsv", "txt"], &random)
      sample.options.quote =
        [
          nil, .byte(0x27), .byte(0x22), ReadOptions.Quote.none,
        ].randomElement(using: &random) ?? nil
      sample.options.escape = [nil, 0x5C, 0x5E].randomElement(using: &random) ?? nil
      sample.options.comment = [nil, "#"].randomElement(using: &random) ?? nil
      return sample
    case .packed: return packed(&random)
    case .encoded: return encoded(&random)
    }
  }

  private static func packed(_ random: inout some RandomNumberGenerator) -> FuzzSample {
    let inner: [Family] = [.delimited, .json, .lines, .yaml]
    var sample = sample(inner.randomElement(using: &random) ?? .json, &random)
    sample.options.encoding = nil
    sample.unpacked = sample.bytes
    sample.bytes = (try? GzipTests.packed(sample.bytes)) ?? []
    sample.name += ".gz"
    sample.isDamaged = Bool.random(using: &random)
    guard sample.isDamaged else { return sample }
    for _ in 0...Int.random(in: 0...2, using: &random) {
      let at = Int.random(in: 0...max(sample.bytes.count - 1, 0), using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: sample.bytes.removeSubrange(at...)
      case 1 where at < sample.bytes.count:
        sample.bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
      case 2: sample.bytes += sample.bytes[..<at]
      default: sample.bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
      }
    }
    return sample
  }

  private static func encoded(_ random: inout some RandomNumberGenerator) -> FuzzSample {
    let inner: [Family] = [.delimited, .json, .lines, .yaml]
    var sample = sample(inner.randomElement(using: &random) ?? .json, &random)
    let text = String(decoding: sample.bytes, as: UTF8.self)
    sample.options.encoding = nil
    let units = Array(text.utf16)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      sample.bytes = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case 1:
      sample.bytes = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case 2:
      sample.bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      sample.options.encoding = "utf-16le"
    default:
      sample.bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      sample.options.encoding = ["latin1", "windows-1252"].randomElement(using: &random)
    }
    if Int.random(in: 0..<3, using: &random) == 0 { mutate(&sample.bytes, sample.bytes, &random) }
    return sample
  }

  private static func sample(
    _ texts: [String], _ endings: [String], _ random: inout some RandomNumberGenerator
  ) -> FuzzSample {
    let other = texts.randomElement(using: &random) ?? ""
    var bytes = Array((texts.randomElement(using: &random) ?? "").utf8)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      mutate(&bytes, Array(other.utf8), &random)
    }
    var sample = FuzzSample(
      name: "t." + (endings.randomElement(using: &random) ?? ""), bytes: bytes)
    func rarely() -> Bool { Int.random(in: 0..<6, using: &random) == 0 }
    if rarely() { sample.options.hasHeader = false }
    if rarely() { sample.options.nulls = ["NA", "x"] }
    if rarely() { sample.options.isLenient = true }
    if rarely() {
      sample.options.delimiter = [0x2C, 0x3B, 0x09, 0x7C].randomElement(using: &random)
    }
    if rarely() { sample.options.encoding = ["latin1", "utf-16"].randomElement(using: &random) }
    if rarely() {
      sample.options.loader =
        ["csv", "tsv", "json", "ndjson", "yaml"].randomElement(using: &random)
    }
    if rarely() { sample.options.key = ["id"] }
    return sample
  }

  private static func mutate(
    _ bytes: inout [UInt8], _ other: [UInt8], _ random: inout some RandomNumberGenerator
  ) {
    let at = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, at + Int.random(in: 0...4, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.removeSubrange(at..<end)
    case 1: bytes.removeSubrange(at...)
    case 2: bytes.insert(contentsOf: Array(bytes[at..<end]), at: at)
    case 3 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
    case 4: bytes.insert(contentsOf: other, at: at)
    default: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: at)
    }
  }
}
