extension Task {
  /// Files of each format, opened and written.
  static let formats = [
    open(
      "open-json", "open a TABLE in JSON", .table, Goal(seconds: 0.9, memory: 2.2),
      sql: {
        "SELECT unnest(sections, max_depth := 3) "
          + "FROM read_json('\($0)', maximum_object_size = 1000000000)"
      }),
    open(
      "open-ndjson", "open NDJSON", .ndjson, Goal(1, of: .duckdb, memory: 2.2),
      sql: { "SELECT * FROM read_json('\($0)')" }),
    open("open-database", "open a database", .database, Goal(1.3, of: .bare, memory: 2.2)),
    open("open-yaml", "open YAML, a tenth of the rows", .yaml, Goal(2.5, of: .bare, memory: 5)),
    export("csv"), export("json"), export("ndjson"), export("yaml"), export("md"),
    export("html"), export("txt"),
    commands(
      "export-db", "export to a database", Goal(seconds: 2, memory: 2.5),
      "export --overwrite OUTPUT.db#t"),
    Task(
      name: "database-set", title: "database: edit * quantity=7, save", input: .database,
      changesInput: true, goal: Goal(seconds: 3, memory: 4)
    ) { words in
      switch words.engine {
      case .tablesh: tablesh("\(words.output)#t", "edit * quantity=7", "save")
      case .sqlite3: [words.output, "UPDATE t SET quantity = 7"]
      default: nil
      }
    },
    Task(
      name: "database-cell", title: "database: one cell, save", input: .database,
      changesInput: true, goal: Goal(1.15, of: .load, memory: 2.5)
    ) { words in
      switch words.engine {
      case .tablesh: tablesh("\(words.output)#t", "edit @5000 quantity=7", "save")
      case .load: tablesh("\(words.output)#t")
      default: nil
      }
    },
  ]

  private static func open(
    _ name: String, _ title: String, _ input: Input, _ goal: Goal,
    sql: (@Sendable (String) -> String)? = nil
  ) -> Task {
    Task(name: name, title: title, input: input, goal: goal) { words in
      switch words.engine {
      case .tablesh: tablesh(words.file)
      case .duckdb: sql.map { ["-c", "CREATE TABLE t AS " + $0(words.file)] }
      case .bare: goal.peer == .bare ? ["bare", words.file] : nil
      default: nil
      }
    }
  }

  private static func export(_ fileExtension: String) -> Task {
    commands(
      "export-\(fileExtension)", "export to \(fileExtension)", Goal(seconds: 1, memory: 2.5),
      "export --overwrite OUTPUT.\(fileExtension)")
  }
}
