import TableKit
import Wording

/// What of a table an outline does not keep.
extension JSONLayout {
  /// Returns warnings about what of a table the document cannot keep.
  func outlineLosses(in table: Table, _ outline: DocumentOutline) -> [SourceNote] {
    var notes =
      outline.form == .sections
      ? SectionLoss.titles(table, what: "a JSON object")
      : SectionLoss.notes(table, what: "a JSON object of rows")
    func note(_ text: String) { notes.append(.warning(text)) }
    let known = Set(loaded.columns.map(\.id))
    let kept = table.columns.map(\.id).filter(known.contains)
    if kept != loaded.columns.map(\.id).filter(Set(kept).contains) {
      note("the order of columns is not kept: the members of each object keep theirs")
    }
    for index in outline.columns.all {
      let (old, new) = (loaded.columns[index], table.column(loaded.columns[index].id))
      if let new, new.name !== old.name {
        note(
          "column '\(new.name)' is not a member of rows: it is '\(old.name)' when it is read again")
      }
    }
    let sections = sections(of: table)
    let order = sections.compactMap(\.number)
    if outline.form == .sections, order != order.sorted() {
      note("sections are sorted by name when the file is read again")
    }
    let movedNames = sections.filter { written in
      guard let number = written.number, !isList(written, of: table) else { return false }
      let records = records(ofSection: number)
      let there = written.rows.compactMap(record(of:)).filter(records.contains)
      return there != there.sorted()
    }
    if !movedNames.isEmpty {
      note(
        "rows with names are sorted by name when the file is read again; the file has the new order"
      )
    }
    let labels = labelsInLists(sections, of: table, outline)
    if labels > 0 {
      note(
        "\(Counts.of(labels, "row")) of lists got another 'key' or 'path', which "
          + "\(labels == 1 ? "is" : "are") not written: move puts rows at other places")
    }
    return notes
  }

  /// Whether the rows of a section are written as a list: as they were read, and in a new section
  /// unless a row has a name that is no place.
  func isList(_ written: WrittenSection, of table: Table) -> Bool {
    if let number = written.number { return outline?.places[number]?.isList ?? false }
    return !written.rows.contains { hasName($0, in: table) }
  }

  /// Whether the key of a row is a name, and no place in a list.
  private func hasName(_ row: RowID, in table: Table) -> Bool {
    guard let outline else { return false }
    let key = loaded.columns[outline.columns.key].id
    guard table.column(key) != nil else { return false }
    let cell = table.cell(row, key)
    return !cell.isNull && Int(cell.text) == nil
  }

  /// The number of rows of lists that got keys or paths that are not their places.
  private func labelsInLists(
    _ sections: [WrittenSection], of table: Table, _ outline: DocumentOutline
  ) -> Int {
    let fields = [outline.columns.path, outline.columns.key].compactMap(\.self)
    return sections.reduce(0) { count, written in
      guard isList(written, of: table) else { return count }
      let path = DocumentOutline.escaped(written.section.name) + "/"
      return count
        + zip(written.rows, 0...).count { row, place in
          if table.record(of: row).chunk === chunk { return false }
          guard let record = record(of: row) else { return hasName(row, in: table) }
          return fields.contains { field in
            let column = loaded.columns[field].id
            guard table.column(column) != nil else { return false }
            let text = table.cell(row, column).text
            let old = chunk.syntax.cell(chunk.raw(record: record, field: field)).text
            return text !== old && text !== "\(place)" && text !== path + "\(place)"
          }
        }
    }
  }
}

extension JSONLayout {
  /// Returns the sections to write, with their rows. Those that are made from a column are none of an
  /// outline, which keeps its own: their rows stand there in the order of the table.
  func sections(of table: Table) -> [WrittenSection] {
    guard let outline, outline.form == .sections, table.sectionColumn != nil else {
      return writtenSections(of: table)
    }
    var result = loadedSections.enumerated().map {
      WrittenSection(section: $1, number: $0, rows: [])
    }
    // A new row joins the section of the one before it, the first ones a list.
    var s = outline.places.firstIndex { $0?.isList == true } ?? result.count - 1
    let ends = result.indices.map { records(ofSection: $0).upperBound }
    for row in table.sourceOrder {
      if let record = record(of: row) { s = ends.firstIndex { record < $0 } ?? s }
      result[s].rows.append(row)
    }
    return result
  }

  func storedNames(
    in section: WrittenSection, behind prefix: String, of table: Table
  ) -> [(name: String, end: String)?] {
    guard let outline, let path = outlineColumns.path, let key = outlineColumns.key else {
      return []
    }
    let records = records(ofSection: section.number)
    let (isOwn, isList) = (prefix.isEmpty, isList(section, of: table))
    return section.rows.enumerated().map { i, row in
      let record = record(of: row)
      if table.record(of: row).chunk === chunk, let record, records.contains(record) { return nil }
      let (label, cell) = (table.cell(row, path), table.cell(row, key))
      if isList {
        let keepsPath = !label.isNull && record.map(records.contains) ?? true
        return keepsPath ? nil : ("\(i)", "\(i)")
      }
      let loadedKey = record.map {
        chunk.syntax.cell(chunk.raw(record: $0, field: outline.columns.key)).text
      }
      var name = cell.text
      if cell.isNull || name === loadedKey ?? "", label.text.utf8.starts(with: prefix.utf8) {
        let rest = String(decoding: label.text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        name = isOwn ? DocumentOutline.unescaped(rest) : rest
      }
      return (name, isOwn ? DocumentOutline.escaped(name) : name)
    }
  }
}

extension JSONLayout {
  /// Whether the rows of a table stand as they would be read again: those with names, and sections, by
  /// name.
  func readsInOrder(_ table: Table) -> Bool {
    guard let outline else { return true }
    let key = loaded.columns[outline.columns.key].id
    guard table.column(key) != nil else { return false }
    func isOrdered(_ names: [String]) -> Bool {
      zip(names, names.dropFirst()).allSatisfy { !DocumentOutline.isBefore($1, $0) }
    }
    func names(_ rows: [RowID]) -> [String] { rows.map { table.cell($0, key).text } }
    if outline.form == .rows { return isOrdered(names(table.sourceOrder)) }
    let sections = sections(of: table)
    let own = sections.firstIndex { $0.number.map { outline.places[$0] == nil } ?? false }
    return own ?? 0 == 0 && isOrdered(sections.dropFirst(own == nil ? 0 : 1).map(\.section.name))
      && sections.allSatisfy { written in
        isList(written, of: table) || isOrdered(names(written.rows))
      }
  }
}

extension JSONLayout: OutlineLayout {
  var outlineForm: DocumentOutline.Form? { outline?.form }

  var outlineColumns: (path: ColumnID?, key: ColumnID?, value: ColumnID?) {
    func id(_ index: Int?) -> ColumnID? { index.map { loaded.columns[$0].id } }
    let columns = outline?.columns
    return (id(columns?.path), id(columns?.key), id(columns?.value))
  }

  func kind(ofSection number: Int) -> (isOwn: Bool, isNamed: Bool) {
    let place = outline?.places[number]
    return (place == nil, place?.isList == false)
  }
}
