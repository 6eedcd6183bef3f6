import TableShell
import TableKit

// How pages show the table of a session within this one, such as that of a lesson: its commands are
// recorded there, and come to the pages of this session.

/// The recording of a guest's table.
struct GuestRecording {
  /// The recording, which the guest's own session fills.
  var recording: TableRecording
  /// The guest's session.
  var shell: Shell
  /// The number of steps when its table was shown.
  var stepCount: Int
}

extension Recordings {
  var isWatched: Bool { server != nil }

  func didShow(_ other: ShownSession?) {
    let former = shown
    shown = other
    // What was shown last is looked at until something happens to the session's own table.
    guard let server, let other else { return }
    if former != nil, guest != nil {
      goOn(with: other)
    } else if let recording = beginGuest(other) {
      self.recording?.recorder.didRecord = nil
      showInstead(recording, on: server)
    }
  }

  /// Begins to record a guest's table; nil: it has none.
  func beginGuest(_ other: ShownSession) -> TableRecording? {
    forgetGuest()
    guard let part = other.shell.part(Recordings.self), let document = other.shell.current else {
      return nil
    }
    let recorder = part.recorder(of: document, title: other.title)
    recorder.canGoBack = true
    return listen(to: document, other, by: recorder)
  }

  /// Goes on with another session of the same guest, in whose table most is as before.
  private func goOn(with other: ShownSession) {
    guard let former = guest, let part = other.shell.part(Recordings.self),
      let document = other.shell.current
    else { return }
    let recorder = former.recording.recorder
    former.end()
    if other.goesBack, recorder.stepCount > former.stepCount { recorder.goBack() }
    let isAlike = recorder.adopt(document.table)
    _ = listen(to: document, other, by: recorder)
    guard !isAlike else { return }
    part.recordStray(saying: "the table of '\(other.title)' as it is now")
    guest?.stepCount = recorder.stepCount
  }

  private func listen(
    to document: Document, _ other: ShownSession, by recorder: Recorder
  ) -> TableRecording {
    let part: Recordings = other.shell.ownPart()
    let recording = part.record(document, by: recorder)
    recording.isPresented = true
    guest = GuestRecording(recording: recording, shell: other.shell, stepCount: recorder.stepCount)
    return recording
  }

  /// Shows the session's own table again, if the guest is over; without one nothing is presented.
  func endGuest() {
    guard shown == nil, guest != nil, let server else { return }
    forgetGuest()
    guard let own = recording ?? shell.current.map({ startRecording(of: $0) }) else {
      shell.writeNote("nothing is presented any more, as no table is open")
      return stopPresenting()
    }
    showInstead(own, on: server)
  }

  /// Stops recording the guest.
  func forgetGuest() {
    guest?.end()
    guest?.recording.recorder.didRecord = nil
    guest = nil
  }
}

extension GuestRecording {
  /// Has its session record nothing any more.
  fileprivate func end() {
    let part: Recordings = shell.ownPart()
    recording.isPresented = false
    part.forgetIfUnused(recording)
  }
}
