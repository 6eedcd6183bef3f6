import TableInteraction
import TableKit
import TableRules
import Wording

extension Command {
  /// A command that scrolls the table, or prints its scroll offset.
  static var scroll: Command {
    Command(
      name: "scroll", group: .looking, summary: "move the part of the table that you see",
      details: """
        scroll alone says which rows and columns you see. scroll up and down move by one screen, \
        or by as many rows as you name. scroll left and right do the same with columns; the key \
        stays in view.
        With a target, scroll moves just far enough to show its first row. top, middle or bottom \
        is the place of that row. selected means the nearest selected row. SECTION:none is the \
        header of a section.
        In a window over a large table of a server, scroll next and previous go through the pages. \
        scroll home and end go to the ends of the whole table. scroll @KEY and scroll where … go \
        to any of its rows. Heights are in points (settings viewport.height, row.*, header.*).
        """,
      examples: [
        "scroll down": "the next screen",
        "scroll @023 top": "put one row at the top",
        "scroll end": "the last rows",
      ], readOn: ["targets", "show", "window"], window: .whole,
      forms: [
        Form("scroll") { invocation throws(CommandError) in
          .output(invocation.shell.scrollReport(of: try invocation.document()))
        },
        .scrolling("y=POINTS", kinds: ["y=POINTS": Slot.offset.kind]) {
          invocation, document throws(CommandError) in
          invocation.shell.scroll(document, to: try invocation[.offset])
          return .visibleRows
        },
        .scrolling("SECTION:none [POSITION]", kinds: ["SECTION:none": Slot.header.kind]) {
          invocation, document throws(CommandError) in
          let section = try invocation.inBounds(invocation[.header])
          let position = try invocation.optional(.word).flatMap {
            Viewport.Position(rawValue: $0.text)
          }
          invocation.scroll(document, toSection: section, position ?? .none)
          return .sectionPath
        },
        .scrolling("TARGET [top|middle|bottom|none]") { invocation, document throws(CommandError) in
          try invocation.scrollToTarget(document)
        },
        .scrolling("up|down [ROWS]") { invocation, document throws(CommandError) in
          try invocation.scroll(document, isDown: invocation.has("down"))
          return .visibleRows
        },
        Form("scroll left|right [N]") { invocation throws(CommandError) in
          try invocation.scrollSideways(try invocation.document())
        },
        Form("scroll next|previous") { invocation throws(CommandError) in
          _ = try invocation.document()
          throw .window(
            "all rows are here: only a window over a large table has pages",
            hint: invocation.has("next") ? "scroll down" : "scroll up")
        },
        .scrolling("home|end") { invocation, document in
          let shell = invocation.shell
          let last = shell.viewport(of: document).maximumOffset
          shell.scroll(document, to: invocation.has("end") ? last : 0)
          return .visibleRows
        },
      ])
  }
}

extension Form {
  /// A form that scrolls and says where to.
  ///
  /// - Parameter body: scrolls the table and returns the rule it follows.
  fileprivate static func scrolling(
    _ line: String, kinds: [String: Placeholder] = [:],
    _ body: @escaping @Sendable (Invocation, Document) throws(CommandError) -> TableRule
  ) -> Form {
    Form("scroll " + line, kinds: kinds) { invocation throws(CommandError) in
      let document = try invocation.document()
      let old = document.controller.view.offset
      let rule = try body(invocation, document)
      let view = document.controller.view
      var reasons = [
        Explanation("offset \(Points.rounded(old)) → \(Points.rounded(view.offset))", rule)
      ]
      if invocation.shell.touch.estimatedRowHeight != nil {
        reasons.append(Explanation("\(Counts.of(view.measured.count, "row")) measured", .estimates))
      }
      document.past.note = ReasonNote(
        title: invocation.statement.text, heading: "scroll", reasons: reasons)
      return CommandResult(sentence: invocation.shell.visiblePart(of: document), showsTable: true)
    }
  }
}

extension Slot where Value == Int {
  /// The index of the section in `2:none`, which stands for its header (rule A2).
  fileprivate static var header: Slot {
    Slot(
      kind: Placeholder(
        "SECTION:none", "SECTION:none",
        read: { rest in
          let pieces = rest.words.first?.split(at: ":") ?? []
          let isHeader = pieces.count == 2 && pieces[1].is("none") && !pieces[0].text.isEmpty
          return .init(count: isHeader ? 1 : 0)
        },
        complete: { line, word, _ in
          word.completion(
            among: line.sections(suffix: ":none").filter { _ in
              word.behindLast(":") != nil
            })
        })
    ) { invocation, capture throws(CommandError) in
      try invocation.section(capture.word.split(at: ":")[0])
    }
  }
}

extension Slot where Value == Double {
  /// A content offset in points: `y=POINTS`.
  fileprivate static var offset: Slot {
    Slot(
      kind: Placeholder(
        "y=POINTS", "y=POINTS",
        read: { rest in
          let isOffset = rest.words.first.map { $0.isUnquoted && $0.text.hasPrefix("y=") } ?? false
          return .init(count: isOffset ? 1 : 0)
        },
        complete: { line, word, _ in
          line.choices(for: word, among: [.init("y=", "points", appendsSpace: false)])
        })
    ) { invocation, capture throws(CommandError) in
      let text = capture.word.text.dropFirst(2)
      guard let y = DecimalNumber.double(text), abs(y) <= 1e12 else {
        throw invocation.refusal("'\(text)' is not a number of points")
      }
      return y
    }
  }
}

extension Invocation {
  /// Scrolls by the form's number of rows, or by a screen.
  fileprivate func scroll(_ document: Document, isDown: Bool) throws(CommandError) {
    let shown = shell.shownNumbers(of: document)
    var count = max(1, shown.count)
    if let number = try optional(.rows) {
      guard number > 0, number <= 1 << 40 else {
        throw refusal("'\(number)' is not a number of rows")
      }
      count = number
    } else if shell.console.size == nil {
      // Without a terminal, a screen is the height of the viewport.
      let viewport = shell.viewport(of: document)
      shell.scroll(document, to: viewport.offset + (isDown ? viewport.height : -viewport.height))
      return
    }
    let geometry = document.geometry(shell.touch)
    let first = shell.console.size == nil ? shell.firstWholeRow(of: document) : shown.lowerBound
    let row = first + (isDown ? count : -count)
    guard row > 0, geometry.rowCount > 0 else { return shell.scroll(document, to: 0) }
    shell.scroll(document, to: geometry.edges(of: min(row, geometry.rowCount - 1)).top)
  }

  /// Leaves out more or fewer columns on the left side, without a number as many as are seen.
  fileprivate func scrollSideways(_ document: Document) throws(CommandError) -> CommandResult {
    var view = shell.replies.view(of: document)
    view.columnOffset = document.screen.columnOffset
    let (all, left, right, _) = view.sidewaysCounts
    let number = try optional(.number)
    if has("right") {
      // What is seen in part is the last of those that are seen: it comes first then.
      let next = left + (number ?? max(1, all - left - right))
      document.screen.columnOffset = min(next, max(left, all - 1), right == 0 ? left : .max)
    } else if let number {
      document.screen.columnOffset = max(0, left - number)
    } else if view.width == nil {
      document.screen.columnOffset = 0
    } else {
      // As many as are seen whole before the first of now.
      var first = max(0, left - 1)
      while first > 0 {
        view.columnOffset = first - 1
        let tried = view.sidewaysCounts
        guard tried.all - tried.right >= left else { break }
        first -= 1
      }
      document.screen.columnOffset = first
    }
    view.columnOffset = document.screen.columnOffset
    let now = view.sidewaysCounts
    let last = all - now.right + (now.cutsLast ? 1 : 0)
    let key = document.table.hasKey ? " besides the key" : ""
    return CommandResult(
      sentence: "columns \(Counts.grouped(now.left + 1)) to \(Counts.grouped(last)) of "
        + "\(Counts.grouped(all))\(key) are seen\(now.cutsLast ? ", the last in part" : "")",
      showsTable: true)
  }

  /// Scrolls to the form's target, and returns the rule it follows.
  fileprivate func scrollToTarget(_ document: Document) throws(CommandError) -> TableRule {
    let position = choice(Viewport.Position.self) ?? .none
    let target = try self[.target]
    let rows = try inBounds(self.rows(target))
    let row = target == .selected ? shell.nearest(rows, to: position, in: document) : rows.first
    if let row {
      shell.reveal(row, position, in: document)
    } else if case .rows(let reference, .all) = target {
      // An empty section is scrolled to by its header.
      let section = try Resolver(shell: shell, document: document).section(reference)
      scroll(document, toSection: section, position)
      return .scrollBounds
    }
    return target == .selected ? .scrolledToNearest : position == .none ? .scrolledLeast : .scrolled
  }

  fileprivate func scroll(
    _ document: Document, toSection section: Int, _ position: Viewport.Position
  ) {
    var viewport = shell.viewport(of: document)
    viewport.scroll(toSection: section, at: position)
    shell.scroll(document, to: viewport.offset)
  }

  /// Scrolling to what is not there is an error of its own (rule H3).
  fileprivate func inBounds<T>(
    _ body: @autoclosure () throws(CommandError) -> T
  ) throws(CommandError) -> T {
    do throws(CommandError) { return try body() } catch {
      if case .edit(let error) = error { throw .scroll(error) }
      throw error
    }
  }
}
