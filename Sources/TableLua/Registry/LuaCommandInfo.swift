/// A command that a plugin declares.
public struct LuaCommandInfo: Hashable, Sendable {
  /// The name, one word.
  public var name: String
  /// What it does, in a line.
  public var help: String
  /// More for its own help.
  public var details: String
  /// A line that shows it.
  public var example: String?
  /// Its arguments in order.
  public var arguments: [Argument]
  /// Whether it completes its arguments itself.
  public var hasCompletion: Bool
  /// The file that declares it; nil when it was typed.
  public var plugin: String?

  /// One argument.
  public struct Argument: Hashable, Sendable {
    /// The name, under which the function finds it.
    public var name: String
    /// What may stand there.
    public var type: ArgumentType
    /// The only words that may stand there; empty: any.
    public var values: [String] = []
    /// Whether it may be left out.
    public var isOptional = false
    /// Whether it takes all words that follow.
    public var isRepeated = false
    /// What it is for, if that is said.
    public var help: String?
  }

  /// What may stand in place of an argument; completion and checks follow it.
  public enum ArgumentType: String, CaseIterable, Hashable, Sendable {
    /// Any text.
    case text
    /// A number.
    case number
    /// A whole number.
    case integer
    /// `true` or `false`, `on` or `off`, `yes` or `no`.
    case boolean
    /// The name of a column.
    case column
    /// The name or index of a section.
    case section
    /// Rows, in the grammar of targets; the function gets the text.
    case target
    /// The name of a file.
    case file
  }
}

extension LuaCommandInfo {
  /// How it is typed: `split COLUMN SEPARATOR [NAME …]`.
  public var synopsis: String {
    let words = arguments.map { argument in
      let name = argument.name.uppercased() + (argument.isRepeated ? " …" : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    return ([name] + words).joined(separator: " ")
  }
}
