import TableKit
import TableSources

/// The foreign keys with an action, such as ON DELETE CASCADE, that a save triggers by deleting rows or
/// changing columns; also those that the actions trigger in turn.
struct SQLiteActions {
  /// A foreign key that acts.
  private struct Action: Hashable {
    let child: String
    let parent: String
    let isOnDelete: Bool
    /// What it does: `CASCADE`.
    let what: String
    let columns: [String]
    /// The columns to which it refers.
    let referred: [String]

    var isDeletion: Bool { isOnDelete && what == "CASCADE" }
    var clause: String { "ON \(isOnDelete ? "DELETE" : "UPDATE") \(what)" }
  }

  private var actions: [Action] = []
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

  private static func all(_ db: SQLiteConnection) throws -> [Action] {
    var actions: [Action] = []
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
          Action(
            child: child, parent: parent, isOnDelete: isOnDelete, what: what,
            columns: (known?.columns ?? []) + [column],
            referred: (known?.referred ?? []) + [referred]))
      }
      last = (child, row.integer(1))
    }
    return actions
  }

  /// Whether rows of a table may be deleted because others are.
  func deletes(from table: String) -> Bool {
    actions.contains { $0.child == table && $0.isDeletion }
  }

  /// Returns what foreign keys and triggers changed in addition to the rows that were written.
  ///
  /// - Parameters:
  ///   - shapes: the tables that were read.
  ///   - own: the number of rows written to each of them.
  ///   - unseen: the number of changes for which SQLite does not report the table.
  func effects(
    on shapes: [SQLiteShape], besides own: [SQLiteRowCounts.Counts], unseen: Int
  ) -> (list: [ForeignKeyEffect], mayHaveMore: Bool) {
    let numbers = Dictionary(
      shapes.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var list: [ForeignKeyEffect] = []
    var listed: Set<String> = []
    for action in actions where listed.insert("\(action.isDeletion) \(action.child)").inserted {
      let number = numbers[action.child]
      let (now, own) = (counts[action.child], number.map { own[$0] } ?? .init())
      let isSilent = number.map { shapes[$0].isWithoutRowid } ?? false
      let count =
        isSilent
        ? unseen : action.isDeletion ? now.deleted - own.deleted : now.updated - own.updated
      guard count > 0 else { continue }
      let alike = actions.filter { $0.child == action.child && $0.isDeletion == action.isDeletion }
      let acted = alike.filter { alike in
        let parent = counts[alike.parent]
        return (alike.isOnDelete ? parent.deleted : parent.updated) > 0
      }
      let acting = acted.isEmpty ? alike : acted
      var clauses: [String] = []
      for clause in acting.map(\.clause) where !clauses.contains(clause) { clauses.append(clause) }
      list.append(
        ForeignKeyEffect(
          table: action.child, isOpen: number != nil, clause: clauses.joined(separator: " or "),
          isDeletion: action.isDeletion, isOnDelete: acting.contains(where: \.isOnDelete),
          count: count,
          references: actions.filter { $0.child == action.child && numbers[$0.parent] != nil }.map {
            .init(columns: $0.columns, table: $0.parent, referred: $0.referred)
          }))
    }
    let mayHaveMore =
      unseen > 0 && shapes.contains(where: \.isWithoutRowid)
      || shapes.enumerated().contains { number, shape in
        let (now, done) = (counts[shape.name], list.filter { $0.isOpen && $0.table == shape.name })
        func count(_ isDeletion: Bool) -> Int {
          done.filter { $0.isDeletion == isDeletion }.reduce(0) { $0 + $1.count }
        }
        return now.inserted > own[number].inserted
          || now.deleted > own[number].deleted + count(true)
          || now.updated > own[number].updated + count(false)
      }
    return (list, mayHaveMore)
  }
}
