import TableKit
import Wording

extension YAMLLayout {
  /// Comments, tags that are not of the core schema, and anchors with their aliases.
  ///
  /// - Complexity: O(lines + cells).
  var besidesTable: [String] {
    var tags = 0
    var aliases = 0
    for entry in rows.lazy.flatMap(\.entries) {
      if entry.tag == .other { tags += 1 }
      if entry.form == .alias { aliases += 1 }
    }
    var parts: [String] = []
    let comments = commentCount
    if comments > 0 { parts.append(Counts.of(comments, "comment")) }
    if tags > 0 { parts.append(Counts.of(tags, "tag")) }
    if aliases > 0 { parts.append("\(aliases) \(aliases == 1 ? "alias" : "aliases")") }
    return parts
  }

  /// Comments on lines of their own and behind values.
  private var commentCount: Int {
    let bytes = source.bytes
    let entries = rows.lazy.flatMap(\.entries)
    var inside = entries.map(\.value).filter { bytes[$0].contains(0x0A) }.makeIterator()
    var text = inside.next()
    var count = 0
    for line in lines.starts.indices where lines.indent(ofLine: line) != nil {
      let start = lines.starts[line]
      while let range = text, range.upperBound <= start { text = inside.next() }
      if text?.contains(start) == true, text?.lowerBound != start { continue }
      if lines.isBlankOrComment(line: line) { count += 1 }
    }
    return count + entries.count { hasComment(behind: $0) }
  }
}
