import HTTP
import Lua
import TableKit
import TableShell

// How a table is shown in browsers: what is recorded of it goes to a server, step by step.

extension Recordings {
  /// The table that is shown; nil: none is.
  var presented: (document: Document, server: PresentServer)? {
    guard let server, let recording = presentedRecording else { return nil }
    return (recording.document, server)
  }

  /// The recording that pages show.
  private var presentedRecording: TableRecording? {
    guest?.recording ?? recording.flatMap { $0.isPresented ? $0 : nil }
  }

  /// Begins to show a table in browsers: this one, or in its place that of a guest.
  ///
  /// - Parameter port: the port; 0: any that is free.
  /// - Throws: `permissionDenied`; `outside` where the server cannot be started, or the token of its
  ///   port cannot be read.
  func present(_ document: Document, port: Int) throws(CommandError) {
    try shell.checkPermission(reaching: "127.0.0.1")
    let recording = shown.flatMap { beginGuest($0) } ?? startRecording(of: document)
    do throws(HTTPError) {
      let known = try tokenFile(ofPort: port)?.read()
      let server = try PresentServer(
        port: port, token: known ?? HTTPToken(), title: shown?.title ?? document.shortName,
        recording: recordingToShow(recording))
      if known == nil { try? tokenFile(ofPort: server.port)?.write(server.token) }
      show(recording, on: server)
    } catch {
      forgetGuest()
      forgetIfUnused(recording)
      throw .outside(code: error.code, message: error.message, hint: error.hint)
    }
  }

  /// The file with the token of a port: who presents on a port again has the same, so that pages that
  /// were open go on. Nil if no folder for it is known.
  private func tokenFile(ofPort port: Int) -> TokenFile? {
    guard port != 0 else { return nil }
    return TokenFile.stateFolder("present", shell.options.environment).map {
      TokenFile(path: "\($0)/\(port)")
    }
  }

  /// Opens a page in a browser, if a person types on a machine with a display.
  func openBrowser(_ server: PresentServer) {
    guard shell.console.canAsk, shell.terminalWidth != nil, !shell.context.isOfLua else { return }
    #if canImport(Darwin)
      let open = "open"
    #else
      let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap(shell.options.environment)
      guard displays.contains(where: { !$0.isEmpty }) else { return }
      // In a session of its own, so that a ^C that is typed here does not end it.
      let open = "setsid xdg-open"
    #endif
    let line = "\(open) '\(server.makeTicketURL())' </dev/null >/dev/null 2>&1 &"
    _ = LuaProgram(.line(Array(line.utf8)), inGroup: false)?.wait()
  }

  /// Shows another table on the pages that are open.
  func presentInstead(_ document: Document) {
    guard let server else { return }
    hideOwn()
    showInstead(startRecording(of: document), on: server)
  }

  /// Shows another recording on the pages that are open.
  func showInstead(_ recording: TableRecording, on server: PresentServer) {
    server.restart(recordingToShow(recording), tells: true)
    show(recording, on: server)
  }

  /// No longer shows the session's own table.
  private func hideOwn() {
    guard let recording, recording.isPresented else { return }
    (recording.isPresented, recording.recorder.didRecord) = (false, nil)
    forgetIfUnused(recording)
  }

  /// Ends showing a table.
  func stopPresenting() {
    guard let server else { return }
    forgetGuest()
    hideOwn()
    self.server = nil
    server.stop()
  }

  private func show(_ recording: TableRecording, on server: PresentServer) {
    (self.server, recording.isPresented) = (server, true)
    recording.recorder.didRecord = { [weak self] event in
      guard !server.publish(event.json), let self, let recording = presentedRecording else {
        return
      }
      server.restart(recordingToShow(recording), tells: false)
    }
  }

  /// The number of rows around the screen that a page of a large table has.
  private static let rowsAround = 20_000

  /// Returns the recording of the table as it is, without steps, as JSON; of large tables with the rows
  /// around the screen, the others as placeholders.
  private func recordingToShow(_ recording: TableRecording) -> [UInt8] {
    let document = recording.document
    let shell = recording === guest?.recording ? guest?.shell ?? shell : shell
    return recording.recorder.jsonFromNow(limit: RecordingFile.largestWithAllRows) {
      let first = max(0, shell.firstWholeRow(of: document) - Self.rowsAround / 2)
      return shell.rows(first..<min(first + Self.rowsAround, document.table.rowCount), of: document)
    }
  }
}
