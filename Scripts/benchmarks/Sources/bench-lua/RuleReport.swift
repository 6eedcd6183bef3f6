import Measuring
import TableKit
import TableLua

/// Times rules beside plain Lua over ready tables.
struct RuleReport {
  let options: Options

  func run() throws {
    let cases = RuleCase.all.filter { options.includes($0.name) }
    guard !cases.isEmpty else { return }
    let progress = Measuring.Progress()
    progress.say("making \(Wording.count(options.rows)) rows")
    let sample = SampleTable(rows: options.rows)
    let plain = try PlainState()
    try sample.give(to: plain)
    print(
      "rules over \(Wording.count(options.rows)) rows; plain Lua has a table for each row ready; "
        + "processor time of the thread, median of \(options.rounds) rounds\n")
    var table = TextTable(
      ["case", "function", "reads", "plain Lua", "ours", "a row", "ratio", "limit", "Lua heap"],
      words: 3)
    for item in cases {
      progress.say(item.name)
      table.append(try measure(item, sample.table, plain))
    }
    progress.clear()
    print(table.lines(options.style).joined(separator: "\n"))
  }

  private func measure(
    _ item: RuleCase, _ rows: Table, _ plain: PlainState
  ) throws -> [String] {
    let host = Host()
    let session = LuaSession(host: host)
    var found = 0
    do {
      _ = try session.evaluate(item.declaration)
      let times = try Race([
        {
          plain.collect()
          return try ThreadClock.timing { try plain.run(item.plainLoop) }.nanoseconds
        },
        {
          let (matches, time) = try ThreadClock.timing {
            item.isWhere
              ? try session.rows(where: item.expression, in: rows)
              : try session.rows(rule: item.ruleName, in: rows)
          }
          found = matches.rows.count
          return time
        },
      ]).run(rounds: options.rounds)
      let expected = plain.integer("count")
      guard found == expected else {
        throw BenchError.wrongAnswer(task: item.name, found: found, expected: expected)
      }
      let peak = try session.memoryPeak {
        _ = try session.rows(rule: item.ruleName, in: rows)
      }
      let ratio = times[1].median / times[0].median
      return [
        item.name, item.expression, item.reads, Wording.time(times[0].median),
        Wording.time(times[1].median), perRow(times[1].median), Verdict.ratio(ratio),
        Verdict.text(ratio, item.limit) + (peak < 1 << 20 ? "" : " heap!"), Wording.bytes(peak),
      ]
    } catch let failure as LuaFailure {
      throw BenchError.ours(failure.message)
    }
  }

  private func perRow(_ nanoseconds: Double) -> String {
    "\(Int((nanoseconds / Double(options.rows)).rounded())) ns"
  }
}
