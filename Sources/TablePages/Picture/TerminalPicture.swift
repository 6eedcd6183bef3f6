/// A terminal as it is typed: lines that are typed letter by letter, and what is printed after each,
/// scrolled as a terminal does.
///
///     film ──► lines, each with the time at which it appears ──► groups of lines, one track each
///
/// A line stands in the file once: all lines lie below each other in one group, which moves up where a
/// terminal scrolls. A typed line is whole from the start, under a cover that the cursor pushes away.
struct TerminalPicture {
  /// The size of a character and of a line, in points.
  private static let cell = 8.4, line = 20.0
  /// The least time between two letters, in seconds, and the time after a word.
  private static let letter = 0.045, word = 0.07
  /// Before what was typed is answered.
  private static let enter = 0.45
  /// How long the end is shown.
  private static let end = 4.0

  /// Lines that appear together.
  private struct Group {
    var time: Double
    /// The numbers of the lines.
    var lines: Range<Int>
    /// The typed line; nil: it was printed.
    var typing: Typing?
  }

  /// How a line is typed.
  private struct Typing {
    /// Where the cursor is and from when, column by column.
    var frames: [PictureSheet.Frame]
    /// When the cursor leaves the line.
    var end: Double
  }

  private let size: (columns: Int, lines: Int)
  private let title: String
  private var text: TerminalText
  private var groups: [Group] = []
  private var now = 0.0
  /// How many lines are there of the answer that is being read.
  private var unread = 0

  /// Creates the picture of a film.
  ///
  /// - Parameter size: the columns of the terminal, and the most lines.
  init(_ film: TerminalFilm, size: (columns: Int, lines: Int), title: String) {
    (self.size, self.title) = (size, title)
    text = TerminalText(columns: size.columns)
    for event in film.events {
      switch event {
      case .typed(let lines, _): for line in lines { type(line, isFirst: line == lines.first) }
      case .printed(let printed): print(printed)
      case .wait(let seconds): now += seconds
      }
    }
    text.startLine()
    addPrompt(film.prompt, until: .infinity)
    now += Self.end
  }

  /// Returns the file.
  func svg(isStill: Bool) -> [UInt8] {
    var sheet = PictureSheet(duration: now, still: isStill ? now : nil)
    let count = text.lines.count
    let most = min(size.lines, count)
    // Of an answer that is longer than the terminal only the end is ever seen.
    let seen = groups.map { group in
      let end = groups.last { $0.time == group.time }?.lines.upperBound ?? 0
      return min(
        max(group.lines.lowerBound, end - size.lines), group.lines.upperBound)..<group.lines
        .upperBound
    }
    var scroll = [PictureSheet.Frame(time: 0, value: 0)]
    for group in groups where group.lines.upperBound > size.lines {
      let value = -Double(group.lines.upperBound - size.lines) * Self.line
      scroll.append(PictureSheet.Frame(time: group.time, value: value))
    }
    let last = max(0, count - size.lines)
    sheet.open([(.y, scroll)])
    for (group, lines) in zip(groups, seen) where !isStill || lines.upperBound > last {
      draw(group, isStill ? lines.clamped(to: last..<count) : lines, on: &sheet)
    }
    sheet.close()
    let window = PictureWindow(
      width: Double(size.columns) * Self.cell, height: Double(most) * Self.line, title: title)
    return window.svg(
      sheet, style: "svg{font:14px \(PictureWindow.monospace);font-variant-ligatures:none}")
  }
}

// MARK: - Times

extension TerminalPicture {
  /// Types a line after its prompt, when the answer before was read.
  private mutating func type(_ typed: TerminalFilm.TypedLine, isFirst: Bool) {
    text.startLine()
    let isComment = typed.text.drop { $0 == " " }.hasPrefix("#")
    let start = now + (isFirst ? readingTime : 0.25)
    addPrompt(typed.prompt, until: start)
    var frames: [PictureSheet.Frame] = []
    var from = text.lines.count - 1
    now = start
    func x(_ column: Int) -> Double { Double(column) * Self.cell }
    func end(_ column: Int, at time: Double) {
      groups[groups.count - 1].typing?.frames += frames + [.init(time: time, value: x(column))]
      groups[groups.count - 1].typing?.end = time
      frames = []
    }
    for word in Self.words(of: typed.text) {
      let column = text.column
      text.print(word, in: TerminalText.Look(isFaint: isComment))
      let isWrapped = text.lines.count - 1 > from
      let time = Double(word.count) * Self.letter
      if isWrapped {
        end(size.columns, at: now)
        let last = text.lines.count - 1
        groups.append(Group(time: now, lines: (from + 1)..<last, typing: nil))
        groups.append(
          Group(time: now, lines: last..<(last + 1), typing: Typing(frames: [], end: now)))
        from = last
        frames = [.init(time: 0, value: 0)]
      }
      frames.append(
        .init(time: now, value: x(isWrapped ? 0 : column), easing: .steps(max(1, word.count))))
      now += time
      frames.append(.init(time: now, value: x(text.column)))
      now += Self.word
    }
    now += Self.enter
    end(text.column, at: now)
    text.endLine()
    unread = 0
  }

  /// Adds a line that begins with a prompt, at the end of all lines.
  private mutating func addPrompt(_ prompt: String, until end: Double) {
    text.print(prompt, in: TerminalText.Look(color: 4))
    let line = text.lines.count - 1
    let frame = PictureSheet.Frame(time: 0, value: Double(text.column) * Self.cell)
    groups.append(
      Group(time: now, lines: line..<(line + 1), typing: Typing(frames: [frame], end: end)))
  }

  private mutating func print(_ printed: String) {
    let first = text.lines.count - 1
    text.print(printed)
    text.startLine()
    let lines = first..<(text.lines.count - 1)
    guard !lines.isEmpty else { return }
    groups.append(Group(time: now, lines: lines, typing: nil))
    unread += lines.count
  }

  /// How long it takes to read an answer, in seconds.
  private var readingTime: Double { min(0.9 + 0.11 * Double(unread), 2.8) }

  /// The words of a text, each with the blanks after it.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var isBlank = true
    for character in text {
      let former = isBlank
      isBlank = character == " "
      if former, !isBlank || words.isEmpty { words.append("") }
      words[words.count - 1].append(character)
    }
    return words
  }

  // MARK: Drawing

  private func draw(_ group: Group, _ lines: Range<Int>, on sheet: inout PictureSheet) {
    let appears = [
      PictureSheet.Frame(time: 0, value: group.time > 0 ? 0 : 1),
      PictureSheet.Frame(time: group.time, value: 1),
    ]
    sheet.open([(.opacity, appears)])
    for line in lines { draw(text.lines[line], at: Double(line) * Self.line, on: &sheet) }
    if let typing = group.typing {
      let y = number(Double(lines.lowerBound) * Self.line)
      let away = Double(size.columns + 2) * Self.cell
      var frames = typing.frames
      if typing.end < .infinity { frames.append(.init(time: typing.end, value: away)) }
      let cover = "<rect class=\"w\" width=\"\(number(away))\" height=\"20\" y=\"\(y)\"/>"
      let cursor = "<rect class=\"u\" width=\"8.4\" height=\"18\" x=\".5\" y=\"\(y)\"/>"
      if sheet.still == nil || typing.end == .infinity {
        sheet.open([(.x, frames)])
        sheet.body += (typing.end < .infinity ? cover : "") + cursor
        sheet.close()
      }
    }
    sheet.close()
  }

  /// Draws a line: what is as wide in every font as one text, the rest in texts of their own.
  private func draw(_ runs: [TerminalText.Run], at y: Double, on sheet: inout PictureSheet) {
    for run in runs where run.look.isInverse {
      let x = number(Double(run.column) * Self.cell)
      sheet.body +=
        "<rect class=\"i\" x=\"\(x)\" y=\"\(number(y))\""
        + " width=\"\(number(Double(run.width) * Self.cell))\" height=\"20\"/>"
    }
    var rest = runs[...]
    while let first = rest.first {
      let piece = first.isNarrow ? rest.prefix { $0.isNarrow } : rest.prefix(1)
      rest = rest.dropFirst(piece.count)
      draw(piece: Array(piece), at: y, on: &sheet)
    }
  }

  private func draw(piece: [TerminalText.Run], at y: Double, on sheet: inout PictureSheet) {
    var runs = piece
    while let last = runs.last, last.text.allSatisfy({ $0 == " " }) { runs.removeLast() }
    if let last = runs.indices.last {
      let blanks = runs[last].text.reversed().prefix { $0 == " " }.count
      runs[last].text.removeLast(blanks)
      runs[last].width -= blanks
    }
    while let first = runs.first, first.text.allSatisfy({ $0 == " " }) { runs.removeFirst() }
    guard let first = runs.first, let last = runs.last else { return }
    let indent = first.text.prefix { $0 == " " }.count
    runs[0].text.removeFirst(indent)
    let column = first.column + indent
    let x = number(Double(column) * Self.cell)
    let width = last.column + last.width - column
    let look = runs.count == 1 ? runs[0].look.classes : []
    sheet.body += "<text" + (x == "0" ? "" : " x=\"\(x)\"") + " y=\"\(number(y + 15))\""
    // A line is as wide as its columns, whatever font is found.
    if width > 1 { sheet.body += " textLength=\"\(number(Double(width) * Self.cell))\"" }
    if !look.isEmpty { sheet.body += " class=\"\(look.joined(separator: " "))\"" }
    sheet.body += ">"
    for run in runs {
      let escaped = PictureWindow.escaped(run.text)
      let classes = run.look.classes
      sheet.body +=
        runs.count == 1 || classes.isEmpty
        ? escaped : "<tspan class=\"\(classes.joined(separator: " "))\">\(escaped)</tspan>"
    }
    sheet.body += "</text>\n"
  }
}
