import TablePrinters
import TableShell

/// A table as its rows move: what a recording's steps do, stage by stage, below the command and above
/// its plan.
///
/// What stays the same row is one element, which glides to where it stands in the next scene; what
/// comes and goes fades. Each cell that changes has a text for each of its values. Index paths stand
/// still, as they name places and not rows.
struct TablePicture {
  /// Points of the picture for one of the recording, whose rows are made for fingers.
  static let scale = 0.75
  /// Where the table begins, below the command and what it said, and its first row.
  static let top = 56.0, body = 84.0
  /// Where the first column begins.
  static let start = 64.0
  /// The height of a line of the plan, and the most lines.
  static let planLine = 19.0, mostPlanLines = 8

  let play: TableScenes
  let title: String
  /// The columns, each with its place and its width.
  let columns: [(column: Recording.Column, x: Double, width: Double)]
  /// The width of the picture, and the height of the table in it.
  let width: Double, height: Double
  /// What is drawn of the table, in the order of drawing.
  private(set) var elements: [TableElement] = []
  private let isStill: Bool

  /// Creates the picture of a recording.
  ///
  /// - Parameter still: the moment that is drawn; nil: it moves.
  /// - Throws: `invalid` where a stage does not fit the table.
  /// - Complexity: O(rows) for each stage.
  init(_ recording: Recording, until still: PictureRequest.Still?) throws(RecordingError) {
    var steps = recording.steps.count
    if case .step(let number)? = still { steps = min(steps, number) }
    isStill = still != nil
    play = try TableScenes(recording, steps: steps)
    title = recording.title
    height = play.height * Self.scale
    let seen = TableElement.elements(of: play)
    var last = play.scenes.last?.columns ?? []
    for column in play.scenes.flatMap(\.columns) where !last.contains(where: { $0.id == column.id })
    {
      last.append(column)
    }
    let widths = last.map { column in
      let cells = seen.lazy.flatMap { $0.cells[column.id] ?? [] }.map { $0.text.width }
      let name = DisplayText(column.name, limit: TableElement.longest).width
      return 7.6 * Double(max(cells.max() ?? 0, name)) + 22
    }
    let needed = widths.reduce(Self.start, +)
    width = min(max(needed, 520), 900)
    let spare = max(0, width - needed) / Double(max(last.count, 1))
    var x = Self.start
    columns = zip(last, widths).map { column, own in
      defer { x += own + spare }
      return (column, x, own)
    }
    elements = seen
  }

  /// The file.
  var svg: [UInt8] {
    var sheet = PictureSheet(duration: play.duration, still: isStill ? play.duration : nil)
    drawNames(on: &sheet)
    sheet.body +=
      "<svg y=\"\(number(Self.body))\" width=\"\(number(width))\" height=\"\(number(height))\">\n"
    for element in elements { draw(element, on: &sheet) }
    drawPaths(on: &sheet)
    sheet.body += "</svg>\n"
    let plans = play.captions.filter { $0.kind == .plan }
      .map { $0.text.split(separator: "\n").count }
    let lines = min(plans.max() ?? 0, Self.mostPlanLines)
    for caption in play.captions { draw(caption, on: &sheet) }
    let below = lines > 0 ? 14 + Double(lines) * Self.planLine : 0
    let window = PictureWindow(width: width, height: Self.body + height + below, title: title)
    return window.svg(
      sheet,
      style: """
        text{font:14px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}\
        .n{text-anchor:end;font-variant-numeric:tabular-nums}.p{font-size:12px}\
        .s{font-weight:600}.m{font:13px \(PictureWindow.monospace)}.m.b{font-size:14px;font-weight:700}
        """)
  }
}

// MARK: - Drawing

extension TablePicture {
  private func drawNames(on sheet: inout PictureSheet) {
    let y = number(Self.body - 10)
    for (column, x, width) in columns {
      let isHere = play.scenes.map { $0.columns.contains { $0.id == column.id } ? 1.0 : 0 }
      let track = play.track(of: isHere)
      guard sheet.draws(track) else { continue }
      let place = column.isNumber ? x + width - 22 : x
      let names = column.isNumber ? "p d s n" : "p d s"
      sheet.body +=
        "<text x=\"\(number(place))\" y=\"\(y)\""
        + sheet.attributes([(.opacity, track)], class: names)
        + ">\(PictureWindow.escaped(DisplayText(column.name, limit: TableElement.longest).text))</text>\n"
    }
    sheet.body += "<path class=\"e\" d=\"M0 \(number(Self.body - 0.5))H\(number(width))\"/>\n"
  }

  private func draw(_ element: TableElement, on sheet: inout PictureSheet) {
    let opacity = play.track(of: element.places.map { $0 == nil ? 0 : 1 })
    guard sheet.draws(opacity) else { return }
    let h = element.height * Self.scale
    sheet.open([(.opacity, opacity), (.y, positions(of: element))])
    let isRow = if case .row = element.key { true } else { false }
    let size = "width=\"\(number(width))\" height=\"\(number(h))\""
    sheet.body += "<rect class=\"\(isRow ? "w" : "t")\" \(size)/>"
    let selected = play.track(of: element.isSelected.map { $0 ? 1 : 0 })
    if element.isSelected.contains(true), sheet.draws(selected) {
      sheet.body += "<rect \(size)" + sheet.attributes([(.opacity, selected)], class: "i") + "/>"
    }
    for (change, spans) in element.spans(in: play) {
      let track = play.track(visible: spans)
      guard sheet.draws(track) else { continue }
      sheet.open([(.opacity, track)])
      sheet.body +=
        "<rect class=\"on-\(change.color)\" \(size)/>"
        + "<rect class=\"\(change.color)\" width=\"4\" height=\"\(number(h))\"/>"
        + "<text class=\"s \(change.color)\" x=\"10\" y=\"\(number(h / 2 + 5))\">\(change.sign)</text>"
      sheet.close()
    }
    if isRow {
      sheet.body += "<path class=\"e\" d=\"M0 \(number(h - 0.5))H\(number(width))\"/>"
      let marked = play.track(of: element.isMarked.map { $0 ? 1 : 0 })
      if element.isMarked.contains(true), sheet.draws(marked) {
        sheet.body +=
          "<text x=\"50\" y=\"\(number(h / 2 + 5))\""
          + sheet.attributes([(.opacity, marked)], class: "c") + ">✓</text>"
      }
    }
    if isRow {
      for (column, x, width) in columns {
        let place = column.isNumber ? x + width - 22 : x
        draw(element.cells[column.id], at: place, h / 2, class: column.isNumber ? "n" : "", &sheet)
      }
    } else {
      draw(element.cells[TableElement.whole], at: Self.start, h / 2, class: "s", &sheet)
      let end = width - 14
      draw(element.cells[TableElement.count], at: end, h / 2 - 0.5, class: "p d n", &sheet)
    }
    sheet.close()
  }

  /// Draws the texts of a cell, each while it stands there.
  private func draw(
    _ values: [TableElement.Value]?, at x: Double, _ y: Double, class names: String,
    _ sheet: inout PictureSheet
  ) {
    for value in values ?? [] where !value.text.text.isEmpty {
      let track = play.track(of: value.isShown.map { $0 ? 1 : 0 }, isApart: true)
      guard sheet.draws(track) else { continue }
      sheet.body +=
        "<text x=\"\(number(x))\" y=\"\(number(y + 5))\""
        + sheet.attributes([(.opacity, track)], class: names)
        + ">\(PictureWindow.escaped(value.text.text))</text>"
    }
  }

  /// Returns where an element is seen, from the top of the table; just outside where it is not.
  private func positions(of element: TableElement) -> [PictureSheet.Frame] {
    var frames: [PictureSheet.Frame] = []
    var last: Double?
    for (scene, place) in zip(play.scenes, element.places) {
      guard let place else {
        last = nil
        continue
      }
      let y = min(max((place - scene.offset), -element.height), play.height) * Self.scale
      defer { last = y }
      if let last, last != y, scene.glide > 0 {
        frames.append(.init(time: scene.time, value: last, easing: .glide))
        frames.append(.init(time: scene.time + scene.glide, value: y))
      } else if last != y {
        frames.append(.init(time: frames.isEmpty ? 0 : scene.time, value: y))
      }
    }
    return frames
  }

  /// Draws the index paths that are seen, each in its place.
  private func drawPaths(on sheet: inout PictureSheet) {
    var order: [String] = []
    var isShown: [String: [Bool]] = [:]
    let layout = TableLayout(play.recording)
    for (index, scene) in play.scenes.enumerated() {
      layout.forEach(scene.sections) { place in
        let y = place.y - scene.offset
        guard y + place.height > 0, y < play.height, !place.isFooter else { return }
        let path = place.row.map { "\(place.section):\($0)" } ?? "\(place.section)"
        let middle = number((y + place.height / 2) * Self.scale + 4.5)
        let text = "x=\"24\" y=\"\(middle)\">\(path)</text>"
        if isShown[text] == nil {
          order.append(text)
          isShown[text] = Array(repeating: false, count: play.scenes.count)
        }
        isShown[text]?[index] = true
      }
    }
    for text in order {
      let track = play.track(of: (isShown[text] ?? []).map { $0 ? 1 : 0 }, isApart: true)
      guard sheet.draws(track) else { continue }
      sheet.body += "<text" + sheet.attributes([(.opacity, track)], class: "p d") + " \(text)\n"
    }
  }

  /// Draws a text beside the table while it is seen.
  private func draw(_ caption: TableCaption, on sheet: inout PictureSheet) {
    let track = play.track(visible: [(caption.start, caption.end)], fade: 0)
    guard sheet.draws(track) else { return }
    let limit = Int(width / 8)
    func line(_ text: Substring, _ y: Double, _ names: String) {
      let shown = DisplayText(line: String(text), limit: limit).text
      sheet.body +=
        "<text class=\"\(names)\" y=\"\(number(y))\">"
        + "\(PictureWindow.escaped(shown))</text>"
    }
    sheet.open([(.opacity, track)])
    switch caption.kind {
    case .command: line("> " + caption.text, 16, "m b")
    case .comment: line(caption.text[...], 40, "d")
    case .output: line(caption.text[...], 40, "d")
    case .error: line(caption.text[...], 40, "red")
    case .plan:
      let lines = caption.text.split(separator: "\n")
      for (index, text) in lines.prefix(Self.mostPlanLines).enumerated() {
        let y = Self.body + height + 26 + Double(index) * Self.planLine
        let isCut = index == Self.mostPlanLines - 1 && lines.count > Self.mostPlanLines
        line(isCut ? "  …" : text, y, "m " + Self.color(ofPlan: text))
      }
    }
    sheet.close()
  }

  /// The class of a line of a plan, by its verb.
  private static func color(ofPlan line: Substring) -> String {
    switch line.split(separator: " ").first {
    case "delete": "red"
    case "insert": "green"
    case "move": "blue"
    case "reload", "reconfigure": "yellow"
    default: "d"
    }
  }
}
