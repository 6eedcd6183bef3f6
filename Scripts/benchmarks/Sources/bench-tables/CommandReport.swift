import Foundation
import Measuring

/// Times single commands on a table that is loaded, as `set timing on` tells them: from the line
/// to the last byte of its reply, the plan and the table on the screen included.
struct CommandReport {
  let options: Options

  private static let repetitions = 21

  /// What is measured, and what puts the table back as it was.
  private static let commands: [(title: String, line: String, isMeasured: Bool)] = [
    ("delete 50 rows", "delete 0:100-149", true), ("undo that", "undo", true),
    ("move a row", "move 0:5 to 0:9000", true), ("undo that", "undo", true),
    ("edit a cell by key", "edit @5000 quantity=7777", true), ("undo that", "undo", true),
    ("print", "show", true),
  ]

  func run() throws {
    guard options.includes("commands") else { return }
    let lines = Self.commands
    var medians: [[Double]] = Array(repeating: [], count: lines.count)
    let progress = Progress()
    for rows in options.commandRows {
      progress.say("commands, \(Wording.count(rows)) rows")
      let data = try DataFile(rows: rows, folder: options.folder)
      var words = [options.program, "-c", "set timing on"]
      for _ in 0..<Self.repetitions { words += lines.flatMap { ["-c", $0.line] } }
      let child = try Child(words + ["-c", "quit!", data.path], keepsOutput: true)
      var times = child.output.split(separator: "\n").compactMap { line -> UInt64? in
        guard line.hasPrefix("time  "), line.hasSuffix(" ms") else { return nil }
        return Double(line.dropFirst(6).dropLast(3)).map { UInt64($0 * 1_000_000) }
      }
      // Setting it is timed, too.
      if times.count % lines.count == 1 { times.removeFirst() }
      guard times.count == Self.repetitions * lines.count else {
        throw BenchError.wrongAnswer(
          task: "commands", engine: "tablesh", found: "\(times.count) times",
          expected: "\(Self.repetitions * lines.count)")
      }
      for i in lines.indices {
        let own = stride(from: i, to: times.count, by: lines.count).map { times[$0] }
        medians[i].append(Samples(own).median)
      }
    }
    progress.clear()
    print("\none command, line to reply, median of \(Self.repetitions)\n")
    var table = TextTable(
      ["command"] + options.commandRows.map { Wording.count($0) + " rows" }, words: 1)
    for (i, command) in lines.enumerated() {
      table.append([command.title] + medians[i].map { Wording.time($0) })
    }
    print(table.lines(options.style).joined(separator: "\n"))
  }
}
