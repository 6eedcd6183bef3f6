import Foundation
import Measuring

/// The most memory an engine holds while it plans, above its input.
///
/// Each is measured in a process of its own, so that nothing freed by another is taken again.
struct MemoryReport {
  private let options: Options
  private let progress = Progress()

  init(_ options: Options) { self.options = options }

  /// The engines it is worth for: the standard library's trace is half the square of the edits.
  private var engines: [Engine] {
    options.engines.filter { $0 != .standardLibrary && $0 != .unchecked }
  }

  /// Measures all cases asked for and prints a table.
  func run() throws {
    var table = TextTable(
      ["case", "ids", "input"]
        + engines.flatMap { $0 == .ours ? [$0.title, "its operations"] : [$0.title] },
      words: 2)
    for scenario in Scenario.all {
      for identities in scenario.identities
      where options.includes(scenario.name, identities.rawValue) {
        var cells = [scenario.title, identities.title]
        for engine in engines {
          let words = [scenario.name, identities.rawValue, engine.rawValue]
          progress.say(words.joined(separator: "/"))
          let bytes = try Self.child(words)
          if engine == .ours { cells.append(Wording.bytes(bytes[0])) }
          cells.append(Wording.bytes(bytes[1] - bytes[0]))
          if engine == .ours { cells.append(Wording.bytes(bytes[2])) }
        }
        table.append(cells)
      }
    }
    progress.clear()
    guard !table.isEmpty else { return }
    print(
      "Memory: what the process holds with the input; the most it holds above that while it "
        + "plans; of that, the operations it answers.\n")
    print(table.lines(options.style).joined(separator: "\n"))
  }

  /// Measures in a child of its own: bytes before, most, and of the answer.
  private static func child(_ words: [String]) throws -> [Int] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--memory-of"] + words
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let bytes = String(decoding: output, as: UTF8.self).split(separator: " ")
      .compactMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    guard process.terminationStatus == 0, bytes.count == 3 else {
      throw BenchError.childFailed(words.joined(separator: "/"))
    }
    return bytes
  }

  /// What the child does: plans once and prints three numbers.
  static func measureChild(_ words: [String]) throws {
    guard let scenario = Scenario.all.first(where: { $0.name == words[0] }),
      let identities = Identities(rawValue: words[1]), let engine = Engine(rawValue: words[2])
    else { throw BenchError.unknownCase(words.joined(separator: "/")) }
    guard case .contender(let contender)? = scenario.entries(identities, [engine]).first?.entry
    else { throw BenchError.unknownCase(words.joined(separator: "/")) }
    guard let memory = try contender.memory() else { throw BenchError.noMemory }
    print(memory.before, memory.most, memory.answer)
  }
}
