/// A source in the making: the rows of a base in source order, as a delta changes them.
struct FreshSource {
  private struct Row {
    let known: RowID?
    var cells: [ColumnID: Cell] = [:]
  }

  private let base: Table
  /// The rows that the base or the delta has.
  private var rows: [Row] = []
  /// The indexes of rows, in source order.
  private var sections: [(label: Section.Label, rows: [Int])] = []
  private var indexes: [RowID: Int] = [:]
  private var added: NameTable<Int> = [:]

  /// - Throws: as `Editor.merge(delta:title:origin:)`.
  /// - Complexity: O(cells of the base), and O(rows) for each inserted row.
  init(_ base: Table, _ delta: Delta) throws(EditError) {
    self.base = base
    let changed = delta.joinedRows
    let known = changed.map { base.row(withKey: $0.key) }
    let isKept = RowSet(known.compactMap { $0 })
    let gone = RowSet(
      delta.deleted.compactMap { base.row(withKey: $0) }.filter { !isKept.contains($0) })
    let groups =
      base.sectionColumn == nil
      ? base.sections.map { ($0.label, $0.rows.list) }
      : [(Section.Label(Section.soleName), base.sourceOrder)]
    for (label, ids) in groups {
      let ids = ids.filter { !gone.contains($0) }
      for (i, row) in ids.enumerated() { indexes[row] = rows.count + i }
      sections.append((label, Array(rows.count..<rows.count + ids.count)))
      rows += ids.map { Row(known: $0) }
    }
    for (row, known) in zip(changed, known) { try take(row, known) }
  }

  private mutating func take(_ row: Delta.Row, _ known: RowID?) throws(EditError) {
    if let known, let index = indexes[known] {
      for (column, cell) in try base.cells(of: row)
      where !base.keyColumns.contains(column) && base.cell(known, column) != cell {
        rows[index].cells[column] = cell
      }
      return
    }
    rows.append(Row(known: nil, cells: try base.cellsOfNew(row)))
    added[row.name] = rows.count - 1
    var neighbour: (section: Int, row: Int)?
    switch row.place {
    case .end, .index: break
    case .behind(let key): neighbour = place(of: key).map { ($0.section, $0.row + 1) }
    case .before(let key): neighbour = place(of: key)
    }
    var s = neighbour?.section ?? sections.count - 1
    if base.sectionColumn == nil, let name = row.section {
      s = sections.firstIndex { $0.label.name === name } ?? sections.count
      if s == sections.count { sections.append((Section.Label(name), [])) }
    }
    if s < 0 {
      sections.append((Section.Label(Section.soleName), []))
      s = 0
    }
    var r = sections[s].rows.count
    if let neighbour, neighbour.section == s { r = neighbour.row }
    if case .index(let index) = row.place, index < r { r = index }
    sections[s].rows.insert(rows.count - 1, at: r)
  }

  private func place(of key: [String]) -> (section: Int, row: Int)? {
    let index =
      base.row(withKey: key).flatMap { indexes[$0] } ?? added[Delta.Row(key, []).name]
    for s in sections.indices {
      if let r = sections[s].rows.firstIndex(where: { $0 == index }) { return (s, r) }
    }
    return nil
  }

  /// The source as a table, with identities of its own.
  var table: Table {
    let fields = base.columns.enumerated().reduce(into: [ColumnID: ColumnID]()) { fields, column in
      fields[column.element.id] = ColumnID(column.offset)
    }
    let all = base.columns.map(\.id).sorted().compactMap { fields[$0] }
    var chunks = [Chunk(syntax: base.syntax, fields: all)]
    for index in sections.flatMap(\.rows) { append(rows[index], to: &chunks, fields) }
    var table = Table(
      columns: base.columns.map(\.name), chunks: chunks,
      sections: sections.map { Table.SectionRecords($0.label, count: $0.rows.count) })
    table.setKey(
      base.keyColumns.compactMap { key in
        base.columns.firstIndex { $0.id == key }.map { ColumnID($0) }
      })
    return table
  }

  /// Appends a record to the last chunk, or to a new one where it has other columns.
  ///
  /// - Parameter fields: the columns of the table by those of the base.
  private func append(_ row: Row, to chunks: inout [Chunk], _ fields: [ColumnID: ColumnID]) {
    let content = base.content(
      { column in
        guard row.cells[column]?.isNull ?? true else { return .held }
        return row.known.map { .init($0, column, in: base) }
          ?? (row.cells[column] == nil ? .none : .held)
      },
      { column, bytes in
        let raw = row.known.map { base.raw($0, column) } ?? .nothing
        if let cell = row.cells[column] {
          base.encode(cell, in: column, like: raw, into: &bytes)
        } else {
          bytes.append(contentsOf: raw)
        }
      })
    let fields = content.fields.compactMap { fields[$0] }
    if chunks[chunks.count - 1].fields != fields {
      chunks.append(Chunk(syntax: base.syntax, fields: fields))
    }
    _ = chunks[chunks.count - 1].append(content.bytes, cellEnds: content.ends)
  }
}
