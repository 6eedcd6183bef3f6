import TableKit
import Wording

/// Writes a row of a YAML document with its changes, and everything else preserved.
struct YAMLRowSplicer {
  let layout: YAMLLayout
  let table: Table
  let file: String
  /// The new columns whose cells are objects and lists, all that are not null.
  private let nestedColumns: Set<ColumnID>

  init(layout: YAMLLayout, table: Table, file: String) {
    self.layout = layout
    self.table = table
    self.file = file
    let known = Set(layout.loaded.columns.map(\.id))
    let new = table.columns.map(\.id).filter { column in
      !known.contains(column)
        && table.allRows.allSatisfy { row in
          let cell = table.cell(row, column)
          return cell.isNull || cell.text.first == "{" || cell.text.first == "["
        }
    }
    nestedColumns = Set(new)
  }

  /// A range of the source with its replacement.
  struct Change {
    var range: Range<Int>
    var text: String
    /// Whether it is lines of their own.
    var isLines = false
  }

  private var bytes: UnsafeRawBufferPointer { layout.source.bytes }

  /// Returns the changes of a row that is a mapping.
  func changes(of row: RowID, record: Int) throws(SourceError) -> [Change] {
    let place = layout.rows[record]
    let changes = try memberChanges(of: row, record, in: place)
    if !changes.isEmpty, place.isAnchored {
      throw refusal(of: row, "it has an anchor that others refer to")
    }
    return changes
  }

  /// Returns the error that a row, or its cell of a column, cannot be changed.
  func refusal(of row: RowID, in column: Column? = nil, _ reason: String) -> SourceError {
    let cell = column.map { "column '\(shown: $0.name)' of " } ?? ""
    return .cannotRewrite(file, what: cell + "row '\(shown: table.key(of: row))'", reason: reason)
  }

  /// The columns of a row's members, without those that it lacks.
  func members(of row: RowID) -> [Column] {
    table.columns.filter { !layout.isOwn($0.id) && !table.raw(row, $0.id).isEmpty }
  }

  private func memberChanges(
    of row: RowID, _ record: Int, in place: YAMLRow
  ) throws(SourceError) -> [Change] {
    var changes: [Change] = []
    var kept: [Int] = []
    for (e, entry) in place.entries.enumerated() {
      let loaded = layout.loaded.columns[entry.column]
      guard let column = table.column(loaded.id) else { continue }
      kept.append(e)
      if column.name !== loaded.name {
        changes.append(Change(range: entry.key, text: key(column.name, inFlow: place.isFlow)))
      }
      let former = layout.chunk.raw(record: record, field: entry.column)
      if !table.raw(row, column.id).elementsEqual(former) {
        changes.append(try change(entry, of: row, column, in: place))
      }
    }
    let mentioned = Set(place.entries.map { layout.loaded.columns[$0.column].id })
    let added = members(of: row).filter { !mentioned.contains($0.id) }
    if added.isEmpty { return changes + removals(from: place, keeping: kept) }
    if kept.isEmpty, !place.entries.isEmpty {
      // No member is left after which new ones could be inserted.
      let members = texts(of: added, row, inFlow: place.isFlow)
      let text =
        place.isFlow
        ? "{" + members.joined(separator: ", ") + "}"
        : members.joined(separator: lineStart(in: place))
      return [Change(range: place.extent, text: text)]
    }
    return changes + removals(from: place, keeping: kept)
      + [addition(added, to: row, place, kept: kept)]
  }

  /// Returns the change of a value.
  func change(
    _ entry: YAMLEntry, of row: RowID, _ column: Column, in place: YAMLRow
  ) throws(SourceError) -> Change {
    if entry.isAnchored {
      throw refusal(of: row, in: column, "it has an anchor that others refer to")
    }
    if entry.tag == .other {
      let tag = entry.tagged.map { bytes[$0].prefix { $0 > 0x20 } }
      let name = tag.map { String(decoding: $0, as: UTF8.self) } ?? "!"
      throw refusal(
        of: row, in: column, "it has the tag '\(shown: name)', which says what its text means")
    }
    let text = value(row, column, former: entry, inFlow: place.isFlow)
    switch entry.form {
    case .unknown:
      throw refusal(of: row, in: column, "it is written in a way that cannot be changed")
    case .nothing where entry.tagged == nil:
      return Change(range: colonEnd(entry)..<colonEnd(entry), text: " " + text)
    case .nested where bytes[entry.value].first != 0x5B && bytes[entry.value].first != 0x7B:
      return replacement(of: colonEnd(entry)..<entry.value.upperBound, by: text)
    // A new value has its own kind: the tag of the former value is dropped.
    default: return Change(range: entry.tagged ?? entry.value, text: text)
    }
  }

  /// Returns the change of what stands behind a colon, on lines of its own, to a value: the comments
  /// between them stay.
  func replacement(of range: Range<Int>, by value: String) -> Change {
    let lines = layout.lines
    var text = " " + value
    let end = lines.contentEnd(ofLine: lines.line(of: range.lowerBound))
    let rest = bytes[range.lowerBound..<min(end, range.upperBound)]
    let isComment = rest.drop { $0 == 0x20 || $0 == 0x09 }.first == 0x23
    if isComment, rest.first != 0x23 { text += String(decoding: rest, as: UTF8.self) }
    var texts = texts(in: range)[...]
    for line in lines.lines(beginningIn: range) where lines.isComment(line: line) {
      let start = lines.starts[line]
      texts = texts.drop { $0.upperBound <= start }
      if texts.first?.contains(start) == true { continue }
      let comment = bytes[start..<lines.contentEnd(ofLine: line)]
      text += String(decoding: layout.lineEnd + comment, as: UTF8.self)
    }
    return Change(range: range, text: text)
  }

  /// Returns where the texts in a value stand, in which a line may begin with `#`.
  private func texts(in range: Range<Int>) -> [Range<Int>] {
    var texts: [Range<Int>] = []
    guard let marks = try? YAMLMarks(UnsafeRawBufferPointer(rebasing: bytes[range])),
      let parser = try? YAMLParser(marks)
    else { return [range] }
    while parser.kind != .streamEnd {
      if parser.kind == .scalar {
        let text = parser.range
        texts.append(range.lowerBound + text.lowerBound..<range.lowerBound + text.upperBound)
      }
      // What cannot be parsed on its own has no comments that are sure.
      guard (try? parser.next()) != nil else { return [range] }
    }
    return texts
  }

  /// Returns the offset after the colon of a member.
  private func colonEnd(_ entry: YAMLEntry) -> Int {
    var i = entry.key.upperBound
    while i < bytes.count, bytes[i] != 0x3A { i += 1 }
    return i + 1
  }

  /// Returns the ranges to remove for members of deleted columns.
  private func removals(from place: YAMLRow, keeping kept: [Int]) -> [Change] {
    let entries = place.entries
    guard kept.count < entries.count else { return [] }
    guard let last = kept.last else { return [Change(range: place.extent, text: "{}")] }
    var changes = (0..<last).filter { !kept.contains($0) }.map { e in
      Change(range: entries[e].key.lowerBound..<entries[e + 1].key.lowerBound, text: "")
    }
    if last + 1 < entries.count {
      let range: Range<Int>
      if place.isFlow {
        range = end(of: entries[last])..<end(of: entries[entries.count - 1])
      } else {
        let line = layout.lines.line(of: entries[last + 1].key.lowerBound)
        range = layout.lines.contentEnd(ofLine: line - 1)..<place.extent.upperBound
      }
      changes.append(Change(range: range, text: place.isFlow ? blank(after: entries[last]) : ""))
    }
    return changes
  }

  private func end(of entry: YAMLEntry) -> Int {
    isEmpty(entry) ? colonEnd(entry) : entry.value.upperBound
  }

  private func isEmpty(_ entry: YAMLEntry) -> Bool { entry.form == .nothing && entry.tagged == nil }

  /// What parts a member from a comma or brace: a colon is a part of the key before these.
  private func blank(after entry: YAMLEntry) -> String { isEmpty(entry) ? " " : "" }

  private func addition(
    _ columns: [Column], to row: RowID, _ place: YAMLRow, kept: [Int]
  ) -> Change {
    let members = texts(of: columns, row, inFlow: place.isFlow)
    if place.isFlow {
      let at = place.extent.upperBound - 1
      let text = members.joined(separator: ", ")
      guard let last = kept.last.map({ place.entries[$0] }) else {
        return Change(range: at..<at, text: text)
      }
      return Change(range: end(of: last)..<end(of: last), text: blank(after: last) + ", " + text)
    }
    let at = place.extent.upperBound
    return Change(range: at..<at, text: members.map { lineStart(in: place) + $0 }.joined())
  }

  /// Returns new members of a row, each a key with its value.
  func texts(of columns: [Column], _ row: RowID, inFlow: Bool) -> [String] {
    columns.map {
      key($0.name, inFlow: inFlow) + ": " + value(row, $0, former: nil, inFlow: inFlow)
    }
  }

  /// Returns what precedes a member of a row that is not its first.
  private func lineStart(in place: YAMLRow) -> String {
    String(decoding: layout.lineEnd, as: UTF8.self) + String(repeating: " ", count: place.indent)
  }

  /// Returns a key as a scalar.
  func key(_ name: String, inFlow: Bool) -> String {
    YAMLText.scalar(name, style: .plain, mustBeText: false, inFlow: inFlow)
  }

  /// Returns the value of a cell, in the style of the value that it replaces, else of its column.
  func value(_ row: RowID, _ column: Column, former: YAMLEntry?, inFlow: Bool) -> String {
    let cell = table.cell(row, column.id)
    if cell.isNull {
      // One that --null names keeps its text.
      let raw = String(decoding: table.raw(row, column.id), as: UTF8.self)
      if raw.isEmpty || raw == CellSyntax.nullToken { return "null" }
      return YAMLText.scalar(raw, style: .plain, mustBeText: false, inFlow: inFlow)
    }
    if YAMLNested.isCollection(cell.text), former?.form == .nested || holdsNested(column, former) {
      return cell.text
    }
    let isOwn = layout.isOwn(column.id)
    let (style, isText) = habit(of: former) ?? (isOwn ? nil : habit(of: column)) ?? (.plain, false)
    return YAMLText.scalar(cell.text, style: style, mustBeText: isText, inFlow: inFlow)
  }

  /// Whether a new value of a column may be a collection: where it replaces null, or nothing, and the
  /// first value of the column that is not null is one, or the column has values of all sorts.
  private func holdsNested(_ column: Column, _ former: YAMLEntry?) -> Bool {
    guard former.map({ $0.kind == .null }) ?? true else { return false }
    if layout.isOwn(column.id) { return true }
    if nestedColumns.contains(column.id) { return true }
    let number = layout.loaded.columns.firstIndex { $0.id == column.id }
    let first = layout.rows.prefix(1000).lazy.flatMap(\.entries).first {
      $0.column == number && $0.kind != .null
    }
    return first?.form == .nested
  }

  private func habit(of entry: YAMLEntry?) -> (style: YAMLText.Style, isText: Bool)? {
    guard let entry else { return nil }
    switch entry.tag {
    case .null: return nil
    case .value: return (.plain, false)
    case .text:
      if case .scalar(let style) = entry.form { return (style, true) }
      return (.plain, true)
    case .none, .collection, .other: break
    }
    // A multi-line scalar is text, whatever it contains.
    if entry.form == .lines { return (.plain, true) }
    guard case .scalar(let style) = entry.form else { return nil }
    let text = String(decoding: bytes[entry.value], as: UTF8.self)
    if style == .plain, YAMLText.isNull(text) { return nil }
    return (style, style != .plain || YAMLText.isText(text))
  }

  /// Returns the style of the first value of a column that has one.
  private func habit(of column: Column) -> (style: YAMLText.Style, isText: Bool)? {
    guard let number = layout.loaded.columns.firstIndex(where: { $0.id == column.id }) else {
      return nil
    }
    for row in layout.rows.prefix(1000) {
      for entry in row.entries where entry.column == number {
        if let habit = habit(of: entry) { return habit }
      }
    }
    return nil
  }
}
