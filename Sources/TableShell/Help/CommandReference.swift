/// What help tells of the commands, for other forms of it such as the manual page.
public enum CommandReference {
  /// A command.
  public struct Entry: Sendable {
    /// The group that it belongs to.
    public let group: String
    /// The name.
    public let name: String
    /// The lines of its forms.
    public let synopsis: [String]
    /// One line.
    public let summary: String
    /// Further sentences; may be empty.
    public let details: String
    /// A line that works on a table such as that of the documentation.
    public let example: String
  }

  /// All built-in commands, in the order of help.
  package static func commands(_ rooms: [Room]) -> [Entry] {
    let registry = CommandRegistry(rooms)
    return Command.Group.allCases.flatMap { group in
      registry.all.filter { $0.group == group }.map {
        Entry(
          group: group.rawValue, name: $0.name, synopsis: $0.signature.synopsis,
          summary: $0.summary,
          details: $0.details, example: $0.example)
      }
    }
  }

  /// The topics of help that are no commands: what they are about, and their lines.
  package static func topics(_ rooms: [Room]) -> [(title: String, text: String)] {
    CommandRegistry(rooms).topics.map { ($0.summary, $0.text) }
  }
}
