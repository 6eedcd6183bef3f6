extension Task {
  /// The work that most people do with a file.
  static let files = [load, delete, change, sort, section]

  private static let load = Task(
    name: "load", title: "load",
    goal: Goal(0.2, of: .duckdb, memory: 2)
  ) { words in
    let file = words.file
    return switch words.engine {
    case .tablesh: tablesh(file)
    case .duckdb: duckdb(file)
    case .miller: ["--icsv", "--ojson", "nothing", file]
    case .sqlite3: sqlite(file, "SELECT 1 WHERE 0")
    default: nil
    }
  }

  private static let delete = Task(
    name: "delete", title: "load, delete by rule, save", saves: true,
    goal: Goal(0.25, of: .duckdb, memory: 2)
  ) { words in
    let (file, output) = (words.file, words.output)
    return switch words.engine {
    case .tablesh:
      tablesh(
        file, "delete where price > 500 and category:match(\"^cat%-[01]\")",
        "save --overwrite \(output)")
    case .duckdb:
      duckdb(
        file, "DELETE FROM t WHERE price > 500 AND regexp_matches(category, '^cat-[01]')",
        "COPY t TO '\(output)' (HEADER)")
    case .miller:
      [
        "--csv", "filter", "!($price > 500 && $category =~ \"^cat-[01]\")", "then", "tee", output,
        "then", "nothing", file,
      ]
    case .sqlite3:
      sqlite(
        file, "DELETE FROM t WHERE price + 0 > 500 AND category GLOB 'cat-[01]*'",
        ".headers on", ".output \(output)", "SELECT * FROM t")
    default: nil
    }
  }

  private static let change = Task(
    name: "change", title: "load, change one cell by key, save", saves: true,
    goal: Goal(0.167, of: .duckdb, memory: 2)
  ) { words in
    let (file, output) = (words.file, words.output)
    return switch words.engine {
    case .tablesh: tablesh(file, "edit @5000 quantity=7777", "save --overwrite \(output)")
    case .duckdb:
      duckdb(
        file, "UPDATE t SET quantity = 7777 WHERE id = 5000", "COPY t TO '\(output)' (HEADER)")
    case .miller:
      [
        "--csv", "put", "$id == 5000 {$quantity = 7777}", "then", "tee", output, "then", "nothing",
        file,
      ]
    case .sqlite3:
      sqlite(
        file, "UPDATE t SET quantity = 7777 WHERE id = '5000'", ".headers on",
        ".output \(output)", "SELECT * FROM t")
    default: nil
    }
  }

  private static let sort = Task(
    name: "sort", title: "load, sort by a text column, save", saves: true,
    goal: Goal(0.25, of: .duckdb, memory: 2.2)
  ) { words in
    let (file, output) = (words.file, words.output)
    return switch words.engine {
    case .tablesh: tablesh(file, "sort by name", "save --overwrite \(output)")
    case .duckdb:
      duckdb(file, "COPY (SELECT * FROM t ORDER BY name) TO '\(output)' (HEADER)")
    case .miller:
      ["--csv", "sort", "-f", "name", "then", "tee", output, "then", "nothing", file]
    case .sqlite3:
      sqlite(
        file, ".headers on", ".output \(output)", "SELECT * FROM t ORDER BY name, rowid")
    default: nil
    }
  }

  private static let section = Task(
    name: "section", title: "load, section by a column of 40 values",
    goal: Goal(0.2, of: .duckdb, memory: 2)
  ) { words in
    let file = words.file
    return switch words.engine {
    case .tablesh: tablesh(file, "section by category")
    case .duckdb:
      duckdb(
        file,
        """
        CREATE TABLE s AS SELECT t.* FROM t JOIN \
        (SELECT category, min(rowid) AS first FROM t GROUP BY category) USING (category) \
        ORDER BY first, t.rowid
        """)
    case .miller: ["--icsv", "--ojson", "group-by", "category", "then", "nothing", file]
    case .sqlite3:
      sqlite(
        file,
        """
        CREATE TABLE s AS SELECT t.* FROM t JOIN \
        (SELECT category, min(rowid) AS first FROM t GROUP BY category) USING (category) \
        ORDER BY first, t.rowid
        """)
    default: nil
    }
  }
}
