import Glibc
import HTTP
import TableFirebase
import TestSupport

/// `tablesh serve` on a table in a folder of its own, on a terminal, asked by real clients.
struct ServedProgram {
  let folder: TestSupport.TemporaryFolder
  let terminal: PseudoTerminal
  let port: Int
  let token: String

  static let people = "id,name,pay\n1,Ann,10\n2,Ben,20\n3,Cy,30\n"

  /// Starts it, and waits for its prompt.
  ///
  /// - Parameter name: what is served: a file of `table`, or an address.
  init(
    _ table: String = people, named name: String = "people.csv", arguments: [String] = [],
    environment: [String: String] = [:],
    in folder: TestSupport.TemporaryFolder? = nil
  ) throws {
    self.folder = try folder ?? TestSupport.TemporaryFolder()
    if !name.contains("://") { try self.folder.write(table, to: name) }
    // Some start another at its port when it has ended.
    let portArguments = arguments.contains("--port") ? [] : ["--port", "\(try lastingPort())"]
    terminal = try PseudoTerminal(
      home: self.folder, ["serve", name] + arguments + portArguments, columns: 100, rows: 40,
      environment: ["NO_COLOR": "1"].merging(environment) { $1 },
      prompt: "is served at http://127.0.0.1:")
    port = Int(try terminal.expect("/\r\n")) ?? 0
    try terminal.expect("token ")
    token = try terminal.expect("\r\n")
    try terminal.expect("elsewhere: tablesh firebase://127.0.0.1:\(port)/\r\n", "> ")
  }

  /// Types a line, and waits until it has run.
  func run(_ line: String) throws {
    // What is typed differs from what is printed.
    try terminal.enter("\(line); echo 'do'ne.", expecting: "done.\r\n")
  }

  func url(_ path: String = "/") -> String {
    "http://127.0.0.1:\(port)\(path == "/" ? "/" : path).json?auth=\(token)"
  }

  /// Asks by curl; returns the status and the body.
  func ask(
    _ method: String = "GET", _ path: String = "/", _ body: String? = nil, _ more: [String] = []
  ) throws -> (status: Int, body: String) {
    let seconds = Deadline.patience.components.seconds
    var arguments = ["-sS", "--max-time", "\(seconds)", "-w", "\n%{http_code}", "-X", method]
    if let body { arguments += ["--data-binary", body] }
    let child = try ChildProcess.run("/usr/bin/curl", arguments + more + [url(path)])
    let lines = child.output.split(separator: "\n", omittingEmptySubsequences: false)
    return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
  }

  /// Watches a path by curl.
  func watch(_ path: String = "/") throws -> WatchingCurl {
    try WatchingCurl(url(path))
  }

  /// Ends it without saving; returns its status.
  func quit() throws -> Int32 { try terminal.leave("quit!") }
}

/// A client that watches a tree, and keeps it as the events say.
final class WatchingCurl {
  private let process: LiveProcess
  private var parser = EventStreamParser()
  private var readCount = 0
  private(set) var tree = FirebaseTree()
  private(set) var events: [ServerSentEvent] = []

  init(_ url: String) throws {
    process = try LiveProcess(
      "/usr/bin/curl", ["-sN", "-H", "Accept: text/event-stream", url])
    // The first event is the tree.
    _ = try tree(where: { _ in !self.events.isEmpty })
  }

  /// Reads events until the tree is as it should be, and returns it.
  func tree(where isMeant: (FirebaseTree) -> Bool) throws -> FirebaseTree {
    let deadline = Deadline()
    while true {
      let bytes = Array(process.glance().utf8)
      for event in try parser.feed(Array(bytes[readCount...])) {
        events.append(event)
        if let change = try FirebaseChange(event) { tree.apply(change) }
      }
      readCount = bytes.count
      if isMeant(tree) || deadline.hasPassed { return tree }
      usleep(2000)
    }
  }

  /// Waits until the tree is that of a JSON text; returns its JSON if it is not.
  func misses(_ json: String) throws -> String? {
    let wanted = FirebaseTree(try FirebaseNode.read(json))
    let tree = try tree { $0 == wanted }
    return tree == wanted ? nil : FirebaseWriter.text(tree.root)
  }

  /// The stream as it came.
  var text: String { process.glance() }

  /// Waits for the end of the stream; returns curl's status.
  func end() -> Int32 { process.wait() }
}
