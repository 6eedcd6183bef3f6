import CommandLanguage
import HTTP
import TableKit
import TableSources
import Wording

/// A part of the program that can be left out: everything it adds to a session, in one value.
///
/// The shell knows no room. `Sources/Rooms` lists them, and the program passes that list to `Shell`.
package struct Room {
  /// The name of its trait in `Package.swift`.
  package var name: RoomName
  /// Its commands; `RoomName.commands` says where lists show them.
  package var commands: [Command]
  /// The kinds of sources it can open.
  package var sources: [any SourceKind]
  /// The formats of files that it reads and writes, as `RoomName.formats` lists them.
  package var formats: [TableFormat]
  /// Its topics of `help`; `RoomName.topics` says where lists show them.
  package var topics: [HelpTopic]
  /// The libraries that it runs with, each with its version.
  package var libraries: [(name: String, version: String)]
  /// Answers a query in SQL over tables, or nil if it has no SQL.
  package var query: Query?
  /// Creates the state it keeps for a session, or nil if it keeps none.
  package var makePart: ((Shell) -> any SessionPart)?

  /// Answers a query in SQL over named tables.
  package typealias Query =
    (String, [(name: String, table: Table)], Progress) throws(SourceError) -> Table

  /// Creates a room.
  package init(
    _ name: RoomName, commands: [Command] = [], sources: [any SourceKind] = [],
    formats: [TableFormat] = [], topics: [HelpTopic] = [],
    libraries: [(name: String, version: String)] = [],
    query: Query? = nil, makePart: ((Shell) -> any SessionPart)? = nil
  ) {
    (self.name, self.commands, self.sources) = (name, commands, sources)
    (self.formats, self.topics, self.libraries) = (formats, topics, libraries)
    (self.query, self.makePart) = (query, makePart)
  }
}

/// All rooms, built in or not, with the words that lead to them, so that an error can name the room that
/// is missing.
package enum RoomName: String, CaseIterable, Sendable {
  case pages = "Pages", postgreSQL = "PostgreSQL", firebase = "Firebase", lessons = "Lessons"
  case check = "Check", sqlite = "SQLite"

  /// Its commands, each with the command that precedes it in lists.
  var commands: [(name: String, predecessor: String)] {
    switch self {
    case .postgreSQL, .check: []
    case .pages: [("present", "watch"), ("record", "present")]
    case .firebase: [("serve", "watch")]
    case .lessons: [("lesson", "help")]
    case .sqlite: [("query", "unpivot")]
    }
  }

  /// Its topics of `help`, each with the topic that precedes it in lists.
  var topics: [(name: String, predecessor: String)] {
    switch self {
    case .postgreSQL:
      [
        ("postgres", "watching"), ("postgres-save", "postgres"),
        ("postgres-watch", "postgres-save"), ("window", "postgres-watch"),
      ]
    case .firebase: [("firebase", "watching")]
    case .lessons: [("lessons", "plans")]
    case .pages, .check, .sqlite: []
    }
  }

  /// Its formats of files.
  var formats: [RoomFormat] { self == .sqlite ? [.sqlite] : [] }

  /// The beginnings of its sources' addresses.
  var schemes: [String] {
    switch self {
    case .postgreSQL: ["postgres://", "postgresql://"]
    case .firebase: ["firebase://"]
    case .pages, .lessons, .check, .sqlite: []
    }
  }

  /// Whether a path is an address of its sources.
  func takes(_ path: String) -> Bool {
    if schemes.contains(where: path.hasPrefix) { return true }
    guard self == .firebase, path.hasPrefix("http"), let address = try? HTTPAddress(path) else {
      return false
    }
    // What `serve` prints, and what a Realtime Database is at.
    return address.isLoopback || path.prefix { $0 != "?" && $0 != "#" }.hasSuffix(".json")
  }

  /// The names for `--loader` that it brings.
  var loaders: [String] { formats.map(\.name) + (self == .firebase ? ["firebase"] : []) }
}

/// What a subcommand of the program asks a room to do.
package enum RoomCall {
  /// `tablesh lesson`: list the lessons.
  case lessons
  /// `tablesh check`.
  case check(CheckRequest)
  /// `tablesh record`: record the first table that is opened.
  case record(RecordRequest)
  /// `tablesh record --check`: replay a recording; `-` is standard input.
  case checkRecording(String)

  /// The subcommand, and the room that has it.
  var subcommand: (name: String, room: RoomName) {
    switch self {
    case .lessons: ("lesson", .lessons)
    case .check: ("check", .check)
    case .record, .checkRecording: ("record", .pages)
    }
  }
}

/// What `tablesh check` is asked; `-` is standard input.
package enum CheckRequest {
  /// A hand-written plan, judged between two tables; `given` are the values of what its code does
  /// not say, as in `indexPath=0:1`.
  case tables(_ old: String, plan: String, _ new: String, given: [String])
  /// A plan, or a batch in JSON or code, judged by the number of rows in each section.
  case counts(_ plan: String, before: [Int], after: [Int], given: [String])
  /// The exceptions of UIKit in a text.
  case exception(_ path: String)
}

extension CommandError {
  /// The error for what needs a room that the program was built without.
  ///
  /// - Parameter what: what needs it: a command, an address, a file or a format.
  static func closed(_ room: RoomName, for what: String) -> CommandError {
    .outside(
      code: "not-built-in",
      message: "'\(what)' needs \(room.rawValue), which this tablesh was built without",
      hint: "swift build --product tablesh builds it with all its parts")
  }
}

extension Shell {
  /// The state that a room keeps for this session.
  ///
  /// - Returns: nil if the room is not built in.
  package func part<Part: SessionPart>(_ type: Part.Type = Part.self) -> Part? {
    parts.lazy.compactMap { $0 as? Part }.first
  }

  /// The state that a room keeps for this session, for its own commands.
  package func ownPart<Part: SessionPart>(_ type: Part.Type = Part.self) -> Part {
    guard let part = part(type) else { preconditionFailure("a room without its part") }
    return part
  }

  /// Tells the parts that a command begins.
  ///
  /// - Returns: what to call with how it ended.
  package func willRun(
    _ text: String, _ statement: Statement? = nil, isOfScript: Bool = false
  ) -> (CommandEnd) -> Void {
    let ends = parts.compactMap { $0.willRun(text, statement, isOfScript: isOfScript) }
    return { end in for tell in ends { tell(end) } }
  }

  /// Runs a statement in the way of the first part that has its own; nil: none has.
  func runInPart(_ statement: Statement, at origin: StatementPlace?) -> Outcome? {
    for part in parts {
      if let outcome = part.run(statement, at: origin) { return outcome }
    }
    return nil
  }

  /// Does what a subcommand of the program does, if its room is open.
  package func runSubcommand(_ call: RoomCall) -> Outcome {
    hasRunSubcommand = true
    for part in parts {
      if let outcome = part.runSubcommand(call) { return outcome }
    }
    let (name, room) = call.subcommand
    return fail(.closed(room, for: name), of: name)
  }

  /// Writes what would be lost with the session.
  public func end() { for part in parts { _ = part.finish() } }

  /// Closes what rooms have open, when the session has ended.
  package func endParts() { for part in parts { part.end() } }

  /// Refuses an address of a room that is closed, unless a loader of Lua takes it.
  func checkOpen(_ path: String) throws(CommandError) {
    let room = closedRooms.first { $0.takes(path) }
    if let room, try luaLayer.luaLoader(nil, for: path) == nil { throw .closed(room, for: path) }
  }

  /// The rooms that the program was built without.
  var closedRooms: [RoomName] {
    RoomName.allCases.filter { name in !rooms.contains { $0.name == name } }
  }
}
