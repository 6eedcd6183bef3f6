extension Editor {
  /// Inserts an empty section at an index after the edit.
  ///
  /// - Throws: `duplicateSection`, `noSuchSection`.
  package mutating func insertSection(
    _ name: String, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    guard !table.sections.contains(where: { $0.name === name }) else {
      throw .duplicateSection(name)
    }
    guard index >= 0, index <= table.sections.count else {
      throw .noSuchSection(index, count: table.sections.count)
    }
    let label = Section.Label(name)
    log.insertedSections.append(table.insertSection(label, at: index))
  }

  /// Deletes sections with their rows.
  package mutating func deleteSections(
    _ sections: [SectionID], _ log: inout ChangeLog
  ) throws(EditError) {
    var gone: Set<SectionID> = []
    for section in sections where gone.insert(section).inserted {
      let s = try index(of: section)
      let rows = table.sections[s].rows.list
      table.take(rows)
      log.deleted += rows
      log.deletedSections.append(section)
    }
    table.removeEmptySections(gone)
  }

  /// Sets the title of a section; its name follows if both were equal. If sections are a view of a
  /// column, the cells of its rows follow, too.
  ///
  /// - Throws: `noSuchSection`, `duplicateSection`, and what `checkWritable` throws.
  package mutating func renameSection(
    _ section: SectionID, _ name: String, _ log: inout ChangeLog
  ) throws(EditError) {
    let s = try index(of: section)
    let old = table.sections[s].label
    guard old.title !== name else { return }
    let follows = old.name === old.title
    if follows, table.sections.contains(where: { $0.name === name }) {
      throw .duplicateSection(name)
    }
    table.relabelSection(
      at: s,
      Section.Label(
        name: follows ? name : old.name, title: name, header: old.header, footer: old.footer))
    log.relabelled.append(section)
    guard let column = table.sectionColumn else { return }
    let value = table.sectionCell(named: name)
    try checkWritable(value, column)
    for row in table.sections[s].rows.list where table.cell(row, column) != value {
      table.update(row, [column: value])
      log.update(row)
      log.cellCount += 1
    }
  }

  /// Labels all sections at once, so that two can exchange their names.
  package mutating func labelSections(
    _ labels: [SectionLabel], _ log: inout ChangeLog
  ) throws(EditError) {
    var names = table.sections.map(\.name)
    var indexes: [Int] = []
    for label in labels {
      let s = try index(of: label.section)
      indexes.append(s)
      names[s] = label.name
    }
    var seen: NameSet = []
    for name in names where !seen.insert(name).inserted { throw .duplicateSection(name) }
    for (s, label) in zip(indexes, labels) {
      let new = Section.Label(
        name: label.name, title: label.title, header: label.header, footer: label.footer)
      guard !table.sections[s].label.isSame(as: new) else { continue }
      table.relabelSection(at: s, new)
      if !log.relabelled.contains(label.section) { log.relabelled.append(label.section) }
    }
  }

  /// Reorders the sections: all of them, each once.
  ///
  /// - Throws: `noSuchSection`, `notAnOrder`.
  package mutating func arrangeSections(
    _ sections: [SectionID], _ log: inout ChangeLog
  ) throws(EditError) {
    var order: [Int] = []
    for section in sections { order.append(try index(of: section)) }
    guard order.sorted() == Array(table.sections.indices) else {
      throw .notAnOrder("\(sections.count) sections are no order of the \(table.sections.count)")
    }
    guard order != Array(table.sections.indices) else { return }
    table.arrangeSections(order)
    table.hasOwnOrder = true
    log.arrangesSections = true
  }

  /// Replaces the sections by one for each value of a column, in order of first appearance.
  package mutating func section(by column: ColumnID, _ log: inout ChangeLog) throws(EditError) {
    try checkPresent(column)
    guard table.sectionColumn != column else { return }
    log.deletedSections += table.sections.map(\.id)
    try table.makeSections(by: column, progress)
    table.hasOwnOrder = true
    log.insertedSections += table.sections.map(\.id)
  }

  /// Returns how rules, sorts and filters read the cells of a column; computed once, then kept up
  /// to date.
  ///
  /// - Complexity: O(1), but O(rows) the first time.
  public mutating func kind(of column: Column) -> Column.Kind {
    table.rememberedKind(of: column)
  }

  /// Throws `noSuchColumn` if a column is not in the table.
  package func checkPresent(_ column: ColumnID) throws(EditError) {
    guard table.column(column) != nil else { throw .noSuchColumn(column.rawValue) }
  }

  /// Inserts a column of nulls at an index after the edit.
  ///
  /// - Throws: `duplicateColumn`.
  package mutating func insertColumn(
    _ name: String, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    guard table.column(named: name) == nil else { throw .duplicateColumn(name) }
    table.insertColumn(name, at: index)
    log.changesColumns = true
  }

  /// Deletes a column.
  ///
  /// - Throws: `noSuchColumn`; `columnIsUsed` for a column of the key or of the sections.
  package mutating func deleteColumn(_ column: ColumnID, _ log: inout ChangeLog) throws(EditError) {
    guard let name = table.column(column)?.name else { throw .noSuchColumn(column.rawValue) }
    if table.keyColumns.contains(column) {
      throw .columnIsUsed(name, by: "identifies the rows and cannot be deleted")
    }
    if table.sectionColumn == column {
      throw .columnIsUsed(name, by: "makes the sections and cannot be deleted")
    }
    table.removeColumn(column)
    log.changesColumns = true
  }

  /// Renames a column.
  ///
  /// - Throws: `noSuchColumn`, `duplicateColumn`.
  package mutating func renameColumn(
    _ column: ColumnID, _ name: String, _ log: inout ChangeLog
  ) throws(EditError) {
    try checkPresent(column)
    if let other = table.column(named: name) {
      if other.id == column { return }
      throw .duplicateColumn(name)
    }
    table.renameColumn(column, name)
    log.changesColumns = true
  }

  /// Moves a column to an index after the edit.
  package mutating func moveColumn(
    _ column: ColumnID, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    try checkPresent(column)
    if table.moveColumn(column, to: index) { log.changesColumns = true }
  }

  /// Sets how a column's cells are compared.
  package mutating func typeColumn(
    _ column: ColumnID, _ typing: Column.Typing, _ log: inout ChangeLog
  ) throws(EditError) {
    try checkPresent(column)
    if table.setTyping(column, typing) { log.changesColumns = true }
  }
}
