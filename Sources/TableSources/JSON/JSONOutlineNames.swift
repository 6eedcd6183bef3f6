import TableKit
import Wording

/// The names under which rows of an outline stand in its document, as their cells say.
struct JSONOutlineNames {
  private let document: JSONDocumentWriter
  private let path: ColumnID?
  private let key: ColumnID
  private let value: ColumnID?

  private var layout: JSONLayout { document.layout }
  private var table: Table { document.table }

  init(document: JSONDocumentWriter, outline: DocumentOutline) {
    self.document = document
    let columns = document.layout.loaded.columns
    path = outline.columns.path.map { columns[$0].id }
    key = columns[outline.columns.key].id
    value = outline.columns.value.map { columns[$0].id }
  }

  /// Refuses a table without the column that holds values.
  func checkColumns() throws(SourceError) {
    guard let value, table.column(value) == nil,
      let column = layout.loaded.columns.first(where: { $0.id == value })
    else { return }
    throw document.refusal(
      "the table without its column '\(column.name)'",
      reason: "it holds the values of rows that are not objects",
      hint: "undo brings the column back; delete TARGET deletes rows")
  }

  /// Refuses another name of the section of the document's own rows.
  func checkOwnSection(_ section: Section, _ loaded: Section) throws(SourceError) {
    guard section.name !== loaded.name else { return }
    throw document.refusal(
      "section '\(section.name)'",
      reason: "section '\(loaded.name)' is not a member of the document and has no name there",
      hint: "section rename \(JSONText.quoted(section.name)) \(loaded.name)")
  }

  /// Returns the names of the rows of an object.
  ///
  /// - Parameters:
  ///   - section: the section that it is; nil: the document itself.
  ///   - others: further names in it.
  /// - Throws: `cannotRewrite` for a row without a name, or with one that is already there.
  func names(
    of rows: [RowID], in section: Section?, besides others: [String] = []
  ) throws(SourceError) -> [String] {
    var seen = NameSet(others)
    if seen.count < others.count,
      let name = others.first(where: { name in
        others.count { $0 === name } > 1
      })
    {
      throw repeated(name, in: section)
    }
    var names: [String] = []
    for row in rows {
      let name = try name(of: row, in: section)
      guard seen.insert(name).inserted else { throw repeated(name, in: section) }
      names.append(name)
    }
    return names
  }

  private func repeated(_ name: String, in section: Section?) -> SourceError {
    document.refusal(
      "two members '\(name)'\(section.map { " of section '\($0.name)'" } ?? "")",
      reason: "an object has each name once",
      hint: "edit the 'key' of one of them, or undo")
  }

  private func name(of row: RowID, in section: Section?) throws(SourceError) -> String {
    let isLoaded = layout.record(of: row) != nil
    let newKey = text(row, key).flatMap { isLoaded && $0 === loadedText(row, key) ?? "" ? nil : $0 }
    let newPath = path.flatMap { path in
      text(row, path).flatMap { isLoaded && $0 === loadedText(row, path) ?? "" ? nil : $0 }
    }
    if let newPath {
      guard let name = Self.name(ofPath: newPath, in: section) else {
        throw document.refusal(
          "row '\(newPath)'",
          reason:
            "its path belongs to another section than '\(section?.name ?? DocumentOutline.ownName)'",
          hint: "undo, and move the row into that section: move TARGET to SECTION:end")
      }
      if let newKey, newKey !== name {
        let (row, column) = (table.key(of: row), table.column(key)?.name ?? "key")
        throw document.refusal(
          "row '\(newPath)'", reason: "its key is '\(newKey)'",
          hint:
            "edit @\(ShellWord.quoted(row)) \(ShellWord.quoted(column))=\(ShellWord.quoted(name))")
      }
      return name
    }
    if let name = newKey ?? text(row, key) ?? (isLoaded ? loadedText(row, key) : nil) {
      return name
    }
    throw document.refusal(
      "a new row of '\(section?.name ?? DocumentOutline.ownName)'",
      reason: "it has no name, which members of an object need",
      hint: "edit TARGET key=NAME")
  }

  private func text(_ row: RowID, _ column: ColumnID) -> String? {
    guard table.column(column) != nil else { return nil }
    let cell = table.cell(row, column)
    return cell.isNull ? nil : cell.text
  }

  private func loadedText(_ row: RowID, _ column: ColumnID) -> String? {
    guard let record = layout.record(of: row), let field = layout.field(of: column) else {
      return nil
    }
    let cell = layout.chunk.syntax.cell(layout.chunk.raw(record: record, field: field))
    return cell.isNull ? nil : cell.text
  }

  /// Returns the name in a section that a path ends with; nil if the path is of another section.
  private static func name(ofPath path: String, in section: Section?) -> String? {
    guard let section else {
      return path.utf8.contains(0x2F) ? nil : DocumentOutline.unescaped(path)
    }
    let prefix = DocumentOutline.escaped(section.name) + "/"
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
