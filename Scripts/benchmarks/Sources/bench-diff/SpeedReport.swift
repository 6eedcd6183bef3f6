import Measuring

/// How long each engine takes, and how much it answers.
struct SpeedReport {
  private let options: Options
  private let progress = Progress()
  private let engines: [Engine]

  init(_ options: Options) {
    self.options = options
    engines = options.engines
  }

  /// Measures all cases asked for and prints two tables.
  func run() throws {
    var times = TextTable(timesHeader, words: 2)
    var answers = TextTable(answersHeader, words: 1)
    var notes: [String] = []
    for scenario in Scenario.all {
      var isAnswered = false
      for identities in scenario.identities
      where options.includes(scenario.name, identities.rawValue) {
        let result = try measure(scenario, identities)
        times.append(row(scenario, identities, result))
        for (engine, measured) in zip(engines, result) {
          guard case .absent(let why) = measured else { continue }
          let note = "\(scenario.name): \(engine.title): \(why)"
          if !notes.contains(note) { notes.append(note) }
        }
        if !isAnswered { answers.append(answerRow(scenario, result)) }
        isAnswered = true
      }
    }
    progress.clear()
    guard !times.isEmpty else { return }
    print(
      "Time of one plan, median of the rounds; × is how many times ours it takes; unchecked is ours "
        + "told\nthat no identity is twice.\n")
    print(times.lines(options.style).joined(separator: "\n"))
    print("\nWhat is answered: operations, moves among them, batches to apply in turn.\n")
    print(answers.lines(options.style).joined(separator: "\n"))
    if !notes.isEmpty { print("\n" + notes.map { "- " + $0 }.joined(separator: "\n")) }
    if !Engine.present.contains(.differenceKit) {
      print("\nTo measure DifferenceKit, too: Scripts/bench diff --differencekit DIRECTORY")
    }
  }

  /// What came out for one engine.
  private enum Measured {
    case times(Samples, answers: [Answer])
    case absent(why: String)
  }

  private func measure(_ scenario: Scenario, _ identities: Identities) throws -> [Measured] {
    let label = "\(scenario.name)/\(identities.rawValue)"
    progress.say("\(label): making the input")
    let entries = scenario.entries(identities, engines)
    var answers: [[Answer]] = []
    var runners: [Race.Runner] = []
    for (engine, entry) in entries {
      guard case .contender(let contender) = entry else { continue }
      progress.say("\(label): checking \(engine.title)")
      answers.append(try contender.answers())
      runners.append(contender.run)
    }
    let rounds = options.rounds ?? scenario.rounds
    let samples = try Race(runners).run(rounds: rounds) {
      progress.say("\(label): round \($0) of \(rounds)")
    }
    var next = 0
    return entries.map { _, entry in
      if case .absent(let why) = entry { return .absent(why: why) }
      next += 1
      return .times(samples[next - 1], answers: answers[next - 1])
    }
  }

  private var timesHeader: [String] {
    ["case", "ids"]
      + engines.flatMap { engine in
        switch engine {
        case .ours: [engine.title, "±"]
        case .unchecked: [engine.title]
        case .updates, .differenceKit, .standardLibrary: [engine.title, "×"]
        }
      }
  }

  private func row(
    _ scenario: Scenario, _ identities: Identities, _ result: [Measured]
  ) -> [String] {
    var cells = [scenario.title, identities.title]
    var ours: Double?
    for (engine, measured) in zip(engines, result) {
      guard case .times(let samples, let answers) = measured else {
        cells += ["-", "-"]
        continue
      }
      cells.append(Wording.time(samples.median / Double(answers.count)))
      switch engine {
      case .ours:
        ours = samples.median
        cells.append(Wording.percent(samples.spread / 2))
      case .unchecked: break
      case .updates, .differenceKit, .standardLibrary:
        cells.append(ours.map { Wording.ratio(samples.median / $0) } ?? "-")
      }
    }
    return cells
  }

  private var answersHeader: [String] {
    ["case"]
      + engines.filter { $0 != .unchecked }.flatMap {
        [$0.title, "moves"] + ($0 == .standardLibrary ? [] : ["batches"])
      }
  }

  private func answerRow(_ scenario: Scenario, _ result: [Measured]) -> [String] {
    var cells = [scenario.title]
    for (engine, measured) in zip(engines, result) where engine != .unchecked {
      var counts = ["-", "-", "-"]
      if case .times(_, let answers) = measured {
        counts = [
          Self.summary(answers.map(\.operations)), Self.summary(answers.map(\.moves)),
          Self.summary(answers.compactMap(\.stages)),
        ]
      }
      cells += engine == .standardLibrary ? Array(counts.prefix(2)) : counts
    }
    return cells
  }

  /// A count, or the mean and the most of several.
  private static func summary(_ counts: [Int]) -> String {
    guard let most = counts.max(), let least = counts.min() else { return "-" }
    if least == most { return Wording.count(most) }
    let tenths = counts.reduce(0, +) * 10 / counts.count
    return "\(tenths / 10).\(tenths % 10), at most \(most)"
  }
}
