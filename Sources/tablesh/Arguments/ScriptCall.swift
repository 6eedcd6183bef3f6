/// A script and the arguments it is given.
public struct ScriptCall: Equatable, Sendable {
  /// The file, as it was named.
  public var path: String
  /// All that followed on the command line, whether or not it looks like an option.
  public var arguments: [String]

  /// Makes a call.
  public init(path: String, arguments: [String] = []) {
    self.path = path
    self.arguments = arguments
  }
}
