import Yams

/// The ends of nodes in a YAML text.
extension YAMLReader {
  /// Returns the offset after anchors and tags.
  func behindProperties(_ start: Int) -> (offset: Int, isAnchored: Bool) {
    var i = start
    var isAnchored = false
    while i < bytes.count, bytes[i] == 0x26 || bytes[i] == 0x21 {
      if bytes[i] == 0x26 { isAnchored = true }
      while i < bytes.count, !isSpace(bytes[i]) { i += 1 }
      while i < bytes.count, isSpace(bytes[i]) { i += 1 }
    }
    return (i, isAnchored)
  }

  /// Returns the entry of a value.
  ///
  /// - Parameters:
  ///   - next: the offset of the next key, or the end of the row.
  ///   - indent: the column of the keys.
  func entry(
    _ node: Node, column: Int, key: Range<Int>, next: Int, inFlow: Bool, indent: Int
  ) -> YAMLEntry {
    var entry = untaggedEntry(
      node, column: column, key: key, next: next, inFlow: inFlow, indent: indent)
    let tag = tag(of: node)
    entry.kind = node.scalar.map { YAMLNested.kind($0, tag) } ?? .json
    if tag == .none || entry.form == .alias || entry.form == .unknown { return entry }
    entry.tag = tag
    let place = offset(node)
    guard place > key.upperBound, place < next, bytes[place] == 0x21 else {
      entry.form = .unknown
      return entry
    }
    let end = tagEnd(place, inFlow: inFlow)
    if entry.form == .nothing { entry.value = end..<end }
    entry.tagged = place..<entry.value.upperBound
    return entry
  }

  /// Returns the meaning of a node's tag as written in the source: the parser adds a tag to every
  /// scalar that is not plain, and drops the lone `!` that makes a plain one text.
  func tag(of node: Node) -> YAMLTag {
    let tag = YAMLTag(of: node)
    guard tag == .none || tag == .text, case .scalar = node else { return tag }
    let place = offset(node)
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

  private func untaggedEntry(
    _ node: Node, column: Int, key: Range<Int>, next: Int, inFlow: Bool, indent: Int
  ) -> YAMLEntry {
    var place = offset(node)
    var i = key.upperBound
    while i < next, bytes[i] == 0x20 || bytes[i] == 0x09 { i += 1 }
    guard i < next, bytes[i] == 0x3A else {
      return YAMLEntry(
        column: column, key: key, value: key.upperBound..<key.upperBound, form: .unknown,
        isAnchored: false)
    }
    // After the colon follows the value or the name of an alias.
    i += 1
    while i < next, isSpace(bytes[i]) { i += 1 }
    if i < next, bytes[i] == 0x2A {
      var end = i
      while end < next, !isSpace(bytes[end]), bytes[end] != 0x2C, bytes[end] != 0x7D { end += 1 }
      return YAMLEntry(
        column: column, key: key, value: i..<end, form: .alias, isAnchored: false)
    }
    if place < key.upperBound || place > next { place = key.upperBound + 1 }
    let content = behindProperties(place)
    switch node {
    case .scalar:
      let span = scalarSpan(node, inFlow: inFlow, indent: indent, next: next)
      return YAMLEntry(
        column: column, key: key, value: span.value, form: span.form,
        isAnchored: content.isAnchored)
    default:
      let end = isBraced(content.offset) ? flowEnd(content.offset) : inFlow ? nil : next
      return YAMLEntry(
        column: column, key: key, value: content.offset..<(end ?? content.offset),
        form: end == nil ? .unknown : .nested, isAnchored: content.isAnchored)
    }
  }

  /// Whether a flow collection begins at an offset.
  func isBraced(_ offset: Int) -> Bool {
    offset < bytes.count && (bytes[offset] == 0x5B || bytes[offset] == 0x7B)
  }

  /// Returns the range of a scalar without its anchor and tag, and its form.
  func scalarSpan(
    _ node: Node, inFlow: Bool, indent: Int = 0, next: Int = .max
  ) -> (value: Range<Int>, form: YAMLEntry.Form) {
    guard let scalar = node.scalar else { return (0..<0, .unknown) }
    let begin = behindProperties(offset(node)).offset
    let limit = min(next, bytes.count)
    switch scalar.style {
    case .doubleQuoted, .singleQuoted:
      guard begin < bytes.count, let end = quotedEnd(begin) else {
        return (begin..<begin, .unknown)
      }
      return (begin..<end, .scalar(scalar.style == .doubleQuoted ? .double : .single))
    case .literal, .folded:
      return (begin..<linesEnd(from: begin, indent: indent, limit: limit), .lines)
    default:
      let text = marks.restored(scalar.string)
      if text.isEmpty { return (begin..<begin, .nothing) }
      let end = min(begin + text.utf8.count, bytes.count)
      if bytes[begin..<end].elementsEqual(text.utf8) {
        return (begin..<end, .scalar(.plain))
      }
      if inFlow { return (begin..<begin, .unknown) }
      let whole = linesEnd(from: begin, indent: indent, limit: limit)
      return (begin..<trimmed(whole, notBefore: begin), .lines)
    }
  }

  /// Returns the offset after the closing quote of a scalar.
  private func quotedEnd(_ start: Int) -> Int? {
    let quote = bytes[start]
    var i = start + 1
    while i < bytes.count {
      if bytes[i] == quote {
        if quote == 0x27, i + 1 < bytes.count, bytes[i + 1] == quote {
          i += 2
          continue
        }
        return i + 1
      }
      i += quote == 0x22 && bytes[i] == 0x5C ? 2 : 1
    }
    return nil
  }

  /// Returns the end of a multi-line scalar: that of the last line indented more than its key.
  private func linesEnd(from start: Int, indent: Int, limit: Int) -> Int {
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

  /// Returns the offset after the bracket or brace that closes the one at an offset.
  func flowEnd(_ start: Int) -> Int? {
    var depth = 0
    var i = start
    while i < bytes.count {
      switch bytes[i] {
      case 0x5B, 0x7B: depth += 1
      case 0x5D, 0x7D:
        depth -= 1
        if depth == 0 { return i + 1 }
      case 0x22, 0x27:
        // Inside a plain scalar a quote is an ordinary character.
        if i > start, !isSpace(bytes[i - 1]), ![0x5B, 0x7B, 0x2C, 0x3A].contains(bytes[i - 1]) {
          break
        }
        guard let end = quotedEnd(i) else { return nil }
        i = end
        continue
      case 0x23 where i > start && isSpace(bytes[i - 1]):
        i = lines.contentEnd(ofLine: lines.line(of: i))
        continue
      default: break
      }
      i += 1
    }
    return nil
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
