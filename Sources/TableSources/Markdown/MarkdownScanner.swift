/// A table in a text of Markdown: its lines, each with its line end.
struct MarkdownTable {
  /// The names of columns, without the line end.
  var header: Range<Int>
  /// The line of dashes below them.
  var rule: Range<Int>
  var rows: [Range<Int>] = []
  /// The offset behind the last line end.
  var end: Int

  /// All that belongs to it.
  var range: Range<Int> { header.lowerBound..<end }

  /// Returns the table with all places moved.
  func moved(by offset: Int) -> MarkdownTable {
    func moved(_ range: Range<Int>) -> Range<Int> {
      range.lowerBound + offset..<range.upperBound + offset
    }
    return MarkdownTable(
      header: moved(header), rule: moved(rule), rows: rows.map(moved), end: end + offset)
  }
}

/// Finds the tables of a text of Markdown, as GitHub does: what stands in code, in comments or in other
/// HTML is no table.
///
/// Source: GitHub Flavored Markdown, 4 (leaf blocks), 5.2 (list items).
struct MarkdownScanner {
  private let bytes: UnsafeRawBufferPointer
  private(set) var tables: [MarkdownTable] = []
  /// The columns at which the contents of the open list items begin.
  private var items: [Int] = []
  /// What the lines belong to that are not looked at.
  private var block: Block?

  /// A block in which nothing is a table.
  private enum Block {
    /// Code between fences: the sign of the fence, its length, and the number of quotes around it.
    case fence(UInt8, Int, quotes: Int)
    /// HTML up to a line with one of some texts.
    case upTo([String])
    /// HTML up to a blank line.
    case upToBlank
  }

  /// Finds the tables.
  ///
  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    var start = Self.frontMatter(bytes)
    var former: MarkdownLine?
    while start < bytes.count {
      let (line, next) = Self.line(bytes, from: start)
      start = next
      guard !skips(line) else {
        former = nil
        continue
      }
      if let header = former, let table = table(header, line, &start) {
        tables.append(table)
        former = nil
      } else {
        former = isHeader(line) ? line : nil
      }
    }
  }

  /// Returns a line, and the offset behind its line end.
  static func line(
    _ bytes: UnsafeRawBufferPointer, from start: Int
  ) -> (line: MarkdownLine, next: Int) {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    var next = min(end + 1, bytes.count)
    if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { next += 1 }
    return (MarkdownLine(bytes, start..<end), next)
  }

  /// The offset behind a block of YAML at the start, and behind a byte order mark.
  private static func frontMatter(_ bytes: UnsafeRawBufferPointer) -> Int {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func isMark(_ line: MarkdownLine, _ marks: [String]) -> Bool {
      let text = bytes[line.range]
      return marks.contains { text.elementsEqual($0.utf8) }
    }
    guard start < bytes.count else { return start }
    var (line, next) = line(bytes, from: start)
    guard isMark(line, ["---"]) else { return start }
    while next < bytes.count {
      (line, next) = Self.line(bytes, from: next)
      if isMark(line, ["---", "..."]) { return next }
    }
    return start
  }
}

// MARK: - Blocks

extension MarkdownScanner {
  private func content(_ line: MarkdownLine) -> Slice<UnsafeRawBufferPointer> {
    bytes[line.lead.upperBound..<line.range.upperBound]
  }

  /// Whether a line has nothing but blanks and signs of quotes.
  private func isBlank(_ line: MarkdownLine) -> Bool {
    line.lead.upperBound == line.range.upperBound
  }

  /// The column at which the content of a line begins, behind the signs of quotes.
  private func indent(_ line: MarkdownLine) -> Int {
    var column = 0
    for byte in bytes[line.lead] {
      switch byte {
      case 0x3E: column = -1
      case 0x09: column += 4 - max(column, 0) % 4
      default: column += 1
      }
    }
    return max(column, 0)
  }

  /// How far a line is indented beyond the list item that it belongs to.
  private func depth(_ line: MarkdownLine) -> Int {
    indent(line) - (items.last { $0 <= indent(line) } ?? 0)
  }

  /// Whether a line is in a block without tables, or begins one; notes the blocks that it begins or ends.
  private mutating func skips(_ line: MarkdownLine) -> Bool {
    let text = content(line)
    switch block {
    case .fence(let sign, let length, let quotes)?:
      if line.quotes(bytes) < quotes { break }
      let fence = text.prefix { $0 == sign }
      if fence.count >= length, text.dropFirst(fence.count).allSatisfy(MarkdownLine.isBlank) {
        block = nil
      }
      return true
    case .upTo(let ends)?:
      if ends.contains(where: { Self.contains(text, $0) }) { block = nil }
      return true
    case .upToBlank?:
      if isBlank(line) { block = nil }
      return true
    case nil: break
    }
    block = nil
    if isBlank(line) { return true }
    let column = indent(line)
    items.removeAll { $0 > column }
    if depth(line) >= 4 { return true }
    if let fence = Self.fence(text) {
      block = .fence(fence.sign, fence.length, quotes: line.quotes(bytes))
      return true
    }
    if let html = Self.html(text) {
      block = html
      if case .upTo(let ends) = html,
        ends.contains(where: { Self.contains(text.dropFirst(2), $0) })
      {
        block = nil
      }
      return true
    }
    if let width = Self.itemWidth(text) {
      items.append(column + width)
      return true
    }
    return Self.isHeading(text)
  }

  /// The sign and the length of a fence that begins code.
  private static func fence(_ text: Slice<UnsafeRawBufferPointer>) -> (sign: UInt8, length: Int)? {
    guard let sign = text.first, sign == 0x60 || sign == 0x7E else { return nil }
    let length = text.prefix { $0 == sign }.count
    guard length > 2, sign == 0x7E || !text.dropFirst(length).contains(0x60) else { return nil }
    return (sign, length)
  }

  private static func isHeading(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let signs = text.prefix { $0 == 0x23 }.count
    let rest = text.dropFirst(signs)
    return (1...6).contains(signs) && (rest.first.map(MarkdownLine.isBlank) ?? true)
  }

  /// The width of the sign of a list item with the blanks behind it; nil: the line begins none.
  private static func itemWidth(_ text: Slice<UnsafeRawBufferPointer>) -> Int? {
    guard let first = text.first else { return nil }
    var width = 1
    if [0x2D, 0x2B, 0x2A].contains(first) {
      // `* * *` and `---` part sections.
      let signs = text.filter { !MarkdownLine.isBlank($0) }
      if first != 0x2B, signs.count > 2, signs.allSatisfy({ $0 == first }) { return nil }
    } else {
      let digits = text.prefix { $0 &- 0x30 < 10 }.count
      guard (1...9).contains(digits), let sign = text.dropFirst(digits).first,
        sign == 0x2E || sign == 0x29
      else { return nil }
      width = digits + 1
    }
    let blanks = text.dropFirst(width).prefix(while: MarkdownLine.isBlank).count
    if blanks == 0 { return text.count == width ? width + 1 : nil }
    return width + (blanks > 4 ? 1 : blanks)
  }

  /// Whether a line is a break between sections.
  private static func isBreak(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let signs = text.filter { !MarkdownLine.isBlank($0) }
    guard let first = signs.first, [0x2D, 0x5F, 0x2A].contains(first) else { return false }
    return signs.count > 2 && signs.allSatisfy { $0 == first }
  }

  /// The block of HTML that a line begins.
  private static func html(_ text: Slice<UnsafeRawBufferPointer>) -> Block? {
    guard text.first == 0x3C else { return nil }
    let start = String(decoding: text.prefix(32), as: UTF8.self).lowercased()
    if start.hasPrefix("<!--") { return .upTo(["-->"]) }
    if start.hasPrefix("<?") { return .upTo(["?>"]) }
    if start.hasPrefix("<![cdata[") { return .upTo(["]]>"]) }
    if start.hasPrefix("<!") { return .upTo([">"]) }
    let name = String(
      start.dropFirst(start.hasPrefix("</") ? 2 : 1).prefix { $0.isLetter || $0.isNumber })
    guard !name.isEmpty else { return nil }
    let raw = ["script", "pre", "style", "textarea"]
    if raw.contains(name), !start.hasPrefix("</") { return .upTo(raw.map { "</\($0)>" }) }
    let isAlone =
      text.count { $0 == 0x3C } == 1 && text.count { $0 == 0x3E } == 1
      && text.reversed().drop(while: MarkdownLine.isBlank).first == 0x3E
    return elements.contains(name) || isAlone ? .upToBlank : nil
  }

  private static let elements: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption",
    "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head",
    "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu", "menuitem", "nav",
    "noframes", "ol", "optgroup", "option", "p", "param", "search", "section", "summary", "table",
    "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]

  private static func contains(_ text: Slice<UnsafeRawBufferPointer>, _ part: String) -> Bool {
    String(decoding: text, as: UTF8.self).lowercased().utf8.firstRange(of: part.utf8) != nil
  }
}

// MARK: - Tables

extension MarkdownScanner {
  /// Whether a line may hold the names of columns.
  private func isHeader(_ line: MarkdownLine) -> Bool { !Self.isBreak(content(line)) }

  /// Returns the table that a line begins with the one below; `start` is then the offset behind it.
  private mutating func table(
    _ header: MarkdownLine, _ rule: MarkdownLine, _ start: inout Int
  ) -> MarkdownTable? {
    guard rule.isRule(bytes), rule.cells.count == header.cells.count,
      rule.quotes(bytes) == header.quotes(bytes)
    else { return nil }
    var table = MarkdownTable(header: header.range, rule: rule.range, end: start)
    while start < bytes.count {
      let (line, next) = Self.line(bytes, from: start)
      guard isRow(line, quotes: rule.quotes(bytes)) else { break }
      table.rows.append(line.range)
      (start, table.end) = (next, next)
    }
    return table
  }

  /// Whether a line below a table is a row of it: any that is not blank and begins no other block.
  private func isRow(_ line: MarkdownLine, quotes: Int) -> Bool {
    !isBlank(line) && line.quotes(bytes) == quotes && depth(line) < 4
      && !(items.last.map { indent(line) < $0 } ?? false) && Self.isRow(content(line))
  }

  /// Whether a line with this content begins no other block than a row.
  static func isRow(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    !text.isEmpty && !isHeading(text) && !isBreak(text) && fence(text) == nil && html(text) == nil
      && itemWidth(text) == nil
  }
}
