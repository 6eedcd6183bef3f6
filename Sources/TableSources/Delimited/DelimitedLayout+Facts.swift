import TableKit
import Wording

extension DelimitedLayout {
  /// How the text is written, and why it was read so.
  ///
  /// - Complexity: O(records).
  var facts: [SourceFact] {
    let options = reasons.options
    let bytes = chunk.allBytes
    var facts = [SourceFact("delimiter", "\(dialect.delimiterName) (\(reasons.delimiter))")]
    let quote: String
    if options.quote != nil {
      quote = "asked for"
    } else if dialect.quote == nil {
      quote = "read as an ordinary character: the quotes of this text are unbalanced"
    } else {
      quote = "unless --quote says another"
    }
    facts.append(SourceFact("quote", "\(Dialect.name(of: dialect.quote)) (\(quote))"))
    facts.append(fact("escape", dialect.escape))
    facts.append(fact("comment", dialect.comment))
    facts.append(
      SourceFact(
        "header",
        headerCells.isEmpty
          ? "none (asked for)" : "the first record (unless --no-header is given)"))
    facts.append(SourceFact("line ends", lineEndings))
    facts.append(SourceFact("BOM", start > 0 ? "at the start" : "none"))
    let hasEnd = bytes.last == 0x0A || bytes.last == 0x0D
    facts.append(SourceFact("final newline", hasEnd ? "yes" : "no"))
    return facts
  }

  /// Lines that are comments.
  ///
  /// - Complexity: O(bytes between records).
  var besidesTable: [String] {
    guard let comment = dialect.comment else { return [] }
    let bytes = chunk.allBytes
    var count = 0
    func add(_ text: UnsafeRawBufferPointer.SubSequence, atStart: Bool) {
      var isStart = atStart
      for byte in text {
        if isStart, byte == comment { count += 1 }
        isStart = byte == 0x0A || byte == 0x0D
      }
    }
    let header = headerCells.first?.lowerBound ?? headerEnd
    add(bytes[start..<header], atStart: true)
    if let last = headerCells.last { add(bytes[last.upperBound..<headerEnd], atStart: false) }
    for record in 0..<chunk.recordCount { add(chunk.tail(record: record)[...], atStart: false) }
    return count == 0 ? [] : [Counts.of(count, "comment")]
  }

  private func fact(_ name: String, _ byte: UInt8?) -> SourceFact {
    let reason = byte == nil ? "unless --\(name) says one" : "asked for"
    return SourceFact(name, "\(Dialect.name(of: byte)) (\(reason))")
  }

  /// `CRLF`, or each with its count where they are mixed.
  private var lineEndings: String {
    var counts: [[UInt8]: Int] = [:]
    func count(_ tail: UnsafeRawBufferPointer) {
      let end = Self.lineEnd(in: tail)
      if !end.isEmpty { counts[end, default: 0] += 1 }
    }
    if let last = headerCells.last {
      count(UnsafeRawBufferPointer(rebasing: chunk.allBytes[last.upperBound...]))
    }
    for record in 0..<chunk.recordCount { count(chunk.tail(record: record)) }
    return LineEnds.fact(counts, forNew: lineEnd)
  }
}

/// How line ends are told of.
enum LineEnds {
  /// `CRLF`, or each with its count where they are mixed.
  ///
  /// - Parameter forNew: the line end that new lines get.
  static func fact(_ counts: [[UInt8]: Int], forNew: [UInt8]) -> String {
    let names: [(end: [UInt8], name: String)] = [
      ([0x0A], "LF"), ([0x0D, 0x0A], "CRLF"), ([0x0D], "CR"),
    ]
    let found = names.filter { counts[$0.end, default: 0] > 0 }
    let new = names.first { $0.end == forNew }?.name ?? "LF"
    switch found.count {
    case 0: return "none (\(new) for new records)"
    case 1: return found[0].name
    default:
      let listed = found.map { "\(counts[$0.end, default: 0]) \($0.name)" }
      return "mixed: \(listed.joined(separator: ", ")) (\(new) for new records)"
    }
  }
}
