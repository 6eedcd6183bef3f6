import TableLua
import TableShell
import Wording

extension Command {
  /// A command that shows the current table in a browser.
  static var present: Command {
    Command(
      name: "present", group: .tables, summary: "show in a browser what happens to the table",
      details: """
        It prints the address of a page on this machine that follows the shell: each command is shown \
        with what it said, its calls, its plan and the table moving, stage by stage, as UIKit would \
        move it. Several browsers may follow, up to 32 connections, and each can go back and play \
        again. The address holds a secret after #, and only programs of this machine reach it: for \
        another device, ssh -L PORT:127.0.0.1:PORT, or record start. With the same --port the secret \
        stays the same, so that open pages go on when they are loaded again; it is kept in \
        $XDG_STATE_HOME/tablesh/present. Typed again it says who follows, \
        or shows the table that is current by then. In a lesson the pages show the lesson's table: after a \
        wrong plan they show first what that would do, and with the answer what happens, from the same \
        table. They go back to yours with your first command after the lesson. Of large tables only rows that come near the \
        screen are shown. present stop ends it, and so do close and quit. The library \
        libmicrohttpd12 must be installed.

        On a machine with a display, a browser opens the page when you type present, and never in a \
        batch. --no-open opens none.
        """,
      examples: ["present stop": ""], yields: true,
      forms: [
        Form("present [--port N] [--no-open]", does: Invocation.present),
        Form("present stop", does: Invocation.stopPresenting),
      ])
  }
}

extension Invocation {
  /// The recordings of the session.
  var recordings: Recordings { shell.ownPart() }

  fileprivate func present() throws(CommandError) -> CommandResult {
    let guest = recordings.shown?.shell.current
    let document: Document
    if let guest { document = guest } else { document = try self.document() }
    let port = try port()
    if guest == nil, let recording = recordings.recording, recording.document !== document,
      let (request, _) = recording.file
    {
      throw refusal(
        "\(recording.document.name) is recorded to \(request.path), and one table at a time is",
        ["record stop"])
    }
    if let (shown, server) = recordings.presented {
      if let port, port != 0, port != server.port {
        throw refusal("the page is at \(server.url) already", ["present stop"])
      }
      if shown !== document { recordings.presentInstead(document) }
    } else {
      try recordings.present(document, port: port ?? 0)
      if !has("--no-open"), let server = recordings.presented?.server {
        recordings.openBrowser(server)
      }
    }
    guard let server = recordings.presented?.server else { return .nothing }
    var result = CommandResult(sentence: "\(document.name) is shown at \(server.url)")
    let count = server.followerCount
    if count > 0 {
      result.details = [Counts.of(count, "page") + (count == 1 ? " follows" : " follow")]
    }
    result.member = ("present", .map([.init("url", .string(server.url))]))
    return result
  }

  fileprivate func stopPresenting() throws(CommandError) -> CommandResult {
    guard let (document, _) = recordings.presented else {
      return CommandResult(sentence: "nothing is presented")
    }
    recordings.stopPresenting()
    return CommandResult(sentence: "\(document.name) is no longer presented")
  }
}
