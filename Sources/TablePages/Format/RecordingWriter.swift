import BatchUpdates
import TableKit
import TablePrinters

/// Writes recordings and their steps as compact JSON.
public enum RecordingWriter {
  /// Returns a recording as JSON.
  ///
  /// - Parameters:
  ///   - only: the versions whose cells are written, the others being placeholders; nil: all.
  ///   - limit: the number of bytes above which writing stops.
  /// - Returns: nil if there are more bytes than the limit.
  public static func json(
    of recording: Recording, only: Set<Int>? = nil, limit: Int = .max
  ) -> [UInt8]? {
    var bytes = head(of: recording, only: only, limit: limit)
    guard bytes.count <= limit else { return nil }
    for (index, step) in recording.steps.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      bytes += json(of: step)
      if bytes.count > limit { return nil }
    }
    bytes += "]}".utf8
    return bytes
  }

  /// Returns a recording as JSON up to the first of its steps.
  static func head(of recording: Recording, only: Set<Int>?, limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var json = JSONWriter()
    json.open("{")
    json.member("tablesh") { $0.value("recording") }
    json.member("version") { $0.value(Recording.formatVersion) }
    if !recording.title.isEmpty { json.member("title") { $0.value(recording.title) } }
    json.member("columns") { $0.value(recording.columns) }
    json.member("geometry") { $0.value(recording.geometry) }
    json.key("rows")
    json.open("[")
    recording.rows.write(only: only, into: &json) { json in
      if json.byteCount > 1 << 16 { json.move(to: &bytes) }
      return bytes.count <= limit
    }
    json.close("]")
    json.write(identities: recording.identities)
    json.write(heights: recording.heights)
    json.member("start") { $0.value(recording.start) }
    json.key("steps")
    json.open("[")
    json.move(to: &bytes)
    return bytes
  }

  /// Returns a step as JSON.
  public static func json(of step: Recording.Step) -> [UInt8] { json(of: step) { _ in } }

  /// Returns a step as JSON whose first members `first` writes.
  static func json(
    of step: Recording.Step, _ first: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var json = JSONWriter()
    json.object {
      first(&$0)
      $0.members(of: step)
    }
    json.move(to: &bytes)
    return bytes
  }
}

extension JSONWriter {
  /// Writes the rows of versions, if there are any.
  mutating func write(identities: [Int: Int]) {
    guard !identities.isEmpty else { return }
    member("ident") {
      $0.object { json in
        for (version, row) in identities.sorted(by: { $0.key < $1.key }) {
          json.member(String(version)) { $0.value(row) }
        }
      }
    }
  }

  /// Writes the heights of versions, if there are any.
  mutating func write(heights: [Int: Double?]) {
    guard !heights.isEmpty else { return }
    member("heights") {
      $0.object { json in
        for (version, height) in heights.sorted(by: { $0.key < $1.key }) {
          json.member(String(version)) { if let height { $0.value(height) } else { $0.null() } }
        }
      }
    }
  }

  /// Writes false, true or `"multiple"`.
  fileprivate mutating func value(_ editing: Recording.Editing) {
    if editing == .circles { value("multiple") } else { value(editing == .controls) }
  }

  /// Writes a number without a fraction that is 0.
  fileprivate mutating func value(_ number: Double) {
    if number == number.rounded(), abs(number) < 1e15 {
      value(Int(number))
    } else {
      token("\(number)")
    }
  }

  fileprivate mutating func value(_ numbers: [Int]) {
    array { for number in numbers { $0.value(number) } }
  }

  fileprivate mutating func value(_ change: Recording.ListChange) {
    switch change {
    case .whole(let rows): value(rows)
    case .edited(let removed, let added):
      object {
        if !removed.isEmpty { $0.member("remove") { $0.value(removed) } }
        if !added.isEmpty { $0.member("add") { $0.value(added) } }
      }
    }
  }

  fileprivate mutating func value(_ text: String?) {
    if let text { value(text) } else { null() }
  }

  fileprivate mutating func value(_ columns: [Recording.Column]) {
    array { json in
      for column in columns {
        json.object {
          $0.member("id") { $0.value(column.id) }
          $0.member("name") { $0.value(column.name) }
          $0.member("kind") { $0.value(column.isNumber ? "number" : "text") }
        }
      }
    }
  }

  fileprivate mutating func value(_ geometry: Recording.Geometry) {
    object {
      $0.member("row") { $0.value(geometry.row) }
      $0.member("header") { $0.value(geometry.header) }
      $0.member("viewport") { $0.value(geometry.viewport) }
      $0.member("style") { $0.value(geometry.style.rawValue) }
    }
  }

  fileprivate mutating func value(_ ranges: [Recording.VersionRange]) {
    array { json in
      for range in ranges {
        json.array {
          $0.value(range.first)
          $0.value(range.count)
        }
      }
    }
  }

  fileprivate mutating func values(of label: Recording.Label) {
    value(label.title)
    value(label.header)
    value(label.footer)
  }

  fileprivate mutating func values(of section: Recording.Section) {
    value(section.id)
    values(of: section.label)
    value(section.rows)
  }

  fileprivate mutating func value(_ sections: [Recording.Section]) {
    array { json in for section in sections { json.array { $0.values(of: section) } } }
  }

  fileprivate mutating func write(traits: [Int: Recording.Traits]) {
    guard !traits.isEmpty else { return }
    member("traits") {
      $0.object { json in
        for (row, traits) in traits.sorted(by: { $0.key < $1.key }) {
          json.member(String(row)) { $0.value(traits) }
        }
      }
    }
  }

  private mutating func value(_ traits: Recording.Traits) {
    object {
      if let accessory = traits.accessory { $0.member("accessory") { $0.value(accessory) } }
      if let indent = traits.indent { $0.member("indent") { $0.value(indent) } }
      if let canEdit = traits.canEdit { $0.member("canEdit") { $0.value(canEdit) } }
      if let style = traits.style { $0.member("style") { $0.value(style) } }
      if let canMove = traits.canMove { $0.member("canMove") { $0.value(canMove) } }
    }
  }

  fileprivate mutating func value(_ start: Recording.Start) {
    object {
      $0.member("sections") { $0.value(start.sections) }
      if !start.selection.isEmpty { $0.member("selection") { $0.value(start.selection) } }
      if !start.marks.isEmpty { $0.member("marks") { $0.value(start.marks) } }
      if start.editing != .off { $0.member("editing") { $0.value(start.editing) } }
      if start.offset != 0 { $0.member("offset") { $0.value(start.offset) } }
      $0.write(traits: start.traits)
    }
  }
}

// MARK: - Steps

extension JSONWriter {
  fileprivate mutating func members(of step: Recording.Step) {
    member("command") { $0.value(step.command) }
    if !step.output.isEmpty { member("output") { $0.value(step.output) } }
    if let error = step.error { member("error") { $0.value(error) } }
    if !step.comment.isEmpty { member("comment") { $0.value(step.comment) } }
    if step.wait > 0 { member("wait") { $0.value(step.wait) } }
    if let push = step.push { member("push") { $0.value(push) } }
    if let state = step.sourceState { member("state") { $0.value(state) } }
    if let conflicts = step.conflicts { member("conflicts") { $0.raw(conflicts.utf8) } }
    if let events = step.events { member("events") { $0.raw(events.utf8) } }
    if !step.plan.isEmpty { member("plan") { $0.value(step.plan) } }
    if !step.reasons.isEmpty {
      member("why") { $0.array { for reason in step.reasons { $0.value(reason) } } }
    }
    if let columns = step.columns { member("columns") { $0.value(columns) } }
    if let geometry = step.geometry { member("geometry") { $0.value(geometry) } }
    write(heights: step.heights)
    write(traits: step.traits)
    if let touch = step.touch { member("touch") { $0.value(touch) } }
    if let selection = step.selection { member("selection") { $0.value(selection) } }
    if let marks = step.marks { member("marks") { $0.value(marks) } }
    if let editing = step.editing { member("editing") { $0.value(editing) } }
    if let offset = step.offset { member("offset") { $0.value(offset) } }
    if let attempted = step.attempted {
      member("attempted") { JSONPlanPrinter().write(attempted, into: &$0) }
    }
    if !step.stages.isEmpty {
      member("stages") { $0.array { for stage in step.stages { $0.value(stage) } } }
    }
  }

  private mutating func value(_ error: Recording.Failure) {
    object {
      $0.member("message") { $0.value(error.message) }
      if let hint = error.hint { $0.member("hint") { $0.value(hint) } }
      $0.member("code") { $0.value(error.code) }
    }
  }

  private mutating func value(_ push: Recording.Push) {
    object {
      $0.member("source") { $0.value(push.source) }
      $0.member("inserted") { $0.value(push.inserted) }
      $0.member("deleted") { $0.value(push.deleted) }
      $0.member("changed") { $0.value(push.changed) }
    }
  }

  private mutating func value(_ reason: Recording.Reason) {
    object {
      $0.member("stage") { $0.value(reason.stage) }
      $0.member("op") {
        $0.array {
          $0.value(reason.isOfRows ? "rows" : "sections")
          $0.value(reason.verb.rawValue)
          $0.value(reason.index)
        }
      }
      if let rule = reason.rule { $0.member("rule") { $0.value(rule) } }
      $0.member("text") { $0.value(reason.text) }
    }
  }

  private mutating func value(_ touch: Recording.Touch) {
    object {
      if let row = touch.highlighted { $0.member("highlighted") { $0.value(row) } }
      if let row = touch.swiped { $0.member("swiped") { $0.value(row) } }
      if let row = touch.minus { $0.member("minus") { $0.value(row) } }
      if let drag = touch.drag {
        $0.member("drag") {
          $0.array {
            $0.value(drag.row)
            $0.value(drag.gap)
          }
        }
      }
      if !touch.expanded.isEmpty { $0.member("expanded") { $0.value(touch.expanded) } }
    }
  }
}

// MARK: - Stages

extension JSONWriter {
  private mutating func value(_ stage: Recording.Stage) {
    switch stage {
    case .reloadData(let why, let table):
      object {
        $0.member("reloadData") { $0.value(true) }
        $0.member("why") { $0.value(why) }
        $0.member("table") { $0.value(table) }
      }
    case .batch(let batch):
      object {
        if !batch.rows.isEmpty { $0.member("rows") { $0.value(batch.rows) } }
        if !batch.sections.isEmpty { $0.member("sections") { $0.value(batch.sections) } }
        if !batch.animations.isEmpty { $0.member("animation") { $0.value(batch.animations) } }
        $0.list("stale", batch.stale) { stale, json in
          json.value(stale.path.section)
          json.value(stale.path.row)
          json.value(stale.shown)
          json.value(stale.data)
        }
        $0.list("staleHeaders", batch.staleHeaders) { header, json in
          json.value(header.index)
          json.value(header.id)
          json.values(of: header.label)
        }
        if let selection = batch.selection { $0.member("selection") { $0.value(selection) } }
      }
    }
  }

  private mutating func value(_ animations: [String: RowAnimation]) {
    object { json in
      for operation in PlannedOperation.Verb.allCases.map(\.rawValue)
      where animations[operation] != nil {
        json.member(operation) { $0.value(animations[operation]?.rawValue) }
      }
    }
  }

  /// Writes a list that is not empty, each element as an array.
  private mutating func list<Element>(
    _ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    guard !elements.isEmpty else { return }
    member(name) {
      $0.array { json in for element in elements { json.array { write(element, &$0) } } }
    }
  }

  private mutating func value(_ rows: Recording.Batch.Rows) {
    let versioned = { (row: Recording.Batch.Row, json: inout JSONWriter) in
      json.value(row.path.section)
      json.value(row.path.row)
      json.value(row.version)
    }
    object {
      if !rows.deletes.isEmpty { $0.member("delete") { $0.value(rows.deletes) } }
      $0.list("insert", rows.inserts, versioned)
      $0.list("move", rows.moves) { move, json in
        json.value(move.from)
        json.value(move.to)
      }
      $0.list("reload", rows.reloads, versioned)
      if let all = rows.all {
        $0.member("reconfigure") { $0.value("all") }
        $0.member("versions") { $0.value(all) }
      } else {
        $0.list("reconfigure", rows.reconfigures, versioned)
      }
    }
  }

  private mutating func value(_ sections: Recording.Batch.Sections) {
    let placed = { (section: Recording.Batch.PlacedSection, json: inout JSONWriter) in
      json.value(section.index)
      json.values(of: section.section)
    }
    object {
      if !sections.deletes.isEmpty { $0.member("delete") { $0.value(sections.deletes) } }
      $0.list("insert", sections.inserts, placed)
      $0.list("move", sections.moves) { move, json in
        json.value(move.from)
        json.value(move.to)
      }
      $0.list("reload", sections.reloads, placed)
      $0.list("reconfigure", sections.reconfigures) { label, json in
        json.value(label.index)
        json.values(of: label.label)
      }
    }
  }
}
