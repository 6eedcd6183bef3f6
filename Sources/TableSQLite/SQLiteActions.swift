import TableKit
import TableSources

/// The foreign keys with an action, such as ON DELETE CASCADE, that a save triggers by deleting rows or
/// changing columns; also those that the actions trigger in turn.
struct SQLiteActions {
  private var actions: [ForeignKeyAction] = []
  /// Whether a table has triggers of which rows are written.
  private(set) var hasTriggers = false
  /// The numbers of rows that were changed, as far as SQLite reports them.
  let counts = SQLiteRowCounts()

  /// Whether foreign keys or triggers may change further rows.
  var mayAct: Bool { hasTriggers || !actions.isEmpty }

  /// - Parameters:
  ///   - deleting: the tables of which rows are deleted.
  ///   - changing: the columns that are changed, by table.
  ///   - inserting: the tables into which rows are inserted.
  init(
    _ db: SQLiteConnection, deleting: Set<String>, changing: [String: Set<String>],
    inserting: Set<String>
  ) throws {
    var (deleting, changing) = (deleting, changing)
    if deleting.isEmpty, changing.isEmpty, inserting.isEmpty { return }
    var rest = deleting.isEmpty && changing.isEmpty ? [] : try Self.all(db)
    while let next = rest.firstIndex(where: { action in
      action.isOnDelete
        ? deleting.contains(action.parent)
        : changing[action.parent].map { !$0.isDisjoint(with: action.referred) } ?? false
    }) {
      let action = rest.remove(at: next)
      actions.append(action)
      if action.isDeletion {
        deleting.insert(action.child)
      } else {
        changing[action.child, default: []].formUnion(action.columns)
      }
    }
    let touched = NameSet(deleting.union(changing.keys).union(inserting).map { $0.lowercased() })
    hasTriggers = try db.texts("SELECT lower(tbl_name) FROM sqlite_master WHERE type = 'trigger'")
      .contains { $0.map(touched.contains) ?? false }
  }

  private static func all(_ db: SQLiteConnection) throws -> [ForeignKeyAction] {
    var actions: [ForeignKeyAction] = []
    var last: (child: String, id: Int64?)?
    try db.forEachRow(
      """
      SELECT made.name, key.id, parent.name, key."from", coalesce((
          SELECT info.name FROM pragma_table_xinfo(parent.name) AS info
          WHERE CASE WHEN key."to" IS NULL THEN info.pk = key.seq + 1
            ELSE info.name = key."to" COLLATE NOCASE END), ''),
        key.on_delete, key.on_update
      FROM sqlite_master AS made, pragma_foreign_key_list(made.name) AS key
      JOIN sqlite_master AS parent
        ON parent.type = 'table' AND parent.name = key."table" COLLATE NOCASE
      WHERE made.type = 'table' AND NOT (
        key.on_update IN ('NO ACTION', 'RESTRICT') AND key.on_delete IN ('NO ACTION', 'RESTRICT'))
      ORDER BY made.rowid, key.id, key.seq
      """
    ) { row in
      guard let child = row.text(0), let parent = row.text(2), let column = row.text(3),
        let referred = row.text(4)
      else { return }
      let isSame = last.map { $0.child == child && $0.id == row.integer(1) } ?? false
      for (place, isOnDelete) in [(5, true), (6, false)] {
        guard let what = row.text(place), what != "NO ACTION", what != "RESTRICT" else { continue }
        let former =
          isSame ? actions.lastIndex { $0.child == child && $0.isOnDelete == isOnDelete } : nil
        let known = former.map { actions.remove(at: $0) }
        actions.append(
          ForeignKeyAction(
            child: child, parent: parent, name: child, isOnDelete: isOnDelete, what: what,
            columns: (known?.columns ?? []) + [column],
            referred: (known?.referred ?? []) + [referred]))
      }
      last = (child, row.integer(1))
    }
    return actions
  }

  /// Whether rows of a table may be deleted because others are.
  func deletes(from table: String) -> Bool { actions.delete(from: table) }

  /// Returns what foreign keys and triggers changed in addition to the rows that were written.
  ///
  /// - Parameters:
  ///   - shapes: the tables that were read.
  ///   - own: the number of rows written to each of them.
  ///   - unseen: the number of changes for which SQLite does not report the table.
  func effects(
    on shapes: [SQLiteShape], besides own: [RowCounts], unseen: Int
  ) -> (list: [ForeignKeyEffect], mayHaveMore: Bool) {
    let numbers = Dictionary(
      shapes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let list = actions.effects(
      labels: Dictionary(uniqueKeysWithValues: numbers.keys.map { ($0, $0) }),
      done: { counts[$0] }, besides: { numbers[$0].map { own[$0] } ?? RowCounts() },
      unseen: { numbers[$0].flatMap { shapes[$0].isWithoutRowid ? unseen : nil } })
    let mayHaveMore =
      unseen > 0 && shapes.contains(where: \.isWithoutRowid)
      || zip(shapes, own).contains { counts[$0.name].exceed($1, and: list, on: $0.name) }
    return (list, mayHaveMore)
  }
}
