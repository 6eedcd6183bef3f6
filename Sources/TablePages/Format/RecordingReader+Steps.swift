import BatchUpdates
import TableKit

extension RecordingDecoder {
  /// Reads a step.
  ///
  /// - Parameter most: the number of versions, which no list of operations exceeds.
  mutating func step(most: Int) throws(RecordingError) -> Recording.Step {
    var step = Recording.Step()
    try members("a step") { (decoder, name) throws(RecordingError) in
      switch name {
      case "command": step.command = try decoder.string()
      case "output": step.output = try decoder.string()
      case "error": step.error = try decoder.failure()
      case "comment": step.comment = try decoder.string()
      case "wait": step.wait = try decoder.number()
      case "push": step.push = try decoder.push()
      case "state": step.sourceState = try decoder.string()
      case "conflicts": step.conflicts = try decoder.objects()
      case "events": step.events = try decoder.objects()
      case "plan": step.plan = try decoder.string()
      case "why":
        try decoder.elements { (decoder, _) throws(RecordingError) in
          step.reasons.append(try decoder.reason())
        }
      case "columns": step.columns = try decoder.columns()
      case "geometry": step.geometry = try decoder.geometry()
      case "heights":
        try decoder.numbered { (decoder, version) throws(RecordingError) in
          step.heights[version] = .some(try decoder.takesNull() ? nil : try decoder.number())
        }
      case "traits": step.traits = try decoder.traits()
      case "touch": step.touch = try decoder.touch()
      case "selection": step.selection = try decoder.listChange()
      case "marks": step.marks = try decoder.listChange()
      case "editing": step.editing = try decoder.editing()
      case "offset": step.offset = try decoder.number()
      case "attempted": step.attempted = try decoder.attempted()
      case "stages":
        try decoder.elements { (decoder, _) throws(RecordingError) in
          step.stages.append(try decoder.stage(most: most))
        }
      default: return false
      }
      return true
    }
    return step
  }

  /// Reads a list of rows, or what it has other than the one before.
  mutating func listChange() throws(RecordingError) -> Recording.ListChange {
    if isArray { return .whole(try indexes()) }
    var removed: [Int] = []
    var added: [Int] = []
    try members("a changed list") { (decoder, name) throws(RecordingError) in
      switch name {
      case "remove": removed = try decoder.indexes()
      case "add": added = try decoder.indexes()
      default: return false
      }
      return true
    }
    return .edited(removed: removed, added: added)
  }

  private mutating func failure() throws(RecordingError) -> Recording.Failure {
    var failure = Recording.Failure(message: "", code: "")
    try members("an error") { (decoder, name) throws(RecordingError) in
      switch name {
      case "message": failure.message = try decoder.string()
      case "hint": failure.hint = try decoder.string()
      case "code": failure.code = try decoder.string()
      default: return false
      }
      return true
    }
    return failure
  }

  private mutating func push() throws(RecordingError) -> Recording.Push {
    var push = Recording.Push(source: "", inserted: 0, deleted: 0, changed: 0)
    try members("a push") { (decoder, name) throws(RecordingError) in
      switch name {
      case "source": push.source = try decoder.string()
      case "inserted": push.inserted = try decoder.index()
      case "deleted": push.deleted = try decoder.index()
      case "changed": push.changed = try decoder.index()
      default: return false
      }
      return true
    }
    return push
  }

  /// Reads an array of objects, whatever their members, as it stands.
  private mutating func objects() throws(RecordingError) -> String {
    let start = self
    try elements { (decoder, _) throws(RecordingError) in
      try decoder.members("it") { (decoder, _) throws(RecordingError) in
        _ = try decoder.raw()
        return true
      }
    }
    var whole = start
    return String(decoding: try whole.raw(), as: UTF8.self)
  }

  private mutating func reason() throws(RecordingError) -> Recording.Reason {
    var reason = Recording.Reason(
      stage: 0, isOfRows: true, verb: .delete, index: 0, rule: nil, text: "")
    try members("a reason") { (decoder, name) throws(RecordingError) in
      switch name {
      case "stage": reason.stage = try decoder.index()
      case "op":
        try decoder.tuple(3, "[group, verb, index]") { (decoder, i) throws(RecordingError) in
          switch i {
          case 0: reason.isOfRows = try decoder.word(OperationGroup.self) == .rows
          case 1: reason.verb = try decoder.word(PlannedOperation.Verb.self)
          default: reason.index = try decoder.index()
          }
        }
      case "rule": reason.rule = try decoder.string()
      case "text": reason.text = try decoder.string()
      default: return false
      }
      return true
    }
    return reason
  }

  private enum OperationGroup: String, CaseIterable { case rows, sections }

  private mutating func touch() throws(RecordingError) -> Recording.Touch {
    var touch = Recording.Touch()
    try members("a touch") { (decoder, name) throws(RecordingError) in
      switch name {
      case "highlighted": touch.highlighted = try decoder.index()
      case "swiped": touch.swiped = try decoder.index()
      case "minus": touch.minus = try decoder.index()
      case "drag":
        var drag = Recording.Touch.Drag(row: 0, gap: RowPath(0, 0))
        try decoder.tuple(2, "[row, [section, row]]") { (decoder, i) throws(RecordingError) in
          if i == 0 { drag.row = try decoder.index() } else { drag.gap = try decoder.rowPath() }
        }
        touch.drag = drag
      case "expanded": touch.expanded = try decoder.indexes()
      default: return false
      }
      return true
    }
    return touch
  }

  /// Reads the path of a row.
  mutating func rowPath() throws(RecordingError) -> RowPath {
    var path = RowPath(0, 0)
    try tuple(2, "[section, row]") { (decoder, i) throws(RecordingError) in
      if i == 0 { path.section = try decoder.index() } else { path.row = try decoder.index() }
    }
    return path
  }
}
