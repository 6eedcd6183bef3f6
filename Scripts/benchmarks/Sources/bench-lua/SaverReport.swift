import Measuring
import TableLua

/// Times a saver, and the iterator over rows that it uses, beside plain Lua over ready tables.
struct SaverReport {
  /// How `--only` calls the cases.
  static let names = ["save"]

  let options: Options

  func run() throws {
    guard options.includes("save") else { return }
    let progress = Measuring.Progress()
    progress.say("making \(Wording.count(options.rows)) rows")
    let sample = SampleTable(rows: options.rows)
    let plain = try PlainState()
    try sample.give(to: plain)
    let host = Host()
    let session = LuaSession(host: host)
    progress.say("save")
    do {
      _ = try session.evaluate(
        """
        tablesh.loader { name = "lines", load = function() end, save = function(table, write)
          for row in table:rows() do write(row.id, ",", row.name, ",", row.pay, "\\n") end
        end }
        """)
      let times = try Race([
        {
          plain.collect()
          return try ThreadClock.timing {
            try plain.run(
              """
              local file = io.open("/dev/null", "w")
              for i = 1, #rows do
                local row = rows[i]
                file:write(row.id, ",", row.name, ",", row.pay, "\\n")
              end
              file:close()
              """)
          }.nanoseconds
        },
        { try ThreadClock.timing { try session.save(sample.table, with: "lines") }.nanoseconds },
      ]).run(rounds: options.rounds)
      let ratio = times[1].median / times[0].median
      print(
        "\nsaver of \(Wording.count(options.rows)) rows, three cells each: plain Lua over ready "
          + "tables \(Wording.time(times[0].median)), ours \(Wording.time(times[1].median)), "
          + Verdict.ratio(ratio))
    } catch let failure as LuaFailure {
      throw BenchError.ours(failure.message)
    }
  }
}
