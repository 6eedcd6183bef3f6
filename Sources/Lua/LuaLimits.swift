/// What a state may use.
public struct LuaLimits: Equatable, Sendable {
  /// Bytes that everything in the state may take together; 0: no limit.
  public var memory: Int
  /// Seconds that one outermost call may take; 0: no limit.
  public var seconds: Double

  /// Creates limits; without arguments those of a plugin: 256 MiB and 30 seconds.
  public init(memory: Int = 256 << 20, seconds: Double = 30) {
    self.memory = memory
    self.seconds = seconds
  }

  /// No limit at all.
  public static let none = LuaLimits(memory: 0, seconds: 0)
}
