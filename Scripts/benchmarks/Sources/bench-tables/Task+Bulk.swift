extension Task {
  /// Commands that concern every row, or half of them.
  static let bulk = [
    query(
      "increment", "edit * quantity := quantity + 1, save", Goal(0.7, of: .duckdb, memory: 2.5),
      ["edit * quantity := quantity + 1"], sql: ["UPDATE t SET quantity = quantity + 1"]),
    query(
      "compute", "column add total, edit * total := price * quantity, save",
      Goal(0.6, of: .duckdb, memory: 3),
      ["column add total", "edit * total := price * quantity"],
      sql: ["ALTER TABLE t ADD COLUMN total DOUBLE", "UPDATE t SET total = price * quantity"]),
    query(
      "replace", "replace city Oslo Bergen, save", Goal(0.6, of: .duckdb, memory: 2.5),
      ["replace city Oslo Bergen"],
      sql: ["UPDATE t SET city = replace(city, 'Oslo', 'Bergen') WHERE contains(city, 'Oslo')"]),
    query(
      "sort-three", "sort by category, city desc, price, save", Goal(0.4, of: .duckdb, memory: 2.5),
      ["sort by category, city desc, price"],
      sql: [
        """
        CREATE OR REPLACE TABLE t AS \
        SELECT * FROM t ORDER BY category, city DESC, price NULLS LAST
        """
      ]),
    query(
      "section-save", "section by category, save", Goal(0.3, of: .duckdb, memory: 2),
      ["section by category"],
      sql: [
        """
        CREATE OR REPLACE TABLE t AS SELECT t.* FROM t JOIN \
        (SELECT category, min(rowid) AS first FROM t GROUP BY category) USING (category) \
        ORDER BY first, t.rowid
        """
      ]),
    insert,
    commands("set", "edit * city=Oslo", Goal(seconds: 0.5, memory: 2.5), "edit * city=Oslo"),
    commands(
      "set-undo", "edit * city=Oslo, undo", Goal(seconds: 0.6, memory: 2.5), "edit * city=Oslo",
      "undo"),
    script,
    commands(
      "duplicate", "duplicate *", Goal(seconds: 1.5, memory: 5), "duplicate *"),
    commands(
      "duplicate-undo", "duplicate *, undo", Goal(seconds: 1.8, memory: 5), "duplicate *", "undo"),
    commands("select", "select *", Goal(1.1, of: .load, memory: 2), "select *"),
    commands(
      "select-where", "select where quantity < 500, deselect *", Goal(seconds: 1, memory: 2.5),
      "select where quantity < 500", "deselect *"),
    commands(
      "delete-undo", "delete where quantity < 500, undo, redo", Goal(seconds: 1, memory: 2.5),
      "delete where quantity < 500", "undo", "redo"),
    commands(
      "move", "move 500,000 rows, undo", Goal(seconds: 1, memory: 2.5),
      "move 0:0-499999 to 0:end", "undo"),
    commands(
      "sort-undo", "sort by name, undo, redo", Goal(seconds: 1, memory: 2.5), "sort by name",
      "undo", "redo"),
    commands("find", "find harbour", Goal(seconds: 1, memory: 2), "find harbour"),
    commands(
      "changes", "edit * city=Oslo, changes", Goal(seconds: 1, memory: 2.5),
      "edit * city=Oslo", "changes"),
    commands(
      "plan", "edit * city=Oslo, plan json > OUTPUT", Goal(seconds: 1, memory: 5),
      "edit * city=Oslo", "plan json > OUTPUT"),
    diff,
    commands(
      "reload", "300 reloads of 100,000 rows, unchanged", input: .tenth,
      Goal(seconds: 1, memory: 3), Array(repeating: "reload", count: 300).joined(separator: "; ")
    ),
  ]

  private static let insert = Task(
    name: "insert", title: "insert as many rows from a file, save", saves: true,
    goal: Goal(0.6, of: .duckdb, memory: 4)
  ) { words in
    let other = "\(words.folder)/others.csv"
    return switch words.engine {
    case .tablesh:
      tablesh(words.file, "insert from \(other)", "save --overwrite \(words.output)")
    case .duckdb:
      duckdb(
        words.file, "INSERT INTO t SELECT * FROM read_csv('\(other)')",
        "COPY t TO '\(words.output)' (HEADER)")
    default: nil
    }
  }

  private static let script = Task(
    name: "script", title: "tablesh.edit that sets each row's quantity, in Lua",
    goal: Goal(seconds: 2, memory: 3)
  ) { words in
    switch words.engine {
    case .tablesh:
      tablesh(
        words.file,
        """
        lua tablesh.edit(function(t) \
        for row in t:rows() do t:set(row, "quantity", row.quantity + 1) end end)
        """)
    default: nil
    }
  }

  private static let diff = Task(
    name: "diff", title: "tablesh diff of two such files, every quantity changed",
    goal: Goal(seconds: 0.6, memory: 5)
  ) { words in
    switch words.engine {
    case .tablesh: ["diff", "--format", "json", words.file, "\(words.folder)/raised.csv"]
    default: nil
    }
  }
}
