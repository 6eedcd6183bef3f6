import CommandLanguage
import BatchUpdates
import TableInteraction
import TableKit
import Wording

extension Command {
  /// A command that pans a finger over rows, selecting or deselecting them.
  static var pan: Command {
    Command(
      name: "pan", group: .gestures, summary: "move a finger over rows to select them",
      synopsis: [
        "pan [--as-published|--system|--circle] [--cancel] [--x POINTS] [--dry-run] TOUCH ... [end]"
      ],
      kinds: ["TOUCH": Slot.touch.kind],
      details: """
        A TOUCH is:
          0:2         a row; if the table has one section, 2 is enough
          y=120       a height in points, from the top of what you see
          header=1    the header of a section
          hold 2      the finger stays for 2 seconds
          end         lift the finger, as after the last TOUCH
        If the first row was not selected, pan selects rows; otherwise it deselects rows. Each \
        turn of the finger changes this. Near the top and the bottom, the table scrolls.
        Without an option, the finger moves over the strip beside the rows, as in the project \
        TableViewScrollAndSelect. set pan.enabled on allows this. explain pan lists the faults of \
        that project's code.
        """,
      options: [
        "as-published": "do exactly what that project's code does",
        "system": "pan with two fingers, in one section; needs no setting",
        "circle": "pan with one finger on the circles of editing mode",
        "cancel": "the system cancels the gesture at its end",
        "x": "distance from the edge; outside the strip the table scrolls",
      ],
      examples: [
        "set pan.enabled on; edit on; pan 0:0 1:1": "from one row to another",
        "pan --system 0:0 0:1": "with two fingers, within one section",
        "edit on; pan --circle 0:0 0:1": "on the circles",
      ], readOn: ["selecting", "tap"],
      changes: true
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let document = try invocation.document()
      var gesture = try invocation.gesture(in: shell.viewport(of: document))
      gesture.settings = shell.touch.pan
      gesture.estimatedRowHeight = shell.touch.estimatedRowHeight
      gesture.mayBegin = shell.touch.mayBegin
      let wasEditing = document.editor.isEditing
      var result = try invocation.perform([.pan(gesture)])
      guard let outcome = document.controller.lastPan else { return result }
      result.sentence = sentence(of: outcome, result.transaction, gesture, document)
      if !wasEditing, document.editor.isEditing { result.details.append("editing is on") }
      result.notes += outcome.refusals.map { "left out: \($0)" }
      if outcome.hasCrashed {
        result.notes.append("the published code crashes here: no row came before the edge")
      }
      if shell.touch.isDebugging {
        let geometry = gesture.viewport.geometry
        result.details += outcome.events.map { PanLog.line($0.milliseconds, $0.event, geometry) }
      }
      return result
    }
  }

  private static func sentence(
    of outcome: PanOutcome, _ transaction: Transaction?, _ gesture: PanGesture, _ document: Document
  ) -> String {
    if let reason = outcome.scrollReason {
      return "pan refused: \(reason); scrolled to \(Points.rounded(outcome.offset)) points"
    }
    let events = transaction?.events ?? []
    let counts = [
      (events.count { $0.name == .didSelect }, "selected"),
      (
        events.count {
          $0.name == .didDeselect || $0.name == .deselectRow && gesture.kind != .exactStrip
        }, "deselected"
      ),
    ]
    let changes = counts.filter { $0.0 > 0 }.map { "\(Counts.of($0.0, "row")) \($0.1)" }
    var text = "panned: " + (changes.isEmpty ? "nothing changed" : changes.joined(separator: ", "))
    text += "; \(Counts.grouped(document.editor.selection.count)) selected"
    if outcome.offset != gesture.viewport.offset {
      text += "; scrolled to \(Points.rounded(outcome.offset)) points"
      let ahead = rowsAhead(of: outcome.offset, transaction, gesture)
      if ahead > 0 { text += ", \(Counts.of(ahead, "selected row")) beyond the screen" }
    }
    return text
  }

  /// The number of rows that a scrolling pan has selected ahead of the screen (rule H7).
  private static func rowsAhead(
    of offset: Double, _ transaction: Transaction?, _ gesture: PanGesture
  ) -> Int {
    guard let transaction else { return 0 }
    let (former, after) = (transaction.before.selection, transaction.after)
    let geometry = gesture.viewport.geometry
    let visible = geometry.rows(from: offset, to: offset + gesture.viewport.height)
    let goesDown = offset > gesture.viewport.offset
    return after.table.paths(of: after.selection.rows.filter { !former.contains($0) })
      .compactMap(geometry.row(at:))
      .count { goesDown ? $0 >= visible.upperBound : $0 < visible.lowerBound }
  }
}

extension Invocation {
  /// Returns the gesture that the form describes: its kind, touches and options.
  fileprivate func gesture(in viewport: Viewport) throws(CommandError) -> PanGesture {
    let kind: PanGesture.Kind =
      has("--as-published") ? .exactStrip : has("--system") || has("--circle") ? .system : .strip
    let touches = try all(.touch).flatMap { $0 }
    guard let first = touches.first else { throw refusal("'pan' needs a row") }
    if case .hold = first { throw refusal("a pan begins with a touch, not with 'hold'") }
    var gesture = PanGesture(kind, touches, in: viewport)
    gesture.isCancelled = has("--cancel")
    gesture.isOnCircles = has("--circle")
    if let x = try value(of: "--x", as: .points) {
      guard x >= 0, x <= 100_000 else { throw refusal("'\(x)' is not a number of points") }
      gesture.x = x
    }
    return gesture
  }

  fileprivate func touch(_ word: Word) throws(CommandError) -> [PanGesture.Touch] {
    let document = try document()
    if word.isUnquoted, word.text.hasPrefix("y=") {
      guard let y = DecimalNumber.double(word.text.dropFirst(2)), abs(y) <= 1_000_000 else {
        throw refusal("'\(word.text.dropFirst(2))' is not a number of points")
      }
      return [.point(y)]
    }
    if word.isUnquoted, word.text.hasPrefix("header=") {
      let name = String(word.text.dropFirst(7))
      guard let index = Int(name), document.table.sections.indices.contains(index) else {
        throw refusal("'\(name)' is not the index of a section")
      }
      guard document.geometry(shell.touch).headerHeight(ofSection: index) > 0 else {
        throw .edit(.interaction(.noControl(.noHeader(section: index))))
      }
      return [.header(document.table.sections[index].id)]
    }
    // In a table of one section, a number is a row.
    if word.isUnquoted, let index = Int(word.text), document.table.sections.count == 1 {
      guard let row = document.table.row(at: RowPath(0, index)) else {
        let section = document.table.sections[0]
        throw .edit(.noSuchRow(RowPath(0, index), count: section.count, section: section.title))
      }
      return [.row(row)]
    }
    return try rows(try target([word])).map { .row($0) }
  }
}

extension Slot where Value == [PanGesture.Touch] {
  /// A touch of a pan: `0:2`, `2`, `y=POINTS`, `header=INDEX` or `hold SECONDS`.
  fileprivate static var touch: Slot {
    Slot(
      kind: Placeholder(
        "TOUCH", "a touch",
        read: { rest throws(SyntaxError) in
          guard rest.words.first?.is("hold") == true else { return .init(count: 1) }
          guard let time = rest.words.dropFirst().first else {
            throw SyntaxError(.unfinished("'hold' needs a number of seconds"), at: rest.place)
          }
          guard let seconds = DecimalNumber.double(time.text), (0...3600).contains(seconds) else {
            throw time.misuse("'\(time.text)' is not a number of seconds up to 3600")
          }
          return .init(count: 2)
        },
        complete: { line, word, typed in
          if !typed.own.isEmpty { return .none }
          return .joining([
            line.choices(for: word, among: [.init("hold", "SECONDS")]),
            line.target(word, behind: []),
          ])
        })
    ) { invocation, capture throws(CommandError) in
      guard capture.words.count > 1, let time = capture.words.last else {
        return try invocation.touch(capture.word)
      }
      return [.hold(Int(((DecimalNumber.double(time.text) ?? 0) * 1000).rounded()))]
    }
  }
}

/// The log that `set pan.debug on` prints, in the form of TableViewScrollAndSelect, on a clock of its own
/// that begins with the pan (rule F9).
enum PanLog {
  /// One line.
  static func line(_ milliseconds: Int, _ event: PanEvent, _ geometry: TableGeometry) -> String {
    "TableViewScrollAndSelect DEBUG LOG <\(clock(milliseconds))> -> \(message(event, geometry))"
  }

  /// `01-01-2001 00:00:00.0500`
  private static func clock(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let parts = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
    return "01-01-2001 \(parts.joined(separator: ":")).\(padded(milliseconds % 1000 * 10, 4))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    String(number).zeroPadded(to: width)
  }

  private static func message(_ event: PanEvent, _ geometry: TableGeometry) -> String {
    switch event {
    case .began(let row): "BEGAN PANNING" + (row.map { " {row: \(path($0, geometry))}" } ?? "")
    case .continued: "CONTINUED IN SAME DIRECTION"
    case .turned: "DIRECTION CHANGED"
    case .beganScrolling: "BEGAN SCROLLING"
    case .keptScrolling: "SCROLLING CONTINUED {finger moved less than 5 pixels or onward}"
    case .reachedEnd: "SCROLLING REACHED END"
    case .interrupted: "SCROLLING INTERRUPTED"
    case .changed(let row, let isSelected):
      "ROW \(isSelected ? "SELECTED" : "DESELECTED") AT \(path(row, geometry))"
    case .wasSo(let row, let isSelected):
      "TRIED TO \(isSelected ? "SELECT" : "DESELECT") ROW AT \(path(row, geometry)) BUT ALREADY"
        + " \(isSelected ? "SELECTED" : "DESELECTED")"
    case .ended: "ENDED PANNING"
    }
  }

  private static func path(_ row: Int, _ geometry: TableGeometry) -> String {
    let path = geometry.path(of: row)
    return "[\(path.section), \(path.row)]"
  }
}
