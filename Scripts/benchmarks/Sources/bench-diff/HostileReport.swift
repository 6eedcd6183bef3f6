import Measuring

/// How much longer identities take that are chosen to collide.
struct HostileReport {
  private let options: Options
  private let progress = Progress()

  init(_ options: Options) { self.options = options }

  /// Measures all kinds asked for and prints a table.
  func run() throws {
    var table = TextTable(["ids", "engine", "time", "random ids", "×"], words: 2)
    for kind in Hostile.allCases where options.includes(Hostile.name, kind.rawValue) {
      let label = "\(Hostile.name)/\(kind.rawValue)"
      progress.say("\(label): making the input")
      let entries = kind.entries().filter { options.engines.contains($0.engine) }
      for entry in entries {
        _ = try entry.hostile.answers()
        _ = try entry.random.answers()
      }
      let rounds = options.rounds ?? Hostile.rounds
      let samples = try Race(entries.flatMap { [$0.hostile.run, $0.random.run] }).run(
        rounds: rounds
      ) { progress.say("\(label): round \($0) of \(rounds)") }
      for (place, entry) in entries.enumerated() {
        let hostile = samples[2 * place].median
        let random = samples[2 * place + 1].median
        table.append([
          entry.title, entry.engine.title, Wording.time(hostile), Wording.time(random),
          Wording.ratio(hostile / random),
        ])
      }
    }
    progress.clear()
    guard !table.isEmpty else { return }
    print(
      "\n\(Wording.count(Hostile.count)) rows shuffled, ids that collide in weak hashes; "
        + "× is how many times random ids of the same length it takes.\n")
    print(table.lines(options.style).joined(separator: "\n"))
  }
}
