import BatchUpdates
import TableKit

extension Command {
  /// Moves the viewport.
  static var scroll: Command {
    Command(
      name: "scroll", group: .looking, summary: "move the part of the table that is shown",
      synopsis: [
        "scroll TARGET [top|middle|bottom]", "scroll up|down [ROWS]", "scroll home|end",
      ],
      details: """
        To the first row of the target, as little as it takes unless a position is given; to the \
        nearest row of several selected ones. Up and down move by a screen without a number.
        """,
      example: "scroll 0:1 top",
      arguments: [
        .any([.words(["up", "down", "home", "end"]), .target]),
        .words(["top", "middle", "bottom"]),
      ]
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let height = invocation.shell.viewportHeight
      document.scrolled = nil
      document.clampOffset(height: height)
      switch invocation.arguments.first?.keyword {
      case "up": document.offset -= try invocation.rowCount(otherwise: height)
      case "down": document.offset += try invocation.rowCount(otherwise: height)
      case "home":
        try invocation.expect(1...1)
        document.offset = 0
      case "end":
        try invocation.expect(1...1)
        document.offset = document.table.rowCount
      default: try invocation.scrollToTarget(document)
      }
      document.clampOffset(height: height)
      return CommandResult(sentence: document.visiblePart(height: height), showsTable: true)
    }
  }
}

extension Word {
  /// What it says when no part of it is quoted.
  var keyword: String? { isUnquoted ? text : nil }
}

extension Invocation {
  /// The number behind `up` or `down`.
  fileprivate func rowCount(otherwise count: Int) throws(CommandError) -> Int {
    try expect(1...2)
    guard arguments.count > 1 else { return count }
    guard let count = Int(arguments[1].text), count > 0, count <= 1 << 40 else {
      throw usage("'\(arguments[1].text)' is no number of rows")
    }
    return count
  }

  fileprivate func scrollToTarget(_ document: Document) throws(CommandError) {
    var words = arguments
    var position = ScrollPosition.nearest
    if words.count > 1, let word = words.last?.keyword,
      let given = ScrollPosition(rawValue: word)
    {
      position = given
      words.removeLast()
    }
    let target = try target(words)
    let rows = try rows(target)
    let row = target == .selected ? shell.nearest(rows, to: position, in: document) : rows.first
    if let row {
      shell.reveal(row, position, in: document)
    } else if case .rows(let reference, .all) = target {
      // An empty section has its heading to be seen.
      let index = try Resolver(shell: shell, document: document).section(reference)
      document.offset = document.sectionStarts[index]
    }
  }
}

extension Document {
  /// `0:2 to 1:4 are visible`.
  fileprivate func visiblePart(height: Int) -> String {
    let rows = visibleRows(height: height)
    guard let first = rows.first.flatMap(table.path(of:)),
      let last = rows.last.flatMap(table.path(of:))
    else { return "no rows" }
    return first == last ? "\(first) is visible" : "\(first) to \(last) are visible"
  }
}
