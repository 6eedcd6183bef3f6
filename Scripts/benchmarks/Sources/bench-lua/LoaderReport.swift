import Measuring
import TableLua

/// Times loaders beside plain Lua that splits the same lines of the same file.
struct LoaderReport {
  let options: Options

  func run() throws {
    let cases = LoaderCase.all.filter { options.includes($0.name) }
    guard !cases.isEmpty else { return }
    let progress = Measuring.Progress()
    progress.say("making \(Wording.count(options.rows)) lines")
    let text = try SampleText(lines: options.rows, folder: options.folder)
    print(
      "\nloaders of \(Wording.count(options.rows)) lines, \(Wording.bytes(text.byteCount)), into a "
        + "table; plain Lua splits them into tables and drops or keeps these;\n"
        + "processor time of the thread, median of \(options.rounds) rounds; the limit is for drops\n"
    )
    var table = TextTable(
      ["case", "drops", "keeps", "ours", "to drops", "to keeps", "limit", "Lua heap"], words: 1)
    for item in cases {
      progress.say(item.name)
      table.append(try measure(item, text))
    }
    progress.clear()
    print(table.lines(options.style).joined(separator: "\n"))
  }

  private func measure(_ item: LoaderCase, _ text: SampleText) throws -> [String] {
    let host = Host()
    let session = LuaSession(host: host)
    let plain = try PlainState()
    var found = 0
    do {
      _ = try session.evaluate(item.declaration)
      let plainRunner = { (keeps: Bool) -> Race.Runner in
        {
          plain.collect()
          return try ThreadClock.timing {
            try plain.run(item.plainLoop(text.path, keeps: keeps))
          }.nanoseconds
        }
      }
      let load = {
        try session.load(with: item.name, name: text.path, bytes: try text.bytes())
      }
      let times = try Race([
        plainRunner(false), plainRunner(true),
        {
          let (loaded, time) = try ThreadClock.timing(load)
          found = loaded.table.rowCount
          return time
        },
      ]).run(rounds: options.rounds)
      let expected = plain.integer("count")
      guard found == expected else {
        throw BenchError.wrongAnswer(task: item.name, found: found, expected: expected)
      }
      let peak = try session.memoryPeak { _ = try load() }
      let ratios = (times[2].median / times[0].median, times[2].median / times[1].median)
      return [
        item.name, Wording.time(times[0].median), Wording.time(times[1].median),
        Wording.time(times[2].median), Verdict.ratio(ratios.0), Verdict.ratio(ratios.1),
        Verdict.text(ratios.0, 1.5), Wording.bytes(peak),
      ]
    } catch let failure as LuaFailure {
      throw BenchError.ours(failure.message)
    }
  }
}
