import Expectations
import Glibc
import Terminal
import TestSupport
import Testing
import Wording

@testable import tablesh

/// Programs within the process of the tests, one after the other: all have its streams.
@Suite(.serialized) struct ProgramTests {
  /// Remembers what it was told to run.
  private final class Recorder: Session {
    let prompt = ""
    let newsDescriptor: Int32? = nil
    var statements: [String] = []

    func isComplete(_ text: String) -> Bool { !text.hasSuffix("\\") }

    func run(_ text: String, at place: StatementPlace?) -> Outcome {
      statements.append("\(place.map(\.description) ?? "-") \(text)")
      return text == "fail" ? .failed : .done
    }

    func complete(_ line: String, cursor: Int) -> Completion { .none }

    func endOfInput(at place: StatementPlace?) -> Outcome { .leave(status: 0) }

    func continuationPrompt(of text: String) -> String { "" }
    func lineIsUnfinished(_ text: String) {}
    func begin() {}
    func greet() {}
    func end() {}
    func help(_ line: String, cursor: Int) -> String? { nil }
    func edited(_ text: String) -> String { text }
    func takeNews(isTyping: Bool) -> (() -> Void)? { nil }
    func takeWaiting() -> (() -> Void)? { nil }
    func lineIsEmpty() {}
    func workAhead(while isIdle: @escaping () -> Bool) -> Bool { false }
    func path(of folder: String) -> String { folder }
    func fileNames(in folder: String) -> [String] { [] }

    func report(_ error: TerminalError, at place: StatementPlace?, of line: String) {
      var errors = StandardError()
      errors.report(error, at: place)
    }
  }

  private let session = Recorder()

  private func run(
    _ options: Options, lua: @escaping (ScriptCall) -> Outcome = { _ in .failed }
  ) -> Int32 {
    let output = StandardOutput()
    return Program(
      options: options, session: session,
      console: TerminalConsole(output: output, usesColor: false), output: output, runLua: lua
    ).run()
  }

  @Test("the texts of -c are run in order, and the first failure ends them")
  func commands() {
    var options = Options()
    options.commands = ["one\ntwo", "fail\nnever", "never"]
    expectEqual(run(options), 1)
    expectEqual(session.statements, ["-c:1 one", "-c:2 two", "-c:1 fail"])
  }

  @Test("--keep-going runs them all, and the status still says that one failed")
  func keepGoing() {
    var options = Options()
    options.commands = ["fail", "after"]
    options.shell.keepsGoing = true
    expectEqual(run(options), 1)
    expectEqual(session.statements, ["-c:1 fail", "-c:1 after"])
  }

  @Test("a script of commands names its lines, a statement by its first")
  func script() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("one\ntwo \\\nmore\n\nthree\n", to: "clean.tsh")
    var options = Options()
    options.script = ScriptCall(path: path)
    expectEqual(run(options), 0)
    expectEqual(session.statements, ["\(path):1 one", "\(path):2 two \\\nmore", "\(path):5 three"])
  }

  @Test("a script in Lua goes to Lua with its arguments, and its end is the program's")
  func lua() throws {
    let folder = try TemporaryFolder()
    let call = ScriptCall(
      path: try folder.write("", to: "clean.lua"), arguments: ["--deep"])
    var options = Options()
    options.script = call
    var seen: [ScriptCall] = []
    expectEqual(
      run(
        options,
        lua: {
          seen.append($0); return .done
        }), 0)
    expectEqual(run(options, lua: { _ in .failed }), 1)
    expectEqual(run(options, lua: { _ in .leave(status: 3) }), 3)
    expectEqual(run(options, lua: { _ in .interrupted }), 130)
    expectEqual(seen, [call])
  }

  @Test("a script that is not there is a failure")
  func missing() {
    var options = Options()
    options.script = ScriptCall(path: "/nowhere/x.tsh")
    expectEqual(run(options), 1)
    expect(session.statements.isEmpty)
  }
}
