import TableKit
import Wording

/// `insert from --update FILE`: the rows of a file that the table has already, by key.
///
/// A member that a row of a file of JSON or YAML lacks says nothing, and stays as it is here.
struct FileUpdate {
  /// The rows of the file that the table does not have.
  private(set) var newRows: Table
  /// The cells that the file has otherwise.
  private(set) var changes: [CellChange] = []
  /// The sections that rows go to, where sections come from a column.
  private(set) var sectionNames: [String] = []
  private var (changedCount, sameCount) = (0, 0)
  /// New rows whose key differs from one here only in blanks or case, each as `'2 ' ('2' here)`.
  private var nearKeys: [String] = []

  /// - Throws: `usage` without a key, or if the file has one twice or a row without one; `noSuchColumn`;
  ///   what the table cannot hold; `stopped`.
  init(of incoming: Table, into table: Table, _ invocation: Invocation) throws(CommandError) {
    newRows = incoming
    guard table.hasKey else {
      throw .usage(
        "--update finds rows by key, and the table has none",
        synopsis: ["open --key COL FILE names the column that tells rows apart"])
    }
    let keys = try table.keyColumns.map { (column) throws(CommandError) in
      let name = table.column(column)?.name ?? ""
      guard let there = incoming.column(named: name) else {
        throw .hinted(
          .inSource(
            try invocation[.file], .noSuchColumn(name, columns: incoming.columns.map(\.name))),
          "--update finds rows by '\(shown: name)', the key here: name that column of the file so")
      }
      return there.id
    }
    if let twice = try editing(
      incoming.firstDuplicateKey(in: keys, progress: invocation.shell.progress))
    {
      let key = keys.map { incoming.cell(twice.second, $0).text }.joined(separator: "/")
      throw .usage(
        "the file has two rows with the key '\(shown: key)'", synopsis: [invocation.form.line])
    }
    let columns = table.columns.compactMap { column in
      incoming.column(named: column.name).map { (own: column.id, there: $0.id) }
    }
    var known: [RowID] = []
    for (i, row) in incoming.allRows.enumerated() {
      if i % 4096 == 4095 { try invocation.shell.pollLoop(at: i) }
      let key = keys.map { incoming.cell(row, $0).text }
      guard let own = table.row(withKey: key) else {
        if key.allSatisfy(\.isEmpty) {
          throw .usage(
            "a row of the file has no key: row \(i + 1)", synopsis: [invocation.form.line])
        }
        note(key, near: table)
        continue
      }
      known.append(row)
      let count = changes.count
      for column in columns where !table.keyColumns.contains(column.own) {
        let (old, new) = (table.cell(own, column.own), incoming.cell(row, column.there))
        if old.isNull == new.isNull, old.text == new.text { continue }
        if new.isNull, incoming.syntax.isTyped, incoming.raw(row, column.there).isEmpty { continue }
        let cell = new.isNull ? .null : try table.fitting(new.text, row: own, column: column.own)
        changes.append(CellChange(own, column.own, cell))
        if column.own == table.sectionColumn { sectionNames.append(new.text) }
      }
      if changes.count > count { changedCount += 1 } else { sameCount += 1 }
    }
    var editor = Editor(table: incoming)
    if !known.isEmpty { _ = try editing(editor.perform([.delete(known)], title: "")) }
    newRows = editor.table
  }

  /// Notes the key of a new row if one here differs from it only in blanks or case.
  ///
  /// - Complexity: O(length of the key).
  private mutating func note(_ key: [String], near table: Table) {
    let bare = key.map(\.trimmingBlanks)
    let forms = [bare, bare.map { $0.lowercased() }, bare.map { $0.uppercased() }]
    guard let near = forms.first(where: { $0 != key && table.row(withKey: $0) != nil }) else {
      return
    }
    func shown(_ key: [String]) -> String { "'\(shown: key.joined(separator: "/"))'" }
    nearKeys.append("\(shown(key)) (\(shown(near)) here)")
  }

  /// A note on new rows that may be meant for rows here, or nil.
  var note: String? {
    guard !nearKeys.isEmpty else { return nil }
    let keys =
      nearKeys.count > 3
      ? nearKeys.prefix(3).joined(separator: ", ") + ", …"
      : Counts.list(nearKeys, last: "and")
    return
      "\(Counts.of(nearKeys.count, "new row")) \(nearKeys.count == 1 ? "has a key" : "have keys") "
      + "that \(nearKeys.count == 1 ? "differs" : "differ") from one here only in blanks or case: \(keys)"
  }

  /// `2 new rows, 3 changed, 5 as they were`.
  var sentence: String {
    "\(Counts.of(newRows.rowCount, "new row")), \(Counts.grouped(changedCount)) changed, "
      + "\(Counts.grouped(sameCount)) as before"
  }
}
