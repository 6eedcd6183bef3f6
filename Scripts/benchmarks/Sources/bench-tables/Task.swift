import Foundation

/// Work on a file that each engine does in its own way, from start to end of its process.
struct Task: Sendable {
  /// What an engine runs.
  struct Words {
    let engine: Engine
    /// The file it reads.
    let file: String
    /// The file it writes: `output.csv` if `saves`, else one without extension.
    let output: String
    /// The folder of both.
    let folder: String
  }

  /// How `--only` calls it.
  let name: String
  /// What the table calls it.
  let title: String
  /// What it reads.
  var input = Input.csv
  /// Whether a CSV file is written, whose records are counted.
  var saves = false
  /// Whether it changes the file that it reads, and so gets a copy: the output.
  var changesInput = false
  /// What tablesh may take.
  let goal: Goal
  /// The words behind a program's path; nil where it cannot do the work.
  let words: @Sendable (Words) throws -> [String]?

  /// All of them, in the order in which they are measured.
  static let all = files + bulk + verbs + formats

  static func tablesh(_ file: String, _ commands: String...) -> [String] {
    ["--quiet", "--no-init"] + commands.flatMap { ["-c", $0] } + ["-c", "quit!", file]
  }

  static func duckdb(_ file: String, _ statements: String...) -> [String] {
    let load = "CREATE TABLE t AS SELECT * FROM read_csv('\(file)')"
    return ["-c", ([load] + statements).joined(separator: "; ")]
  }

  static func sqlite(_ file: String, _ lines: String...) -> [String] {
    [":memory:", "-cmd", ".mode csv", "-cmd", ".import \(file) t"]
      + lines.dropLast().flatMap { ["-cmd", $0] } + [lines.last ?? ""]
  }

  /// A task that DuckDB can do in SQL, and that is measured beside it.
  static func query(
    _ name: String, _ title: String, _ goal: Goal, _ commands: [String], sql: [String]
  ) -> Task {
    Task(name: name, title: title, saves: true, goal: goal) { words in
      switch words.engine {
      case .tablesh:
        ["--quiet", "--no-init"]
          + (commands + ["save --overwrite \(words.output)", "quit!"]).flatMap { ["-c", $0] }
          + [words.file]
      case .duckdb:
        [
          "-c",
          (["CREATE TABLE t AS SELECT * FROM read_csv('\(words.file)')"] + sql
            + ["COPY t TO '\(words.output)' (HEADER)"]).joined(separator: "; "),
        ]
      default: nil
      }
    }
  }

  /// A task of commands alone, measured in seconds or beside loading.
  static func commands(
    _ name: String, _ title: String, input: Input = .csv, _ goal: Goal, _ commands: String...
  ) -> Task {
    Task(name: name, title: title, input: input, goal: goal) { words in
      switch words.engine {
      case .tablesh:
        ["--quiet", "--no-init"]
          + commands.flatMap { ["-c", $0.replacingOccurrences(of: "OUTPUT", with: words.output)] }
          + ["-c", "quit!", words.file]
      case .load: goal.peer == .load ? tablesh(words.file) : nil
      default: nil
      }
    }
  }
}
