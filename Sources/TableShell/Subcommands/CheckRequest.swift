/// The arguments of `tablesh check`: a plan, and the sources before and after it.
public struct CheckRequest: Sendable {
  /// The source before; `-` is standard input.
  public var old: String
  /// The plan, likewise.
  public var plan: String
  /// The source after, likewise.
  public var new: String

  /// Creates a request.
  public init(old: String, plan: String, new: String) {
    self.old = old
    self.plan = plan
    self.new = new
  }
}
