import Foundation
import Measuring

/// Times whole programs on whole files.
struct ProgramReport {
  let options: Options

  func run() throws {
    let data = try DataFile(rows: options.rows, folder: options.folder)
    let engines = options.engines.compactMap { engine -> (engine: Engine, path: String)? in
      let path = engine == .tablesh ? options.program : Child.find(engine.program)
      return path.map { (engine, $0) }
    }
    let tasks = Task.all.filter { options.includes($0.name) }
    guard !tasks.isEmpty else { return }
    print(
      "\(Wording.count(data.rows)) rows × 9 columns, \(Wording.bytes(data.byteCount)), "
        + "in \(options.folder); median of \(options.rounds) rounds\n")
    var table = TextTable(
      ["task", "engine", "time", "processor", "memory", "× file", "tablesh is"], words: 2)
    for task in tasks { try measure(task, engines, data, into: &table) }
    print(table.lines(options.style).joined(separator: "\n"))
  }

  private func measure(
    _ task: Task, _ engines: [(engine: Engine, path: String)], _ data: DataFile,
    into table: inout TextTable
  ) throws {
    let output = "\(options.folder)/output.csv"
    var results: [Engine: [Child]] = [:]
    var counts: [Engine: Int] = [:]
    let able = engines.filter { task.words($0.engine, data.path, output) != nil }
    let progress = Progress()
    defer { progress.clear() }
    // Who takes its time sits out the later rounds.
    for round in 0..<options.rounds {
      for turn in able.indices {
        let (engine, path) = able[(round + turn) % able.count]
        let known = results[engine] ?? []
        if known.count > 1, known.map(\.wall).reduce(0, +) > 6_000_000_000 { continue }
        progress.say("\(task.name), \(engine.rawValue), round \(round + 1)")
        unlink(output)
        guard let words = task.words(engine, data.path, output) else { continue }
        results[engine, default: []].append(try Child([path] + words))
        if task.saves, counts[engine] == nil { counts[engine] = try Records.count(in: output) }
      }
    }
    unlink(output)
    for (engine, count) in counts {
      guard let own = counts[.tablesh], own != count else { continue }
      throw BenchError.wrongAnswer(
        task: task.name, engine: engine.rawValue, found: "\(count) rows", expected: "\(own)")
    }
    let own = results[.tablesh].map { Samples($0.map(\.wall)).median } ?? 0
    for (engine, _) in able {
      guard let children = results[engine], !children.isEmpty else { continue }
      let wall = Samples(children.map(\.wall)).median
      let peak = children.map(\.peak).max() ?? 0
      table.append([
        engine == able[0].engine ? task.title : "", engine.rawValue, Wording.time(wall),
        Wording.time(Samples(children.map(\.processor)).median), Wording.bytes(peak),
        String(format: "%.2f", Double(peak) / Double(data.byteCount)),
        engine == .tablesh ? "" : Wording.ratio(wall / own) + " as fast",
      ])
    }
  }
}
