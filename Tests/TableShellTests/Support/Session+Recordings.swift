@testable import TablePages
@testable import TableShell

extension Session {
  /// The recording under way; nil: nothing is recorded.
  var recording: TableRecording? { shell.part(Recordings.self)?.recording }

  /// The table that is shown in browsers, and what shows it; nil: none is.
  var presented: (document: Document, server: PresentServer)? {
    shell.part(Recordings.self)?.presented
  }
}
