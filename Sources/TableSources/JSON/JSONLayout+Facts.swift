import TableKit
import Wording

extension JSONLayout {
  /// Members of a TABLE that say nothing of its rows.
  var besidesTable: [String] {
    guard shape == .table else { return [] }
    let own = members.count { !["columns", "key", "sections"].contains($0.name) }
    let others = sectionMembers.reduce(0) { sum, members in
      sum + members.count { !["id", "title", "header", "footer", "rows"].contains($0.name) }
    }
    return own + others == 0 ? [] : [Counts.of(own + others, "member") + " beside the rows"]
  }

  /// How the document is written.
  ///
  /// - Complexity: O(bytes) for the line ends of lines, else O(1).
  var facts: [SourceFact] {
    let bytes = source.bytes
    var facts = [SourceFact("shape", shapeName), SourceFact("layout", spacingName)]
    if shape == .lines {
      facts.append(SourceFact("line ends", lineEndings))
      let hasEnd = bytes.last == 0x0A || bytes.last == 0x0D
      facts.append(SourceFact("final newline", hasEnd ? "yes" : "no"))
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    facts.append(SourceFact("BOM", isMarked ? "at the start" : "none"))
    return facts
  }

  private var shapeName: String {
    switch shape {
    case .rows: "an array of objects"
    case .sections: "an object of arrays of objects, one for each section"
    case .table: "a TABLE: columns, key, sections"
    case .lines: "one object a line"
    }
  }

  private var spacingName: String {
    func indent(_ space: [UInt8]?) -> Int? {
      guard let space, let newline = space.lastIndex(of: 0x0A) else { return nil }
      return space.count - newline - 1
    }
    if let members = indent(style.row.lead), style.row.lead?.isEmpty == false {
      let rows = indent(style.rows.lead) ?? 0
      let lead = style.row.lead ?? []
      let unit = lead.last == 0x09 ? "tabs" : "\(max(0, members - rows))"
      return "indented by \(unit), one member a line"
    }
    if shape == .lines { return "one row a line" }
    if indent(style.rows.lead) != nil || indent(style.rows.gap) != nil { return "one row a line" }
    return "compact, on one line"
  }

  private var lineEndings: String {
    var counts: [[UInt8]: Int] = [:]
    let bytes = source.bytes
    var i = 0
    while i < bytes.count {
      if bytes[i] == 0x0D, i + 1 < bytes.count, bytes[i + 1] == 0x0A {
        counts[[0x0D, 0x0A], default: 0] += 1
        i += 1
      } else if bytes[i] == 0x0A || bytes[i] == 0x0D {
        counts[[bytes[i]], default: 0] += 1
      }
      i += 1
    }
    return LineEnds.fact(counts, forNew: lineEnd)
  }
}
