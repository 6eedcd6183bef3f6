import Foundation
import Measuring

/// Measures how soon a table shows what others do: one `tablesh` serves it, another follows that, and
/// a client writes one cell at a time; and how long a file with one changed line takes.
@main
enum LiveBenchmark {
  static func main() {
    do {
      try LiveReport(Array(CommandLine.arguments.dropFirst())).run()
    } catch {
      FileHandle.standardError.write(Data("bench: error: \(error)\n".utf8))
      exit(1)
    }
  }
}

/// The measurements, and their table.
struct LiveReport {
  private var program = ""
  private var folder = "/dev/shm/bench-live"
  private var rows = [10_000, 1_000_000]
  private var pushes = 40
  private var style = TextTable.Style.plain

  init(_ words: [String]) throws {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--markdown": style = .markdown
      case "--program": program = words.popFirst() ?? ""
      case "--folder": folder = words.popFirst() ?? folder
      case "--pushes": pushes = words.popFirst().flatMap { Int($0) } ?? pushes
      case "--rows":
        rows = (words.popFirst() ?? "").split(separator: ",").compactMap { Int($0) }
      default: throw LiveError.usage(word)
      }
    }
    guard program.hasPrefix("/") else { throw LiveError.usage("--program FILE") }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func run() throws {
    var table = TextTable(["work", "rows", "median", "99 of 100", "core", "memory"], words: 1)
    for count in rows {
      let path = try file(count)
      try pause(count, path, &table)
      try burst(count, path, &table)
      try reload(count, path, &table)
    }
    for line in table.lines(style) { print(line) }
  }

  /// A table of so many rows.
  private func file(_ rows: Int) throws -> String {
    let path = "\(folder)/t\(rows).csv"
    var text = "id,name,city,quantity\n"
    for i in 0..<rows {
      text += "\(i),name \(i &* 7919 % 1_000_003),\(["Oslo", "Rome", "Bern"][i % 3]),\(i % 1000)\n"
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private struct Pair {
    let server: RunningProgram
    let follower: RunningProgram
    let connection: Connection
  }

  private func pair(_ path: String, pushes: Int) throws -> Pair {
    let server = try RunningProgram(
      program, ["serve", path, "-c", "watch --count \(pushes) --timeout 600"], in: folder)
    let reply = try server.line()
    func part(_ start: String, _ end: Character) -> String {
      let range = reply.range(of: start)
      return String(range.map { reply[$0.upperBound...].prefix { $0 != end } } ?? "")
    }
    let (port, token) = (part("127.0.0.1:", "/"), part("\"token\":\"", "\""))
    guard let number = UInt16(port) else { throw LiveError.refused(reply) }
    let follower = try RunningProgram(
      program,
      ["firebase://127.0.0.1:\(port)/", "-c", "watch on; watch --count \(pushes) --timeout 600"],
      in: folder)
    _ = try follower.line()
    let connection = try Connection(port: number, token: token)
    // The first one finds the follower connected.
    try connection.put("/1/quantity", 5000)
    _ = try (server.line(), follower.line())
    return Pair(server: server, follower: follower, connection: connection)
  }

  /// One push a second: from the request to the replies.
  private func pause(_ rows: Int, _ path: String, _ table: inout TextTable) throws {
    let pair = try pair(path, pushes: pushes + 2)
    var (here, there): ([UInt64], [UInt64]) = ([], [])
    for i in 0..<pushes {
      usleep(1_000_000)
      let start = DispatchTime.now().uptimeNanoseconds
      try pair.connection.put("/\(2 + i * (rows / (pushes + 1)))/quantity", 2000 + i)
      _ = try pair.server.line()
      here.append(DispatchTime.now().uptimeNanoseconds - start)
      _ = try pair.follower.line()
      there.append(DispatchTime.now().uptimeNanoseconds - start)
    }
    for (name, times, program) in [
      ("push, 1 s apart, to the reply of who serves", here, pair.server),
      ("push, 1 s apart, to the reply of who follows", there, pair.follower),
    ] {
      let sorted = times.sorted()
      table.append([
        name, "\(rows)", milliseconds(Samples(times).median),
        milliseconds(Double(sorted[(sorted.count * 99 + 99) / 100 - 1])), "–",
        "\(program.peak >> 20) MB",
      ])
    }
    pair.server.end()
    pair.follower.end()
  }

  /// A thousand pushes a second: the share of a core.
  private func burst(_ rows: Int, _ path: String, _ table: inout TextTable) throws {
    let pair = try pair(path, pushes: 1 << 30)
    let count = 3000
    let (s, f) = (pair.server.processorSeconds, pair.follower.processorSeconds)
    let start = DispatchTime.now().uptimeNanoseconds
    for i in 0..<count {
      try pair.connection.put("/\(i % rows)/quantity", 3000 + i)
      let due = start + UInt64(i) * 1_000_000
      let now = DispatchTime.now().uptimeNanoseconds
      if due > now { usleep(UInt32((due - now) / 1000)) }
    }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
    for (name, former, program) in [
      ("1,000 pushes a second, who serves", s, pair.server),
      ("1,000 pushes a second, who follows", f, pair.follower),
    ] {
      let share = (program.processorSeconds - former) / seconds
      table.append([
        name, "\(rows)", "–", "–", "\(Int((share * 100).rounded())) %",
        "\(program.peak >> 20) MB",
      ])
    }
    pair.server.end()
    pair.follower.end()
  }

  /// A file of which one line changes, again and again: from its renaming to the reply.
  private func reload(_ rows: Int, _ path: String, _ table: inout TextTable) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let program = try RunningProgram(
      program, [path, "-c", "watch on; watch --count 9 --timeout 600"], in: folder)
    _ = try program.line()
    var times: [UInt64] = []
    for i in 0..<8 {
      usleep(1_000_000)
      let line = "\n\(rows / 2),"
      let changed = text.replacingOccurrences(of: line, with: line + "\(i)")
      try changed.write(toFile: path + ".new", atomically: false, encoding: .utf8)
      let start = DispatchTime.now().uptimeNanoseconds
      guard rename(path + ".new", path) == 0 else { throw LiveError.refused(path) }
      _ = try program.line()
      times.append(DispatchTime.now().uptimeNanoseconds - start)
    }
    table.append([
      "file with one changed line, to the reply", "\(rows)", milliseconds(Samples(times).median),
      milliseconds(Double(times.max() ?? 0)), "–", "\(program.peak >> 20) MB",
    ])
    program.end()
  }

  private func milliseconds(_ nanoseconds: Double) -> String {
    String(format: "%.1f ms", nanoseconds / 1e6)
  }
}
