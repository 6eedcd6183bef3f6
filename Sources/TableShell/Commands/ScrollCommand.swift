import BatchUpdates
import TableKit
import TablePrinters
import TableRules

extension Command {
  /// Moves the viewport.
  static var scroll: Command {
    Command(
      name: "scroll", group: .looking, summary: "move the part of the table that is seen",
      synopsis: [
        "scroll", "scroll TARGET [top|middle|bottom|none]", "scroll SECTION:none [POSITION]",
        "scroll y=POINTS", "scroll up|down [ROWS]", "scroll home|end",
      ],
      details: """
        To the first row of the target, as little as it takes (none) unless a position is given; to \
        the nearest row of several selected ones. SECTION:none is the header of a section, the only \
        path into an empty one. Up and down move by a screen without a number. Alone it says where \
        the table is scrolled to. The settings viewport.height, row.* and header.* say how high \
        things are, in points.
        """,
      example: "scroll 0:1 top",
      arguments: [
        .any([.words(["up", "down", "home", "end"]), .target]),
        .words(["top", "middle", "bottom", "none"]),
      ]
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let document = try invocation.document()
      let old = document.editor.view.offset
      var rule = TableRule.visibleRows
      switch invocation.arguments.first?.keyword {
      case nil where invocation.arguments.isEmpty && invocation.lua == nil:
        return .output(shell.scrollReport(of: document))
      case "up": try invocation.scroll(document, isDown: false)
      case "down": try invocation.scroll(document, isDown: true)
      case "home":
        try invocation.expect(1...1)
        shell.scroll(document, to: 0)
      case "end":
        try invocation.expect(1...1)
        shell.scroll(document, to: shell.viewport(of: document).maximumOffset)
      case let word? where word.hasPrefix("y="):
        try invocation.expect(1...1)
        guard let y = Double(word.dropFirst(2)), abs(y) <= 1e12 else {
          throw invocation.usage("'\(word.dropFirst(2))' is no number of points")
        }
        shell.scroll(document, to: y)
      default: rule = try invocation.scrollToTarget(document)
      }
      let new = document.editor.view.offset
      document.scrollNote = ScrollNote(
        title: invocation.statement.text,
        what: "offset \(Points.text(old)) → \(Points.text(new))", rule: rule)
      return CommandResult(sentence: shell.visiblePart(of: document), showsTable: true)
    }
  }
}

extension Word {
  /// What it says when no part of it is quoted.
  var keyword: String? { isUnquoted ? text : nil }
}

extension Shell {
  /// Where a table is scrolled to, in lines.
  fileprivate func scrollReport(of document: Document) -> String {
    let viewport = viewport(of: document)
    var lines = AlignedText()
    func add(_ name: String, _ points: Double, _ more: String = "") {
      lines.add(name, "\(Points.text(points)) points\(more)")
    }
    add("offset", viewport.offset, " of \(Points.text(viewport.maximumOffset))")
    let measured = document.editor.view.measured.count
    add(
      "content", viewport.contentHeight,
      touch.estimatedRowHeight == nil
        ? "" : ", \(Counts.of(measured, "row")) measured, the others estimated")
    add("viewport", viewport.height)
    return lines.text() + visiblePart(of: document).split(separator: "; ")[1]
  }
}

extension Invocation {
  /// By a number of rows, or by a screen.
  fileprivate func scroll(_ document: Document, isDown: Bool) throws(CommandError) {
    try expect(1...2)
    let shown = shell.shownNumbers(of: document)
    var count = max(1, shown.count)
    if arguments.count > 1 {
      guard let number = Int(arguments[1].text), number > 0, number <= 1 << 40 else {
        throw usage("'\(arguments[1].text)' is no number of rows")
      }
      count = number
    } else if shell.console.size == nil {
      // Without a screen it is what a finger sees.
      let viewport = shell.viewport(of: document)
      shell.scroll(document, to: viewport.offset + (isDown ? viewport.height : -viewport.height))
      return
    }
    let geometry = document.geometry(shell.touch)
    let first =
      shell.console.size == nil ? shell.firstWholeRow(of: document) : shown.lowerBound
    let row = first + (isDown ? count : -count)
    guard row > 0, geometry.rowCount > 0 else { return shell.scroll(document, to: 0) }
    shell.scroll(document, to: geometry.edges(of: min(row, geometry.rowCount - 1)).top)
  }

  /// Answers the rule by which it scrolled.
  fileprivate func scrollToTarget(_ document: Document) throws(CommandError) -> TableRule {
    var words = arguments
    var position = Viewport.Position.none
    if words.count > 1, let word = words.last?.keyword,
      let given = Viewport.Position(rawValue: word)
    {
      position = given
      words.removeLast()
    }
    if words.count == 1, let section = try sectionPath(words[0]) {
      scroll(document, toSection: section, position)
      return .scrollBounds
    }
    let target = try target(words)
    let rows = try inBounds { () throws(CommandError) in try self.rows(target) }
    let row = target == .selected ? shell.nearest(rows, to: position, in: document) : rows.first
    if let row {
      shell.reveal(row, position, in: document)
    } else if case .rows(let reference, .all) = target {
      // An empty section has its heading to be seen.
      let section = try Resolver(shell: shell, document: document).section(reference)
      scroll(document, toSection: section, position)
      return .scrollBounds
    }
    return target == .selected ? .scrolledToNearest : position == .none ? .scrolledLeast : .scrolled
  }

  /// The section of `2:none`, nil for another word (rule A2).
  private func sectionPath(_ word: Word) throws(CommandError) -> Int? {
    let pieces = word.split(at: ":")
    guard pieces.count == 2, pieces[1].keyword == "none", !pieces[0].text.isEmpty else {
      return nil
    }
    return try inBounds { () throws(CommandError) in try section(pieces[0]) }
  }

  private func scroll(_ document: Document, toSection section: Int, _ position: Viewport.Position) {
    var viewport = shell.viewport(of: document)
    viewport.scroll(toSection: section, at: position)
    shell.scroll(document, to: viewport.offset)
  }

  /// Scrolling to what is not there is an error of its own (rule H3).
  private func inBounds<T>(_ body: () throws(CommandError) -> T) throws(CommandError) -> T {
    do throws(CommandError) { return try body() } catch {
      switch error {
      case .edit(let error): throw .scroll(error)
      default: throw error
      }
    }
  }
}
