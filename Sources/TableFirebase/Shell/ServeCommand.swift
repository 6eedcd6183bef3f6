import TableShell
import Wording

extension Command {
  /// A command that serves the current table to other programs of this machine.
  static var serve: Command {
    Command(
      name: "serve", group: .tables,
      summary: "let other programs of this machine read and write the table",
      details: """
        The table is at http://127.0.0.1:PORT/, like a Realtime Database of Firebase. Programs \
        with the token read, write and follow it (help firebase). Other tablesh programs of the \
        same user open firebase://127.0.0.1:PORT/ without the token.
        serve writes each change of others to the journal before it answers. undo does not take \
        these changes back. save writes them to the file. At the prompt, serve answers at once. In \
        a batch, it answers writes only while watch --for, watch --count or wait waits.
        serve stop, close and quit end it. Without a key, clients cannot add rows: open the table \
        with --key COLUMN.
        """,
      options: [
        "port": "the port; without it, any free port"
      ],
      examples: [
        "serve": "serve this table; print its address and the token",
        "serve; serve stop": "end it",
      ],
      readOn: ["firebase", "watch", "live"],
      window: .refused(
        "it has a part of the rows", "only a whole table can be served: open --whole"),
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
        message: "'\(document.shownName)' is a tree whose sections a loader declares",
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
        "the rows have no key and get new numbers each time the table is served; open it with "
          + "--key COLUMN to keep their names"
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
