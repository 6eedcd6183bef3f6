import Foundation
import Measuring

/// Times whole programs on one core and on two, and says what sixteen could give if all work that two
/// share were shared by sixteen.
struct CoreReport {
  let options: Options

  /// The tasks that are measured.
  static let names = [
    "load", "change", "delete", "increment", "replace", "set", "edit-where", "sort", "sort-three",
    "section", "insert", "group", "group-many", "join-many", "pivot", "dedupe", "describe", "query",
    "find", "export-json",
  ]

  func run() throws {
    let data = try DataFile(rows: options.rows, folder: options.folder)
    try ProgramReport(options: options).makeOthers(data)
    let progress = Progress()
    var table = TextTable(
      [
        "task", "one core", "two", "two are", "processor", "done by one alone",
        "sixteen could take",
      ],
      words: 1)
    for task in Task.all where Self.names.contains(task.name) && options.includes(task.name) {
      var best: [[Child]] = [[], []]
      for round in 0..<options.rounds * 2 {
        progress.say("\(task.name), round \(round / 2 + 1)")
        try options.clear()
        let output = "\(options.folder)/output" + (task.saves ? ".csv" : "")
        let words = try task.words(
          Task.Words(
            engine: .tablesh, file: task.input.path(options), output: output, folder: options.folder
          ))
        let cores = ["taskset", "-c", round % 2 == 0 ? "0" : "0,1", options.program]
        best[round % 2].append(try Child(cores + (words ?? [])))
      }
      // The quickest: what else the machine does makes others slower.
      let times = best.map { Double($0.map(\.wall).min() ?? 0) }
      // Amdahl: what two cores do not make shorter is done by one.
      let single = min(1, max(0, 2 * times[1] / times[0] - 1))
      let processor = best[1].map(\.processor).min() ?? 0
      table.append([
        task.title, Wording.time(times[0]), Wording.time(times[1]),
        Wording.ratio(times[0] / times[1]), Wording.time(Double(processor)),
        Wording.percent(single), Wording.time(times[0] * (single + (1 - single) / 16)),
      ])
    }
    try options.clear()
    progress.clear()
    print(
      "\(Wording.count(data.rows)) rows × 9 columns; the quickest of \(options.rounds) rounds\n")
    print(table.lines(options.style).joined(separator: "\n"))
  }
}
