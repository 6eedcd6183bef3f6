// The members of the format's objects, each once: `RecordedValue.swift` reads and writes by these.

import BatchUpdates
import TableKit

extension Recording.Column: RecordedStructure {
  private enum Kind: String, RecordedWord { case text, number }

  private var kind: Kind {
    get { isNumber ? .number : .text }
    set { isNumber = newValue == .number }
  }

  static let form = RecordedForm(
    "a column", Self(id: -1, name: "", isNumber: false),
    .member("id", \.id),
    .member("name", \.name),
    .member("kind", \.kind),
    .member("key", \.isKey, unless: false))
}

extension Recording.Geometry.Style: RecordedWord {}

extension Recording.Geometry: RecordedStructure {
  static let form = RecordedForm(
    "a geometry", Self(),
    .member("row", \.row),
    .member("header", \.header),
    .member("viewport", \.viewport),
    .member("style", \.style))
}

extension Recording.VersionRange: RecordedTuple {
  static let shape = "[first version, count]"
  static let blank = Self(first: 0, count: 0)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&first)
    try parts.take(&count)
  }
}

extension Recording.Label: RecordedTuple {
  static let shape = "[title, header, footer]"
  static let blank = Self(title: "")

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&title)
    try parts.take(&header)
    try parts.take(&footer)
  }
}

extension Recording.Section: RecordedTuple {
  static let shape = "[id, title, header, footer, ranges]"
  static let blank = Self(id: 0, label: .blank)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&id)
    try label.takeParts(&parts)
    try parts.take(&rows)
  }
}

/// False, true or `"multiple"`.
extension Recording.Editing: RecordedValue {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    guard decoder.isString else { return try decoder.flag() ? .controls : .off }
    let text = try decoder.string()
    guard text == "multiple" else {
      throw decoder.problem("it must be true, false or \"multiple\", not \"\(text)\"")
    }
    return .circles
  }

  func write(to json: inout JSONWriter) {
    if self == .circles { json.value("multiple") } else { json.value(self == .controls) }
  }
}

extension Recording.Traits: RecordedStructure {
  static let form = RecordedForm(
    "traits", Self(),
    .optional("accessory", \.accessory),
    .optional("indent", \.indent),
    .optional("canEdit", \.canEdit),
    .optional("style", \.style),
    .optional("canMove", \.canMove))
}

extension Recording.Start: RecordedStructure {
  static let form = RecordedForm(
    "the start", Self(sections: []),
    .member("sections", \.sections),
    .member("selection", \.selection, unless: []),
    .member("marks", \.marks, unless: []),
    .member("editing", \.editing, unless: .off),
    .member("offset", \.offset, unless: 0),
    .member("traits", \.traits, unless: [:]))
}

/// A list of rows, or what it has other than the one before.
extension Recording.ListChange: RecordedValue {
  private struct Edited: RecordedStructure {
    var removed: [Int] = []
    var added: [Int] = []

    static let form = RecordedForm(
      "a changed list", Self(),
      .member("remove", \.removed, unless: []),
      .member("add", \.added, unless: []))
  }

  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    if decoder.isArray { return .whole(try decoder.list()) }
    let edited = try Edited.read(from: &decoder)
    return .edited(removed: edited.removed, added: edited.added)
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .whole(let rows): rows.write(to: &json)
    case .edited(let removed, let added): Edited(removed: removed, added: added).write(to: &json)
    }
  }
}

// MARK: - Steps

extension Recording.Step: RecordedStructure {
  static let form = RecordedForm(
    "a step", Self(),
    .member("command", \.command),
    .member("output", \.output, unless: ""),
    .optional("error", \.error),
    .member("comment", \.comment, unless: ""),
    .member("wait", \.wait, unless: 0),
    .member("follows", \.follows, unless: false),
    .optional("push", \.push),
    .optional("state", \.sourceState),
    .objects("conflicts", \.conflicts),
    .objects("events", \.events),
    .member("plan", \.plan, unless: ""),
    .member("why", \.reasons, unless: []),
    .optional("columns", \.columns),
    .optional("geometry", \.geometry),
    .member("heights", \.heights, unless: [:]),
    .member("traits", \.traits, unless: [:]),
    .optional("touch", \.touch),
    .optional("selection", \.selection),
    .optional("marks", \.marks),
    .optional("editing", \.editing),
    .optional("offset", \.offset),
    .optional("attempted", \.attempted),
    .member("stages", \.stages, unless: []),
    // The texts of rules, which stand in the steps of a recording that grows.
    .ignored("rules"))
}

extension Recording.Failure: RecordedStructure {
  static let form = RecordedForm(
    "an error", Self(message: "", code: ""),
    .member("message", \.message),
    .optional("hint", \.hint),
    .member("code", \.code))
}

extension Recording.Push: RecordedStructure {
  static let form = RecordedForm(
    "a push", Self(source: "", inserted: 0, deleted: 0, changed: 0),
    .member("source", \.source),
    .member("inserted", \.inserted),
    .member("deleted", \.deleted),
    .member("changed", \.changed))
}

extension PlannedOperation.Verb: RecordedWord {}

extension Recording.Reason: RecordedStructure {
  private struct Operation: RecordedTuple {
    enum Group: String, RecordedWord { case rows, sections }
    var group: Group
    var verb: PlannedOperation.Verb
    var index: Int

    static let shape = "[group, verb, index]"
    static let blank = Self(group: .rows, verb: .delete, index: 0)

    mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
      try parts.take(&group)
      try parts.take(&verb)
      try parts.take(&index)
    }
  }

  private var operation: Operation {
    get { Operation(group: isOfRows ? .rows : .sections, verb: verb, index: index) }
    set { (isOfRows, verb, index) = (newValue.group == .rows, newValue.verb, newValue.index) }
  }

  static let form = RecordedForm(
    "a reason", Self(stage: 0, isOfRows: true, verb: .delete, index: 0, text: ""),
    .member("stage", \.stage),
    .member("op", \.operation),
    .optional("rule", \.rule),
    .member("text", \.text))
}

extension Recording.Touch: RecordedStructure {
  static let form = RecordedForm(
    "a touch", Self(),
    .optional("highlighted", \.highlighted),
    .optional("swiped", \.swiped),
    .optional("minus", \.minus),
    .optional("drag", \.drag),
    .member("expanded", \.expanded, unless: []))
}

extension Recording.Touch.Drag: RecordedTuple {
  static let shape = "[row, [section, row]]"
  static let blank = Self(row: 0, gap: .blank)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&row)
    try parts.take(&gap)
  }
}
