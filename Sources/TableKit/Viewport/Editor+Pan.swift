import BatchUpdates

extension Editor {
  /// A finger that passes over rows (SEMANTICS F).
  ///
  /// - Throws: `panNotAllowed` where rows cannot be selected together in editing mode; what a
  ///   policy throws.
  mutating func pan(
    _ gesture: PanGesture, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    guard settings.flags.allowsMultipleSelectionDuringEditing else {
      throw .panNotAllowed(
        "the flag allowsMultipleSelectionDuringEditing is off",
        hint: "selection multiple --editing")
    }
    if !isEditing {
      // The system's gesture enters editing mode by itself; the strip is there in it only.
      guard gesture.kind == .system else {
        throw .panNotAllowed("the table is not in editing mode", hint: "edit on")
      }
      setEditing(true, &events)
    }
    var surface = EditorSurface(editor: self, gesture: gesture)
    switch gesture.kind {
    case .strip, .exactStrip: surface.followStrip()
    case .system: surface.followSystem()
    }
    if let failure = surface.failure { throw failure }
    self = surface.editor
    lastPan = surface.outcome
    events += surface.events
  }
}

/// An editor under a finger: it lets the pan's changes through the door of each kind of pan.
private struct EditorSurface: PanSurface {
  var editor: Editor
  let gesture: PanGesture
  let geometry: TableGeometry
  let viewportHeight: Double
  var offset: Double
  let assumedContentHeight: Double
  var events: [DelegateEvent] = []
  var outcome: PanOutcome
  var failure: EditError?

  init(editor: Editor, gesture: PanGesture) {
    self.editor = editor
    self.gesture = gesture
    geometry = gesture.viewport.geometry
    viewportHeight = gesture.viewport.height
    offset = gesture.viewport.offset
    assumedContentHeight = gesture.assumedContentHeight ?? geometry.contentHeight
    outcome = PanOutcome(offset: offset)
  }

  private func id(_ row: Int) -> RowID? { editor.table.row(at: geometry.path(of: row)) }

  func isSelected(_ row: Int) -> Bool { id(row).map(editor.selection.contains) ?? false }

  mutating func change(_ row: Int, to isSelected: Bool) {
    guard failure == nil, let id = id(row) else { return }
    do throws(EditError) {
      if gesture.kind == .exactStrip {
        editor.changeUnasked(id, to: isSelected, &events)
      } else if let reason = try editor.change(id, to: isSelected, &events),
        !outcome.refusals.contains(reason)
      {
        outcome.refusals.append(reason)
      }
    } catch {
      failure = error
    }
  }

  /// The height of a touch in the viewport, nil where it has none.
  private func height(of touch: PanGesture.Touch) -> Double? {
    switch touch {
    case .point(let y): return y
    case .row(let row):
      guard let path = editor.table.path(of: row), let row = geometry.row(at: path) else {
        return nil
      }
      let (top, bottom) = geometry.edges(of: row)
      return (top + bottom) / 2 - offset
    case .header(let section):
      guard let index = editor.table.index(of: section) else { return nil }
      return geometry.top(ofSection: index) + geometry.headerHeight(ofSection: index) / 2 - offset
    case .hold: return nil
    }
  }

  mutating func followStrip() {
    var pan = StripPan(gesture.settings, isExact: gesture.kind == .exactStrip)
    var time = 0
    var hasBegun = false
    for touch in gesture.touches where failure == nil && !pan.hasCrashed {
      if case .hold(let milliseconds) = touch {
        for _ in 0..<milliseconds where pan.scroll != nil {
          time += 1
          pan.hold(milliseconds: 1, on: &self)
          take(&pan, time)
        }
        continue
      }
      guard let y = height(of: touch) else { continue }
      if hasBegun { pan.move(to: y, on: &self) } else { pan.begin(at: y, on: &self) }
      hasBegun = true
      take(&pan, time)
    }
    pan.end()
    take(&pan, time)
    outcome.hasCrashed = pan.hasCrashed
    outcome.offset = offset
  }

  private mutating func take(_ pan: inout StripPan, _ time: Int) {
    outcome.events += pan.events.map { (time, $0) }
    pan.events = []
  }

  mutating func followSystem() {
    var pan: SystemPan?
    for touch in gesture.touches where failure == nil {
      guard let y = height(of: touch), let row = geometry.nearestRow(toHeight: y + offset)
      else { continue }
      if let pan {
        pan.move(toRow: row, on: &self)
      } else {
        let section = editor.table.sections[geometry.section(of: row)].id
        let limit = editor.limit(of: section)
        pan = SystemPan(
          at: row, isExclusive: limit == .exclusive || limit == .exclusiveStrict, on: self)
        outcome.events.append((0, .began(row: row)))
      }
    }
    if let pan, gesture.isCancelled { pan.cancel(on: &self) }
    outcome.events.append((0, .ended))
  }
}

extension Editor {
  /// Selects or deselects as a finger's touch does: the delegate is asked first. Answers why it was
  /// refused, if it was.
  fileprivate mutating func change(
    _ row: RowID, to isSelected: Bool, _ events: inout [DelegateEvent]
  ) throws(EditError) -> String? {
    var log = ChangeLog()
    if isSelected {
      if let target = try askSelect(row, &log, &events), let path = table.path(of: target) {
        selection.insert(target)
        events.append(DelegateEvent(.didSelect, path))
      }
    } else if let target = try askDeselect(row, &log, &events) {
      drop(target, &events)
    }
    return log.refusal
  }

  /// Selects or deselects as the code of the source text does: silently, and telling the delegate
  /// by hand, so that no limit is asked (SEMANTICS F5i).
  fileprivate mutating func changeUnasked(
    _ row: RowID, to isSelected: Bool, _ events: inout [DelegateEvent]
  ) {
    guard let path = table.path(of: row) else { return }
    if isSelected {
      selection.insert(row)
      events.append(DelegateEvent(.selectRow, path, isSilent: true))
      events.append(DelegateEvent(.didSelect, path))
    } else {
      selection.remove(row)
      events.append(DelegateEvent(.deselectRow, path, isSilent: true))
      events.append(DelegateEvent(.didDeselect, path))
    }
  }
}
