import TableLive
import TableShell
import Wording

extension Command {
  /// A command that serves the current table to other programs of this machine.
  static var serve: Command {
    Command(
      name: "serve", group: .tables, summary: "let other programs of this machine read and write",
      details: """
        The table is served at http://127.0.0.1:PORT/ as a Realtime Database of Firebase is: GET, \
        PUT, POST, PATCH, DELETE, and GET with Accept: text/event-stream for all changes from then \
        on. GET and streams take orderBy, startAt, startAfter, endAt, endBefore, equalTo, \
        limitToFirst and limitToLast, by any child, without an index; what is written may hold \
        {".sv": "timestamp"} and {".sv": {"increment": 5}}. Rows stand by key, a cell a member, and by section where there are several: \
        /people/12/pay.json. A JSON object of values, lists and objects, or a Realtime Database, \
        is served as that tree: /friends/0/name.json; a new row there needs a path, or a save that \
        gives it one. Who asks needs the token, as ?auth=TOKEN or a bearer; other tablesh \
        programs of the same user find it by themselves: open firebase://127.0.0.1:PORT/. What a \
        client writes, or another tablesh saves, is in the journal before it is answered, has no \
        undo step, and is not in the file before save is typed here; a table without a file has no \
        journal. What the table cannot hold is refused. Without a key rows have numbers, which are \
        others when the table is served again, and none can be added: --key COLUMN of open gives \
        them names. At the prompt requests are answered at once: a live table in two terminals. In a \
        batch writes come in \
        within watch --for, watch --count and wait. serve again says what is served, serve stop ends \
        it, and so do close and quit. The library libmicrohttpd12 must be installed.
        """,
      examples: ["serve stop": ""],
      window: .refused(
        "it has a part of the rows", "a table of which all is here can be served: open --whole"),
      forms: [
        Form("serve [--port N]", does: Invocation.serve),
        Form("serve stop", does: Invocation.stopServing),
      ])
  }
}

extension Invocation {
  /// The tables that are served.
  private var serving: ServedTables { shell.ownPart() }

  fileprivate func serve() throws(CommandError) -> CommandResult {
    let document = try document()
    let serving = serving
    let port = try port()
    var result = CommandResult()
    if let served = serving[document] {
      if let port, port != 0, port != served.service.port {
        throw refusal(
          "\(document.shownName) is served at \(served.service.url) already", ["serve stop"])
      }
      result.sentence = "\(document.name) is served at \(served.facts)"
      result.details = serving.all.filter { $0 !== served }.map {
        "\($0.document.name) is served at \($0.facts)"
      }
      (result.member, result.holdsSecrets) = (served.address, true)
      return result
    }
    if let tree = FirebaseTable.of(document)?.tree, tree.layout != nil {
      throw .outside(
        code: "cannot-serve",
        message: "'\(document.shownName)' is a tree in the sections of a loader",
        hint: "close; open " + (tree.isFile ? "--loader firebase " : "")
          + ShellWord.quoted(document.name))
    }
    let served = try serving.begin(document, port: port ?? 0)
    result.sentence = "\(document.name) is served at \(served.service.url)"
    result.details = ["token \(served.token.text)"]
    if !shell.repliesInJSON {
      result.details.append("elsewhere: tablesh firebase://127.0.0.1:\(served.service.port)/")
    }
    if !document.table.hasKey, !document.source.namesRows {
      result.notes = [
        "the rows have no key: their numbers are others when it is served again; open it with "
          + "--key COLUMN to name them for good"
      ]
    }
    (result.member, result.holdsSecrets) = (served.address, true)
    return result
  }

  fileprivate func stopServing() throws(CommandError) -> CommandResult {
    let (document, serving) = (try document(), serving)
    guard let served = serving[document] else {
      return CommandResult(sentence: "\(document.name) was not served")
    }
    serving.stop(served)
    return CommandResult(sentence: "\(document.name) is no longer served")
  }
}
