/// What the program itself has: a declaration of that name is refused, so that a line means the same
/// whatever plugins there are.
public struct BuiltInNames: Hashable, Sendable {
  /// Commands.
  public var commands: Set<String>
  /// Loaders.
  public var loaders: Set<String>
  /// Forms in which plans are printed.
  public var printers: Set<String>

  /// Creates a list.
  public init(
    commands: Set<String> = [], loaders: Set<String> = [], printers: Set<String> = []
  ) {
    self.commands = commands
    self.loaders = loaders
    self.printers = printers
  }
}
