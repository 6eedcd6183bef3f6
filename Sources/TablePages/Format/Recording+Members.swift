// The members of the format's objects, each once: `RecordedValue.swift` reads and writes by these.

import BatchUpdates
import TableKit
import TablePrinters

extension Recording.Column: RecordedObject {
  private enum Kind: String, RecordedWord { case text, number }

  static var blank: Self { Self(id: -1, name: "", isNumber: false) }
  static var shape: String { "a column" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    var kind = isNumber ? Kind.number : .text
    try port.member("id", &id)
    try port.member("name", &name)
    try port.member("kind", &kind)
    try port.member("key", &isKey, unless: false)
    isNumber = kind == .number
  }
}

extension Recording.Geometry.Style: RecordedWord {}

extension Recording.Geometry: RecordedObject {
  static var blank: Self { Self() }
  static var shape: String { "a geometry" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.member("row", &row)
    try port.member("header", &header)
    try port.member("viewport", &viewport)
    try port.member("style", &style)
  }
}

extension Recording.VersionRange: RecordedTuple {
  static var blank: Self { Self(first: 0, count: 0) }
  static var shape: String { "[first version, count]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&first)
    try port.part(&count)
  }
}

extension Recording.Label {
  static var blank: Self { Self(title: "") }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&title)
    try port.part(&header)
    try port.part(&footer)
  }
}

extension Recording.Section: RecordedTuple {
  static var blank: Self { Self(id: 0, label: .blank) }
  static var shape: String { "[id, title, header, footer, ranges]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&id)
    try label.exchange(&port)
    try port.part(&rows)
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

extension Recording.Traits: RecordedObject {
  static var blank: Self { Self() }
  static var shape: String { "traits" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.optional("accessory", &accessory)
    try port.optional("indent", &indent)
    try port.optional("canEdit", &canEdit)
    try port.optional("style", &style)
    try port.optional("canMove", &canMove)
  }
}

extension Recording.Start: RecordedObject {
  static var blank: Self { Self(sections: []) }
  static var shape: String { "the start" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.member("sections", &sections)
    try port.member("selection", &selection, unless: [])
    try port.member("marks", &marks, unless: [])
    try port.member("editing", &editing, unless: .off)
    try port.member("offset", &offset, unless: 0)
    try port.member("traits", &traits, unless: [:])
  }
}

/// A list of rows, or what it has other than the one before.
extension Recording.ListChange: RecordedValue {
  private struct Edited: RecordedObject {
    var removed: [Int] = []
    var added: [Int] = []

    static var blank: Self { Self() }
    static var shape: String { "a changed list" }

    mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
      try port.member("remove", &removed, unless: [])
      try port.member("add", &added, unless: [])
    }
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

extension Recording.Step: RecordedObject {
  static var blank: Self { Self() }
  static var shape: String { "a step" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.member("command", &command)
    try port.member("output", &output, unless: "")
    try port.optional("error", &error)
    try port.member("comment", &comment, unless: "")
    try port.member("wait", &wait, unless: 0)
    try port.member("follows", &follows, unless: false)
    try port.optional("push", &push)
    try port.optional("state", &sourceState)
    try port.objects("conflicts", &conflicts)
    try port.objects("events", &events)
    try port.member("plan", &plan, unless: "")
    try port.member("why", &reasons, unless: [])
    try port.optional("columns", &columns)
    try port.optional("geometry", &geometry)
    try port.member("heights", &heights, unless: [:])
    try port.member("traits", &traits, unless: [:])
    try port.optional("touch", &touch)
    try port.optional("selection", &selection)
    try port.optional("marks", &marks)
    try port.optional("editing", &editing)
    try port.optional("offset", &offset)
    try port.optional("attempted", &attempted)
    try port.member("stages", &stages, unless: [])
    var texts: RuleTexts?
    try port.optional("rules", &texts)
  }

  /// The texts of rules, which stand in the steps of a recording that grows; no reader keeps them.
  private struct RuleTexts: RecordedValue {
    static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
      _ = try decoder.raw()
      return Self()
    }

    func write(to json: inout JSONWriter) {}
  }
}

extension Recording.Failure: RecordedObject {
  static var blank: Self { Self(message: "", code: "") }
  static var shape: String { "an error" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.member("message", &message)
    try port.optional("hint", &hint)
    try port.member("code", &code)
  }
}

extension Recording.Push: RecordedObject {
  static var blank: Self { Self(source: "", inserted: 0, deleted: 0, changed: 0) }
  static var shape: String { "a push" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.member("source", &source)
    try port.member("inserted", &inserted)
    try port.member("deleted", &deleted)
    try port.member("changed", &changed)
  }
}

extension PlannedOperation.Verb: RecordedWord {}

extension Recording.Reason: RecordedObject {
  private struct Operation: RecordedTuple {
    enum Group: String, RecordedWord { case rows, sections }
    var group: Group
    var verb: PlannedOperation.Verb
    var index: Int

    static var blank: Self { Self(group: .rows, verb: .delete, index: 0) }
    static var shape: String { "[group, verb, index]" }

    mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
      try port.part(&group)
      try port.part(&verb)
      try port.part(&index)
    }
  }

  static var blank: Self { Self(stage: 0, isOfRows: true, verb: .delete, index: 0, text: "") }
  static var shape: String { "a reason" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    var operation = Operation(group: isOfRows ? .rows : .sections, verb: verb, index: index)
    try port.member("stage", &stage)
    try port.member("op", &operation)
    try port.optional("rule", &rule)
    try port.member("text", &text)
    (isOfRows, verb, index) = (operation.group == .rows, operation.verb, operation.index)
  }
}

extension Recording.Touch: RecordedObject {
  static var blank: Self { Self() }
  static var shape: String { "a touch" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.optional("highlighted", &highlighted)
    try port.optional("swiped", &swiped)
    try port.optional("minus", &minus)
    try port.optional("drag", &drag)
    try port.member("expanded", &expanded, unless: [])
  }
}

extension Recording.Touch.Drag: RecordedTuple {
  static var blank: Self { Self(row: 0, gap: .blank) }
  static var shape: String { "[row, [section, row]]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&row)
    try port.part(&gap)
  }
}
