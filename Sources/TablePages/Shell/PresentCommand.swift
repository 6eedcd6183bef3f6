import TableLua
import TableShell
import Wording

extension Command {
  /// A command that shows the current table in a browser.
  static var present: Command {
    Command(
      name: "present", group: .tables, summary: "show in a browser what happens to the table",
      details: """
        present prints the address of a page. The page shows each command with its reply, its \
        calls, its plan and the moving table. At the prompt, a browser opens the page if there is \
        a display. present stop, close and quit end it.
        Each browser can go back and play again. The page shows only some rows of a large table. \
        To show another table, go to that table and type present again.
        The page is for browsers of this machine. On another device, use ssh -L \
        PORT:127.0.0.1:PORT, or a page that record start makes. The address holds a secret after \
        #. The file of the secret is in $XDG_STATE_HOME/tablesh/present.
        In a lesson, the page shows the table of the lesson.
        """,
      options: [
        "port": "the port; without it, any free port",
        "no-open": "open no browser",
      ],
      examples: [
        "present": "print the address of a page",
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
