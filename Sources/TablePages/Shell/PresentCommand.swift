import TableLua
import TableShell
import Wording

extension Command {
  /// A command that shows the current table in a browser.
  static var present: Command {
    Command(
      name: "present", group: .tables, summary: "show in a browser what happens to the table",
      details: """
        It prints the address of a page that follows the shell: each command with its reply, \
        its calls, its plan, and the table as it moves, stage by stage, as in UIKit. With a \
        display, a browser opens the page, but never in a batch. present stop, close and \
        quit end it.
        Several browsers can follow, up to 32 connections, and each can go back and play again. \
        Of a large table you see only rows near the screen. Typed again, present says who follows. \
        The page stays with its table: to show another one, go to it and type present again.
        The page is for browsers of this machine. Its address holds a secret after #. For another \
        device use ssh -L PORT:127.0.0.1:PORT, or make a page with record start and send it. With \
        the same --port the secret stays the same, so that open pages go on when they are loaded \
        again.
        In a lesson the page shows the table of the lesson. If your plan is wrong, you see what \
        it would do. When the answer is given, you see what really happens. Your own table comes \
        back with your first command after the lesson.
        The library libmicrohttpd12 must be installed. The secret is kept in \
        $XDG_STATE_HOME/tablesh/present.
        """,
      options: [
        "port": "the port; any free one, unless you name it",
        "no-open": "open no browser",
      ],
      examples: [
        "present": "print the address of a page",
        "present --no-open": "open no browser",
        "present --no-open; sort by name; present stop": "end it after one command",
      ],
      readOn: ["record", "play"], yields: true,
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
        "\(recording.document.name) is recorded to \(request.path), and only one table at a time can be",
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
    result.member = ("present", ["url": .string(server.url)])
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
