import Foundation
import Measuring

/// Times whole programs on whole files.
struct ProgramReport {
  let options: Options

  func run() throws {
    let tasks = Task.all.filter { options.includes($0.name) }
    guard !tasks.isEmpty else { return }
    let data = try DataFile(rows: options.rows, folder: options.folder)
    try makeOthers(data)
    let engines = try Engine.allCases.compactMap { engine in
      try engine.path(tablesh: options.program).map { (engine: engine, path: $0) }
    }
    print(
      "\(Wording.count(data.rows)) rows × 9 columns, \(Wording.bytes(data.byteCount)), "
        + "in \(options.folder); median of \(options.rounds) rounds")
    for (engine, path) in engines where engine != .load && engine != .bare {
      print("\(engine.rawValue): \(path)")
    }
    print("")
    var table = TextTable(
      [
        "task", "name", "engine", "time", "processor", "memory", "× file", "tablesh is", "goal",
        "met",
      ], words: 3)
    var missed: [String] = []
    for task in tasks {
      if try !measure(task, engines, into: &table) { missed.append(task.name) }
    }
    print(table.lines(options.style).joined(separator: "\n"))
    let misses = missed.isEmpty ? "all goals met" : "missed: \(missed.joined(separator: " "))"
    print("\n\(misses)")
  }

  /// Makes the files that tasks read beside the first.
  func makeOthers(_ data: DataFile) throws {
    for (name, command) in [
      ("others", "edit * id := id + 100000000"), ("raised", "edit * quantity := quantity + 1"),
    ] {
      let path = "\(options.folder)/\(name).csv"
      guard !FileManager.default.fileExists(atPath: path) else { continue }
      _ = try Child(
        [options.program] + Task.tablesh(data.path, command, "save --overwrite \(path)"))
    }
    try data.makePartners(in: options.folder)
  }

  /// Measures a task; returns whether its goal is met, as it is where the peer is not installed.
  private func measure(
    _ task: Task, _ engines: [(engine: Engine, path: String)], into table: inout TextTable
  ) throws -> Bool {
    let file = try task.input.path(options)
    let bytes = DataFile.size(of: file)
    // A file that was written a moment ago is read with more care.
    let written = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
    if let age = written.map({ -$0.timeIntervalSinceNow }), age < 4 {
      Thread.sleep(forTimeInterval: 4 - age)
    }
    let output = "\(options.folder)/output" + (task.saves ? ".csv" : "")
    func words(_ engine: Engine) throws -> [String]? {
      try task.words(
        Task.Words(engine: engine, file: file, output: output, folder: options.folder))
    }
    var results: [Engine: [Child]] = [:]
    var counts: [Engine: Int] = [:]
    let able = try engines.filter { try words($0.engine) != nil }
    let progress = Progress()
    defer { progress.clear() }
    // Who takes its time sits out the later rounds.
    for round in 0..<options.rounds {
      for turn in able.indices {
        let (engine, path) = able[(round + turn) % able.count]
        let known = results[engine] ?? []
        if known.count > 1, known.map(\.wall).reduce(0, +) > 6_000_000_000 { continue }
        progress.say("\(task.name), \(engine.rawValue), round \(round + 1)")
        try options.clear()
        if task.changesInput { try FileManager.default.copyItem(atPath: file, toPath: output) }
        guard let words = try words(engine) else { continue }
        var child = try Child([path] + words)
        // On a virtual machine memory comes back from its host slowly: what is quick runs once more
        // at once, and that counts.
        if child.wall < 3_000_000_000 {
          try options.clear()
          if task.changesInput { try FileManager.default.copyItem(atPath: file, toPath: output) }
          child = try Child([path] + words)
        }
        results[engine, default: []].append(child)
        if task.saves, counts[engine] == nil { counts[engine] = try Records.count(in: output) }
      }
    }
    try options.clear()
    for (engine, count) in counts {
      guard let own = counts[.tablesh], own != count else { continue }
      throw BenchError.wrongAnswer(
        task: task.name, engine: engine.rawValue, found: "\(count) rows", expected: "\(own)")
    }
    let own = results[.tablesh].map { Samples($0.map(\.wall)).median } ?? 0
    var isMet = true
    for (engine, _) in able {
      guard let children = results[engine], !children.isEmpty else { continue }
      let wall = Samples(children.map(\.wall)).median
      let peak = Double(children.map(\.peak).max() ?? 0) / Double(bytes)
      if engine == .tablesh, peak > task.goal.memory { isMet = false }
      if engine == task.goal.peer, own > wall * task.goal.time { isMet = false }
      if task.goal.peer == nil, own > task.goal.time * 1e9 { isMet = false }
      table.append([
        engine == able[0].engine ? task.title : "", engine == able[0].engine ? task.name : "",
        engine.rawValue, Wording.time(wall),
        Wording.time(Samples(children.map(\.processor)).median),
        Wording.bytes(children.map(\.peak).max() ?? 0), String(format: "%.2f", peak),
        engine == .tablesh ? "" : Wording.ratio(wall / own) + " as fast",
        engine == able.last?.engine ? task.goal.text : "",
        engine == able.last?.engine ? (isMet ? "yes" : "no") : "",
      ])
    }
    return isMet
  }
}
