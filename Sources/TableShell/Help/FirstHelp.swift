import TablePrinters

/// What `help` alone shows: what one needs at first, on one screen.
extension HelpPages {
  /// Commands to begin with, each with a line to type.
  private static let firstCommands: [(name: String, line: String, meaning: String)] = [
    ("open", "open staff.csv", "open a file; new FILE COLS begins an empty table"),
    ("show", "show where pay > 30", "print some rows; show alone prints those in view"),
    ("select", "select where pay > 30", "select rows"),
    ("edit", "edit @012 pay=35", "change cells"), ("delete", "delete selected", "delete rows"),
    ("sort", "sort by pay desc", "sort the rows"),
    ("undo", "undo", "take the last change back; redo makes it again"),
    ("query", "query SELECT * FROM staff", "ask a question in SQL"),
    ("save", "save", "write your changes to the file; quit leaves"),
    ("lesson", "lesson", "learn by small lessons with questions"),
  ]

  /// Targets to begin with.
  private static let firstTargets: [(typed: String, meaning: String)] = [
    ("0:2  0:2-5", "row 2 of section 0; rows 2 to 5"), ("@012", "the row with the key 012"),
    ("where pay > 30", "the rows for which this is true"),
    ("selected  *", "the selected rows; all rows"),
  ]

  /// The page for somebody who begins: commands, targets, and where to read on.
  var firstPage: String {
    let commands = Self.firstCommands.filter { shell.registry.find($0.name) != nil }
    let column = commands.map(\.line.count).max() ?? 0
    func lines(_ lines: [(typed: String, meaning: String)]) -> String {
      TextWrapping.examples(
        lines.map { typed, meaning in
          let gap = String(repeating: " ", count: column - typed.count + 2)
          return "  " + typed + gap + meaning + "\n"
        }.joined(),
        width: width)
    }
    let groups = Command.Group.allCases.filter { !shell.registry.commands(of: $0).isEmpty }
    let more = "help COMMAND explains one; help \(Self.listName) lists all, and all topics."
    return "Commands to begin with:\n" + lines(commands.map { ($0.line, $0.meaning) }) + "\n"
      + TextWrapping.wrapped(
        "Targets say which rows you mean. Sections and rows count from 0:", width: width)
      + "\n" + lines(Self.firstTargets) + "\n" + TextWrapping.wrapped(more, width: width) + "\n"
      + list(groups.map(\.rawValue), title: "groups")
      + list(firstTopics, title: "topics")
  }

  /// The topics that a line has room for, and that there are more.
  private var firstTopics: [String] {
    let names = shell.registry.topics.map(\.name)
    var room = width - Self.titleWidth - 2
    let first = names.prefix {
      room -= $0.utf8.count + 1
      return room >= 0
    }
    return first.count < names.count ? first + ["…"] : names
  }
}
