import TableSources

/// A format of files that a room brings: what it is recognized by, also where the room is closed.
package struct RoomFormat: Sendable {
  /// Its name, as given to `--loader` and `--format`.
  package let name: String
  /// The format that precedes it in lists.
  let predecessor: String
  /// The extensions of its files, lower case, without the dot.
  package let extensions: [String]
  /// The first bytes of its files.
  package let signature: String

  /// Databases of SQLite.
  package static let sqlite = RoomFormat(
    name: "sqlite", predecessor: "json-rows", extensions: ["db", "sqlite", "sqlite3", "db3"],
    signature: "SQLite format 3\0")

  /// Returns the format that refuses its files, because the room is closed.
  func absent(in room: RoomName) -> TableFormat {
    .absent(name: name, extensions: extensions, signature: signature) { file in
      let error = CommandError.closed(room, for: file)
      return .ofFormat(FormatProblem(code: error.code, message: error.message, hint: error.hint))
    }
  }
}

extension Room {
  /// Adds the formats of rooms to `TableFormats`, and for each format of a closed room one that
  /// refuses its files.
  package static func installFormats(of rooms: [Room]) {
    for name in RoomName.allCases {
      let room = rooms.first { $0.name == name }
      precondition(
        room == nil || room?.formats.map(\.name) == name.formats.map(\.name),
        "\(name.rawValue) has other formats than RoomName says")
      for format in name.formats {
        let own = room?.formats.first { $0.name == format.name }
        TableFormats.install(own ?? format.absent(in: name), after: format.predecessor)
      }
    }
  }
}
