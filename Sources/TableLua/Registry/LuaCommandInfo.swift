/// A command that a plugin declares.
public struct LuaCommandInfo: Hashable, Sendable {
  /// The name, one word.
  public var name: String
  /// What it does, in a line.
  public var help: String
  /// Its arguments in order.
  public var arguments: [Argument]
  /// The file that declares it; nil when it was typed.
  public var plugin: String?

  /// One argument.
  public struct Argument: Hashable, Sendable {
    /// The name, under which the function finds it.
    public var name: String
    /// What may stand there.
    public var type: ArgumentType
    /// Whether it may be left out.
    public var isOptional: Bool
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
