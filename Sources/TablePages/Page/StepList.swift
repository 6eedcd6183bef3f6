import BatchUpdates
import Wording

/// The list of the steps of a recording that is read where no script runs, and on paper.
enum StepList {
  /// The longest text of a step, in characters.
  private static let longestText = 4000
  /// The most reasons of a step.
  private static let mostReasons = 50
  /// The most steps that are listed.
  private static let mostSteps = 2000

  /// Returns the items of the list.
  static func html(of steps: [Recording.Step]) -> String {
    var html = steps.prefix(mostSteps).map(item).joined()
    if steps.count > mostSteps {
      html += "<li><p>… \(steps.count - mostSteps) more steps</p></li>\n"
    }
    return html
  }

  private static func item(_ step: Recording.Step) -> String {
    var html = "<li>"
    if !step.comment.isEmpty { html += element("p", step.comment, " class=\"comment\"") }
    if let push = step.push {
      html += element(
        "p",
        "\(push.source): \(push.inserted) inserted, \(push.deleted) deleted,"
          + " \(push.changed) changed")
    }
    if !step.command.isEmpty { html += element("code", step.command) }
    if !step.output.isEmpty {
      html += element(step.output.contains("\n") ? "pre" : "p", step.output)
    }
    if let error = step.error {
      let hint = error.hint.map { "<br>" + text($0) } ?? ""
      html += "<p class=\"error\">\(text(error.message))\(hint)</p>"
    }
    if !step.plan.isEmpty { html += element("pre", step.plan) }
    if !step.reasons.isEmpty {
      let lines = lines(of: step)
      html += "<ul>" + lines.prefix(mostReasons).map { element("li", $0) }.joined()
      if lines.count > mostReasons { html += "<li>… \(lines.count - mostReasons) more</li>" }
      html += "</ul>"
    }
    return html + "</li>\n"
  }

  /// Returns a line for all operations with the same reason: `delete row 0:1: is gone (D3)`, or
  /// `delete 3 rows 0:1, 0:2, 0:4: …`.
  private static func lines(of step: Recording.Step) -> [String] {
    var groups: [[Recording.Reason]] = []
    var numbers: [Recording.Reason: Int] = [:]
    for reason in step.reasons {
      var key = reason
      key.index = 0
      let number = numbers[key, default: groups.count]
      numbers[key] = number
      if number == groups.count { groups.append([]) }
      groups[number].append(reason)
    }
    return groups.map { line(of: $0, step) }
  }

  private static func line(of reasons: [Recording.Reason], _ step: Recording.Step) -> String {
    let reason = reasons[0]
    let noun = reason.isOfRows ? "row" : "section"
    var places: [String] = []
    if step.stages.indices.contains(reason.stage),
      case .batch(let batch) = step.stages[reason.stage]
    {
      places = reasons.compactMap(batch.place)
    }
    if places.count > 4 { places = Array(places.prefix(3)) + ["…", places[places.count - 1]] }
    let stage = step.stages.count > 1 ? "stage \(reason.stage + 1)  " : ""
    let rule = reason.rule.map { " (\($0))" } ?? ""
    let count = reasons.count > 1 ? Counts.of(reasons.count, noun) : noun
    let place = places.isEmpty ? "" : " " + places.joined(separator: ", ")
    return "\(stage)\(reason.verb.rawValue) \(count)\(place): \(reason.text)\(rule)"
  }

  private static func element(_ name: String, _ content: String, _ attributes: String = "")
    -> String
  { "<\(name)\(attributes)>\(text(content))</\(name)>" }

  private static func text(_ text: String) -> String {
    let isLong = text.utf8.count > longestText && text.count > longestText
    return RecordingPage.escaped(isLong ? text.prefix(longestText) + " …" : text)
  }
}

extension Recording.Batch {
  /// Returns the places of an operation, as in a plan: `0:1 → 0:3`.
  fileprivate func place(of reason: Recording.Reason) -> String? {
    func at<Element>(_ list: [Element], _ text: (Element) -> String) -> String? {
      list.indices.contains(reason.index) ? text(list[reason.index]) : nil
    }
    switch (reason.isOfRows, reason.verb) {
    case (true, .delete): return at(rows.deletes) { "\($0)" }
    case (true, .insert): return at(rows.inserts) { "\($0.path)" }
    case (true, .move): return at(rows.moves) { "\($0.from) → \($0.to)" }
    case (true, .reload): return at(rows.reloads) { "\($0.path)" }
    case (true, .reconfigure): return at(rows.reconfigures) { "\($0.path)" }
    case (false, .delete): return at(sections.deletes) { "\($0)" }
    case (false, .insert): return at(sections.inserts) { "\($0.index)" }
    case (false, .move): return at(sections.moves) { "\($0.from) → \($0.to)" }
    case (false, .reload): return at(sections.reloads) { "\($0.index)" }
    case (false, .reconfigure): return at(sections.reconfigures) { "\($0.index)" }
    }
  }
}
