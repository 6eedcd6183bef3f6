/// The ranges of keys and values in a YAML text.
extension YAMLReader {
  /// Returns the offset after anchors and tags, and after comments that follow these.
  func behindProperties(_ start: Int) -> (offset: Int, isAnchored: Bool) {
    var i = start
    var isAnchored = false
    while i < bytes.count, bytes[i] == 0x26 || bytes[i] == 0x21 {
      if bytes[i] == 0x26 { isAnchored = true }
      while i < bytes.count, !isSpace(bytes[i]) { i += 1 }
      while i < bytes.count, isSpace(bytes[i]) || bytes[i] == 0x23 {
        i = bytes[i] == 0x23 ? lines.contentEnd(ofLine: lines.line(of: i)) : i + 1
      }
    }
    return (i, isAnchored)
  }

  /// Returns the range of the current event, a scalar key, without anchor and tag.
  func keySpan(_ parser: YAMLParser) -> Range<Int> {
    let begin = behindProperties(parser.range.lowerBound).offset
    let isEmpty = parser.style == .plain && parser.text.isEmpty
    return begin..<(isEmpty ? begin : max(begin, parser.range.upperBound))
  }

  /// Whether a colon follows a key on its line, as it does not follow an explicit one.
  func hasColon(behind key: Range<Int>) -> Bool {
    var i = key.upperBound
    while i < bytes.count, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    return i < bytes.count && bytes[i] == 0x3A
  }

  /// Sets the form and the range of the current event, a scalar.
  ///
  /// - Parameter begin: the offset after anchor and tag.
  func setSpan(of member: inout PendingEntry, _ parser: YAMLParser, from begin: Int, inFlow: Bool) {
    let text = parser.text
    let end = max(begin, parser.range.upperBound)
    member.entry.value = begin..<begin
    switch parser.style {
    case .double, .single:
      member.entry.value = begin..<end
      member.entry.form = .scalar(parser.style == .double ? .double : .single)
    case .block:
      member.entry.form = .lines
      member.end = .lines
    case .plain where text.isEmpty: member.entry.form = .nothing
    case .plain where parser.isVerbatim(at: begin):
      member.entry.value = begin..<begin + text.count
      member.entry.form = .scalar(.plain)
    case .plain where inFlow: member.entry.form = .unknown
    case .plain:
      member.entry.form = .lines
      member.end = .plainLines
    }
  }

  /// Sets the tag of a value, which must be the first of its properties to be changed with it.
  func setTag(_ tag: YAMLTag, of entry: inout YAMLEntry, at place: Int, inFlow: Bool) {
    if tag == .none || entry.form == .unknown { return }
    entry.tag = tag
    guard place > entry.key.upperBound, place < bytes.count, bytes[place] == 0x21 else {
      entry.form = .unknown
      return
    }
    if entry.form == .nothing {
      let end = tagEnd(place, inFlow: inFlow)
      entry.value = end..<end
    }
    entry.tagged = place..<max(place, entry.value.upperBound)
  }

  /// Returns the meaning of a scalar's tag as written in the source: the parser adds a tag to every
  /// scalar that is not plain, and drops the lone `!` that makes a plain one text.
  func tag(_ tag: YAMLTag, ofScalarAt place: Int) -> YAMLTag {
    guard tag == .none || tag == .text else { return tag }
    return place < bytes.count && bytes[place] == 0x21 ? .text : .none
  }

  /// Returns the offset after a tag.
  private func tagEnd(_ start: Int, inFlow: Bool) -> Int {
    var i = start
    while i < bytes.count, !isSpace(bytes[i]), !inFlow || ![0x2C, 0x5D, 0x7D].contains(bytes[i]) {
      i += 1
    }
    return i
  }

  /// Returns the end of a multi-line scalar: that of the last line indented more than its key.
  func linesEnd(from start: Int, indent: Int, limit: Int) -> Int {
    var line = lines.line(of: start)
    var end = lines.contentEnd(ofLine: line)
    line += 1
    while line < lines.starts.count, lines.starts[line] < limit {
      if let found = lines.indent(ofLine: line) {
        guard found > indent else { break }
        end = lines.contentEnd(ofLine: line)
      }
      line += 1
    }
    return end
  }

  /// Returns the end of the last line before an offset that has more than a comment.
  func trimmed(_ end: Int, notBefore start: Int) -> Int {
    guard end > start else { return start }
    var line = lines.line(of: end - 1)
    let first = lines.line(of: start)
    while line > first, lines.isBlankOrComment(line: line) { line -= 1 }
    return min(end, max(start, lines.contentEnd(ofLine: line)))
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
