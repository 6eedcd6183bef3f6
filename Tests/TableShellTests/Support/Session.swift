import Expectations
import Rooms
import TableKit
import TableSources
import TestSupport
import Testing
import Wording

@testable import TableLessons
@testable import TableShell

/// A shell on a console of its own, with a small table open.
struct Session {
  let console = TestConsole()
  let shell: Shell

  /// - Parameters:
  ///   - drawing: the table, as `Tables.table` reads it; nil opens none.
  ///   - rooms: the rooms that it has.
  ///   - configure: changes the options.
  init(
    _ drawing: String? = "Pilots(P1 P2 P3) Crew(C1 C2)",
    rooms: [Room] = Room.all,
    configure: (inout ShellOptions) -> Void = { _ in }
  ) {
    var options = ShellOptions()
    options.table = ShellOptions.TableMode.none
    configure(&options)
    shell = Shell(options: options, console: console, rooms: rooms)
    // Those of the program are not what is tested.
    shell.part(Lessons.self)?.folders = []
    guard let drawing else { return }
    let document = Document(
      name: "crew", table: Tables.table(drawing), source: FileSource(nil), reading: ReadOptions())
    shell.documents = [document]
    shell.current = document
  }

  /// Runs a line and answers what is printed for it.
  @discardableResult
  func run(_ line: String, at origin: StatementPlace? = nil) -> String {
    _ = shell.run(line, at: origin)
    return console.take()
  }

  /// The table that is open, drawn.
  var drawing: String { shell.current.map { Tables.drawing($0.table) } ?? "" }

  /// The paths of the selected rows, in the order in which they were selected.
  var selected: [String] {
    guard let document = shell.current else { return [] }
    return document.table.paths(of: document.editor.selection.rows).map(\.description)
  }

  /// Types the lines behind `> ` and expects the lines between them as replies.
  func expect(_ transcript: String, file: StaticString = #filePath, line: Int = #line) {
    var actual = ""
    for line in transcript.split(separator: "\n", omittingEmptySubsequences: false)
    where line.hasPrefix("> ") {
      actual += line + "\n" + run(String(line.dropFirst(2)))
    }
    if actual.hasSuffix("\n") { actual.removeLast() }
    expectEqual(actual, transcript, file: file, line: line)
  }
}
