/// Work on a file that each engine does in its own way, from start to end of its process.
struct Task: Sendable {
  /// How `--only` calls it.
  let name: String
  /// What the table calls it.
  let title: String
  /// How much memory tablesh may take, in sizes of the file.
  let memory: Double
  /// Whether a file is written.
  let saves: Bool
  /// The words behind a program's path; nil where it cannot do the work.
  let words: @Sendable (_ engine: Engine, _ file: String, _ output: String) -> [String]?

  /// All of them, in the order in which they are measured.
  static let all = [load, delete, change, sort, section]

  private static func tablesh(_ file: String, _ commands: String...) -> [String] {
    ["--quiet"] + commands.flatMap { ["-c", $0] } + ["-c", "quit!", file]
  }

  private static func duckdb(_ file: String, _ statements: String...) -> [String] {
    let load = "CREATE TABLE t AS SELECT * FROM read_csv('\(file)')"
    return ["-c", ([load] + statements).joined(separator: "; ")]
  }

  private static func sqlite(_ file: String, _ lines: String...) -> [String] {
    [":memory:", "-cmd", ".mode csv", "-cmd", ".import \(file) t"]
      + lines.dropLast().flatMap {
        ["-cmd", $0]
      } + [lines.last ?? ""]
  }

  private static let load = Task(
    name: "load", title: "load", memory: 2, saves: false
  ) { engine, file, _ in
    switch engine {
    case .tablesh: tablesh(file)
    case .duckdb: duckdb(file)
    case .miller: ["--icsv", "--ojson", "nothing", file]
    case .sqlite3: sqlite(file, "SELECT 1 WHERE 0")
    }
  }

  private static let delete = Task(
    name: "delete", title: "load, delete by rule, save", memory: 2, saves: true
  ) { engine, file, output in
    switch engine {
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
    }
  }

  private static let change = Task(
    name: "change", title: "load, change one cell by key, save", memory: 2, saves: true
  ) { engine, file, output in
    switch engine {
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
    }
  }

  private static let sort = Task(
    name: "sort", title: "load, sort by a text column, save", memory: 3, saves: true
  ) { engine, file, output in
    switch engine {
    case .tablesh: tablesh(file, "sort by name", "save --overwrite \(output)")
    case .duckdb:
      duckdb(file, "COPY (SELECT * FROM t ORDER BY name) TO '\(output)' (HEADER)")
    case .miller:
      ["--csv", "sort", "-f", "name", "then", "tee", output, "then", "nothing", file]
    case .sqlite3:
      sqlite(
        file, ".headers on", ".output \(output)", "SELECT * FROM t ORDER BY name, rowid")
    }
  }

  private static let section = Task(
    name: "section", title: "load, section by a column of 40 values", memory: 2, saves: false
  ) { engine, file, _ in
    switch engine {
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
    }
  }
}
