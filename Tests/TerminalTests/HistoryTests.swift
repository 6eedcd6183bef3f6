import Expectations
import Foundation
import TestSupport
import Testing
import Wording

@testable import Terminal

@Suite(.ends) struct HistoryTests {
  @Test("the arrow keys bring back statements, whole ones and of former sessions")
  func recall() throws {
    let folder = try TemporaryFolder()
    let first = try Probe(in: folder)
    try first.run("older", expecting: "<older>")
    try first.terminal.enter("two 'lines", expecting: "...>")
    try first.run("here'", expecting: "<two 'lines|here'>")
    first.terminal.press(.up)
    try first.terminal.press(.enter, expecting: "<two 'lines|here'>", "probe>")
    try expectEqual(first.leave(), 0)

    let second = try Probe(in: folder)
    second.terminal.press(.up)
    second.terminal.press(.up)
    try second.terminal.press(.enter, expecting: "<older>", "probe>")
    try expectEqual(second.leave(), 0)
  }

  @Test("a statement stands on a line of its own behind one that a crash cut")
  func cutLine() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("whole\ncu", to: "history")
    expectNil(History(path: path).append("new"))
    expectNil(History(path: path).append("newer"))
    expectEqual(folder.read("history"), "whole\ncu\nnew\nnewer\n")
    expectEqual(History(path: path).load(), ["whole", "cu", "new", "newer"])
  }

  @Test("a statement is forgotten wherever it stands, and all are")
  func forgotten() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a\nb\\nc\na\nb\\nc", to: "history")
    expectNil(History(path: path).forget("b\nc"))
    expectEqual(folder.read("history"), "a\na\n")
    expectNil(History(path: path).forget(nil))
    expectEqual(folder.read("history"), "")
    expectNil(History(path: folder.path + "/none").forget("a"))
  }

  @Test("a statement goes to the file that has the name when the lock is free")
  func replacedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/history"
    try folder.write("long\nold\n", to: "history")
    try folder.write("old\n", to: "shorter")
    let other = open(path, O_RDONLY | O_CLOEXEC)
    expectEqual(flock(other, LOCK_EX), 0)
    let ended = DispatchSemaphore(value: 0)
    WatchedThread.start {
      _ = History(path: path).append("new")
      ended.signal()
    }.awaitSleep()
    expectEqual(rename("\(folder.path)/shorter", path), 0)
    close(other)
    ended.wait()
    expectEqual(folder.read("history"), "old\nnew\n")
  }

  @Test("^C leaves the history, and a search in it, as if nothing had been typed")
  func interruptedRecall() throws {
    let probe = try Probe()
    try probe.run("first", expecting: "<first>")
    try probe.run("second", expecting: "<second>")
    probe.terminal.press(.up)
    probe.terminal.press(.up)
    try probe.terminal.type(" changed", expecting: "changed")
    try probe.terminal.press(.controlC, expecting: "probe>")
    probe.terminal.press(.controlR)
    try probe.terminal.type("fir", expecting: "st")
    try probe.terminal.press(.controlC, expecting: "probe>")
    probe.terminal.press(.up)
    try probe.terminal.press(.enter, expecting: "<second>")
    probe.terminal.press(.up)
    probe.terminal.press(.up)
    probe.terminal.press(.up)
    try probe.terminal.press(.enter, expecting: "<first>", "probe>")
    try expectEqual(probe.leave(), 0)
  }

  @Test("the history is a private file, one statement a line, without lines that begin blank")
  func file() throws {
    let folder = try TemporaryFolder()
    let probe = try Probe(in: folder)
    try probe.run("kept", expecting: "<kept>")
    try probe.run("kept", expecting: "<kept>")
    try probe.run(" secret", expecting: "< secret>")
    probe.terminal.paste("a\\b 'c\nd'")
    try probe.terminal.press(.enter, expecting: "<a\\b 'c|d'>", "probe>")
    try expectEqual(probe.leave(), 0)
    expectEqual(folder.read("state/tablesh/history"), "kept\na\\\\b 'c\\nd'\n")
    expectEqual(mode(of: "\(folder.path)/state/tablesh"), 0o700)
    expectEqual(mode(of: "\(folder.path)/state/tablesh/history"), 0o600)
  }

  @Test("a history that cannot be written is one warning and nothing more")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let blocked = try folder.write("", to: "file")
    let probe = try Probe(in: folder, environment: ["XDG_STATE_HOME": blocked])
    try probe.run("one", expecting: "<one>")
    try probe.run("two", expecting: "<two>")
    try expectEqual(probe.leave(), 0)
    let warnings = probe.terminal.transcript.split(separator: "warning: cannot write history")
    expectEqual(warnings.count, 2)
  }

  @Test("several shells add to one history")
  func shared() throws {
    let folder = try TemporaryFolder()
    let one = try Probe(in: folder)
    let two = try Probe(in: folder)
    try one.run("from one", expecting: "<from one>")
    try two.run("from two", expecting: "<from two>")
    try one.run("one again", expecting: "<one again>")
    expectEqual(folder.read("state/tablesh/history"), "from one\nfrom two\none again\n")
  }

  @Test(
    "any statement survives the file",
    arguments: ["a", "\\", "\\n", "a\nb", "\\\n\\", "x\\\\ny", "größe \u{1F600}"])
  func encoding(statement: String) {
    let line = statement.inOneLine
    expect(!line.contains("\n"))
    expectEqual(line.ofOneLine, statement)
  }

  @Test("a file twice as long as the limit is cut to it")
  func limit() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write((0..<21).map { "s\($0)\n" }.joined(), to: "history")
    let history = History(path: path, limit: 10)
    expectEqual(history.load(), (11..<21).map { "s\($0)" })
    expectEqual(folder.read("history"), (11..<21).map { "s\($0)\n" }.joined())
    expectNil(history.append("new"))
    expectEqual(History(path: path, limit: 3).load(), ["s19", "s20", "new"])
  }

  @Test("the history is in XDG_STATE_HOME, else in ~/.local/state; relative folders are ignored")
  func standardPath() {
    func path(_ environment: [String: String]) -> String? {
      History.standardPath(program: "tablesh") { environment[$0] }
    }
    expectEqual(path(["XDG_STATE_HOME": "/s", "HOME": "/h"]), "/s/tablesh/history")
    expectEqual(path(["XDG_STATE_HOME": "s", "HOME": "/h"]), "/h/.local/state/tablesh/history")
    expectEqual(path(["HOME": "/h"]), "/h/.local/state/tablesh/history")
    expectNil(path([:]))
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test("of a large file the last lines are read, whole ones")
  func large() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/history"
    let lines = (10..<60).map { "\($0)" + String(repeating: "x", count: 500_000) }
    try folder.write(lines.map { $0 + "\n" }.joined(), to: "history")
    let read = try require(HistoryFile(path: path, flags: O_RDONLY)).lines()
    expect(read.count > 30)
    expectEqual(read, Array(lines.suffix(read.count)))
  }
}
