import TableKit
import Wording

/// The lines that belong to each row: comments and blank lines belong to the row below them, as
/// people write them, unless they are indented like the members of the row above.
extension YAMLLayout {
  /// Returns the end of a row's own lines, the end of its last line included.
  func ownEnd(of record: Int) -> Int {
    let row = rows[record]
    guard let place = place(of: record), !place.isFlow else { return row.extent.upperBound }
    var end = lines.line(of: row.extent.upperBound) + 1
    let isText = row.entries.last?.form == .lines
    // Blank lines can be part of a text that ends the row.
    while isText, end < lines.starts.count, lines.starts[end] < row.end,
      lines.indent(ofLine: end) == nil
    {
      end += 1
    }
    var line = end
    while line < lines.starts.count, lines.starts[line] < row.end {
      if let indent = lines.indent(ofLine: line), indent > place.indent { end = line + 1 }
      line += 1
    }
    return min(row.end, end < lines.starts.count ? lines.starts[end] : source.bytes.count)
  }

  /// Returns the lines above a row that belong to it; those at the start of the document stay
  /// there.
  func lead(of record: Int) -> Range<Int> {
    let start = rows[record].start
    guard let place = place(of: record), !place.isFlow else { return start..<start }
    if record > place.records.lowerBound { return min(ownEnd(of: record - 1), start)..<start }
    guard hasSections else { return start..<start }
    let first = lines.line(of: place.key.upperBound) + 1
    let last = lines.line(of: start)
    guard first < last, (first..<last).allSatisfy({ lines.isBlankOrComment(line: $0) }) else {
      return start..<start
    }
    return lines.starts[first]..<start
  }

  /// Whether a record is a row of a sequence.
  func isInList(_ record: Int) -> Bool { place(of: record)?.form == .list }

  /// Returns the section of a record.
  ///
  /// - Complexity: O(log sections).
  func place(of record: Int) -> YAMLSection? {
    let place = places.partitioningIndex { $0.records.upperBound > record }
    return place < places.count && places[place].records.contains(record) ? places[place] : nil
  }

  /// Returns the number of comments inside a row: on their own lines and after values.
  func commentCount(in record: Int) -> Int {
    let row = rows[record]
    let bytes = source.bytes
    let texts = row.entries.map(\.value).filter { bytes[$0].contains { $0 == 0x0A || $0 == 0x0D } }
    let count = lines.lines(beginningIn: row.extent).count { line in
      lines.isComment(line: line) && !texts.contains { $0.contains(lines.starts[line]) }
    }
    return count + row.entries.count { hasComment(behind: $0) }
  }

  /// Whether a comment follows a value on its line.
  func hasComment(behind entry: YAMLEntry) -> Bool {
    guard entry.form != .lines, entry.form != .unknown else { return false }
    let rest = source.bytes[entry.value.upperBound...].prefix { $0 != 0x0A && $0 != 0x0D }
    let lead = rest.prefix { $0 == 0x20 || $0 == 0x09 || $0 == 0x7D || $0 == 0x2C }
    return lead.contains { $0 == 0x20 || $0 == 0x09 } && rest.dropFirst(lead.count).first == 0x23
  }
}

extension YAMLLayout {
  /// Comments, tags outside the core schema, anchors with their aliases, and what merge keys do.
  ///
  /// - Complexity: O(lines + cells).
  var besidesTable: [String] {
    var tags = 0
    var aliases = 0
    var merges = 0
    let merge = loaded.columns.firstIndex { $0.name == "<<" }
    for entry in rows.lazy.flatMap(\.entries) {
      if entry.tag == .other { tags += 1 }
      if entry.form == .alias { aliases += 1 }
      if entry.column == merge, source.bytes[entry.key.lowerBound] == 0x3C { merges += 1 }
      if entry.form == .nested { merges += mergeCount(source.bytes[entry.value]) }
    }
    var parts: [String] = []
    let comments = commentCount
    if comments > 0 { parts.append(Counts.of(comments, "comment")) }
    if tags > 0 { parts.append(Counts.of(tags, "tag")) }
    if aliases > 0 { parts.append("\(aliases) \(aliases == 1 ? "alias" : "aliases")") }
    if merges > 0 { parts.append("\(Counts.of(merges, "merge")) of members by '<<'") }
    return parts
  }

  /// The number of merge keys in a list or an object.
  private func mergeCount(_ value: Slice<UnsafeRawBufferPointer>) -> Int {
    let (key, colon) = (UInt8(ascii: "<"), UInt8(ascii: ":"))
    return value.indices.count { i in
      guard value[i] == key, value[i...].dropFirst().first == key,
        i == value.startIndex || " \n\r\t{,".utf8.contains(value[i - 1])
      else { return false }
      return value[(i + 2)...].drop { $0 == 0x20 }.first == colon
    }
  }

  /// The number of comments on their own lines and after values.
  private var commentCount: Int {
    let bytes = source.bytes
    let entries = rows.lazy.flatMap(\.entries)
    var inside = entries.map(\.value).filter { bytes[$0].contains(0x0A) }.makeIterator()
    var text = inside.next()
    var count = 0
    for line in lines.starts.indices where lines.isComment(line: line) {
      let start = lines.starts[line]
      while let range = text, range.upperBound <= start { text = inside.next() }
      if text?.contains(start) == true, text?.lowerBound != start { continue }
      count += 1
    }
    return count + entries.count { hasComment(behind: $0) }
  }
}
