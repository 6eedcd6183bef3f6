import Postgres
import TableKit
import TableSources

/// What tells those who listen of a table's changes: triggers that its owner may install.
///
/// Each statement that changes rows notifies a channel once. The payload is `OP COUNT KEYS`: `insert`,
/// `update`, `delete` or `truncate`, the number of rows, and their keys as a JSON array of an array
/// each, `[["7"],["9"]]`, of an update the former ones, too; or `*`, where these would be more than
/// 1,000 or longer than a payload may be. Keys wake, and are no news: the rows are read again.
struct PostgresTriggers {
  let relation: PostgresRelation
  /// The names of the columns of the key.
  let key: [String]

  /// The events, each with the tables of changed rows that its trigger refers to.
  private static let events = [
    ("insert", " REFERENCING NEW TABLE AS tablesh_new"),
    ("update", " REFERENCING OLD TABLE AS tablesh_old NEW TABLE AS tablesh_new"),
    ("delete", " REFERENCING OLD TABLE AS tablesh_old"),
    ("truncate", ""),
  ]
  /// The number of triggers of each table.
  static let count = events.count
  /// The most keys of a payload.
  static let mostKeys = 1000
  /// The most bytes of a payload's keys; a whole payload may have 7,999.
  private static let mostBytes = 7900
  /// The most bytes of a name.
  private static let mostOfName = 63

  /// The channel: `tablesh_SCHEMA_TABLE`, or its beginning with a hash.
  var channel: String { Self.bounded("tablesh_\(relation.schema)_\(relation.name)") }

  /// The names of the triggers.
  static var names: [String] { events.map { "tablesh_\($0.0)" } }

  /// What the triggers are called with, as the system's tables keep it: by this they are known to be
  /// of this channel and key.
  var arguments: String {
    "\\x"
      + ([channel] + key).map { hex($0) + "00" }.joined()
  }

  private func hex(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns a name of at most 63 bytes.
  static func bounded(_ name: String) -> String {
    guard name.utf8.count > mostOfName else { return name }
    var hash: UInt32 = 0x811C_9DC5
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    let end = "_" + String(hash, radix: 16)
    var start = ""
    for character in name {
      let next = start + String(character)
      if next.utf8.count + end.utf8.count > mostOfName { break }
      start = next
    }
    return start + end
  }

  private var function: String {
    PostgresText.name(relation.schema) + "."
      + PostgresText.name(Self.bounded("tablesh_notify_\(relation.name)"))
  }

  /// The statements that install them.
  var installing: String {
    let body = body
    var quote = "$tablesh$"
    while body.contains(quote) { quote = "$tablesh" + quote.dropFirst() }
    let arguments = ([channel] + key).map(PostgresText.literal).joined(separator: ", ")
    var lines = [
      "-- Tells those who listen on \(Self.comment(PostgresText.name(channel))) which rows of",
      "-- \(Self.comment(relation.qualified)) a statement has changed, by their keys.",
      "-- The owner of the table may run it; watch --unsql prints what removes it again. Whoever may",
      "-- connect to the database can listen, and hears the keys.",
    ]
    if relation.tree.count > 1 {
      lines.append("-- A partition or child that is added later needs it, too: run it again then.")
    }
    lines += [
      "BEGIN;",
      "SET LOCAL client_min_messages = warning;", "",
      "CREATE OR REPLACE FUNCTION \(function)()",
      "RETURNS pg_catalog.trigger LANGUAGE plpgsql",
      "SET search_path = pg_catalog, pg_temp",
      "SET TimeZone = 'UTC' SET DateStyle = 'ISO, YMD' SET IntervalStyle = 'postgres'",
      "SET bytea_output = 'hex' SET extra_float_digits = 1",
      "AS \(quote)", body, "\(quote);",
    ]
    for table in relation.tree {
      lines.append("")
      for (event, tables) in Self.events {
        lines += [
          "DROP TRIGGER IF EXISTS tablesh_\(event) ON \(table.qualified);",
          "CREATE TRIGGER tablesh_\(event) AFTER \(event.uppercased()) ON \(table.qualified)",
          " \(tables) FOR EACH STATEMENT",
          "  EXECUTE FUNCTION \(function)(\(arguments));",
        ]
      }
    }
    return (lines + ["", "COMMIT;"]).joined(separator: "\n")
  }

  /// The statements that remove them.
  var removing: String {
    var lines = ["BEGIN;", "SET LOCAL client_min_messages = warning;"]
    for table in relation.tree {
      lines += Self.names.map { "DROP TRIGGER IF EXISTS \($0) ON \(table.qualified);" }
    }
    return (lines + ["DROP FUNCTION IF EXISTS \(function)();", "COMMIT;"]).joined(separator: "\n")
  }

  /// A name in a comment, which ends with the line.
  private static func comment(_ name: String) -> String {
    String(name.map { $0.isNewline ? " " : $0 })
  }

  private var body: String {
    let cells = key.map { "pg_catalog.format('%s', r.\(PostgresText.name($0)))" }
    let row = "pg_catalog.json_build_array(\(cells.joined(separator: ", ")))::pg_catalog.text"
    func collect(_ tables: String...) -> String {
      let from = tables.map { "SELECT \(row) FROM tablesh_\($0) AS r" }
      return """
              IF number <= \(Self.mostKeys) THEN
                SELECT '[' || pg_catalog.string_agg(k.row, ',') || ']' INTO keys FROM (
                  \(from.joined(separator: " UNION\n          ")))
                  AS k(row);
              END IF;
        """
    }
    return """
      DECLARE
        number bigint := 0;
        keys text;
      BEGIN
        -- Whatever happens here must not make the statement fail.
        BEGIN
          IF TG_OP = 'INSERT' THEN
            SELECT pg_catalog.count(*) INTO number FROM tablesh_new;
      \(collect("new"))
          ELSIF TG_OP = 'UPDATE' THEN
            SELECT pg_catalog.count(*) INTO number FROM tablesh_new;
      \(collect("old", "new"))
          ELSIF TG_OP = 'DELETE' THEN
            SELECT pg_catalog.count(*) INTO number FROM tablesh_old;
      \(collect("old"))
          END IF;
        EXCEPTION WHEN OTHERS THEN
          number := GREATEST(number, 1);
          keys := NULL;
        END;
        IF number = 0 AND TG_OP <> 'TRUNCATE' THEN RETURN NULL; END IF;
        IF keys IS NULL OR pg_catalog.octet_length(keys) > \(Self.mostBytes) THEN keys := '*'; END IF;
        PERFORM pg_catalog.pg_notify(
          TG_ARGV[0], pg_catalog.lower(TG_OP) || ' ' || number || ' ' || keys);
        RETURN NULL;
      END
      """
  }
}

/// The rows that others have changed, as far as is known.
struct PostgresDirt {
  /// The keys of rows to be read again.
  private(set) var keys: Set<[String]> = []
  /// Whether everything is to be read.
  private(set) var isAll = false

  /// Whether there is nothing to be read.
  var isEmpty: Bool { keys.isEmpty && !isAll }

  /// Adds everything.
  mutating func addAll() { (keys, isAll) = ([], true) }

  /// Adds keys; so many that reading everything is no more work, everything.
  mutating func add(_ more: some Sequence<[String]>) {
    if isAll { return }
    keys.formUnion(more)
    if keys.count > PostgresTriggers.mostKeys { addAll() }
  }

  /// Adds what a payload tells; what is not understood may be anything.
  mutating func add(payload: String, width: Int) {
    let parts = payload.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, parts[2] != "*", let keys = Self.keys(String(parts[2])),
      keys.allSatisfy({ $0.count == width })
    else { return addAll() }
    add(keys)
  }

  /// Reads `[["7"],["9"]]`; nil if it is something else.
  static func keys(_ json: String) -> [[String]]? {
    guard let rows = JSONValue(text: json)?.array else { return nil }
    var keys: [[String]] = []
    for row in rows {
      guard let cells = row.array else { return nil }
      keys.append(cells.compactMap(\.string))
    }
    return keys
  }
}
