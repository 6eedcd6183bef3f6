import CLua

/// A Lua pattern that is matched outside of Lua, on any thread, but on one at a time.
///
/// A class because it owns its memory.
public final class LuaPattern {
  private let matcher: OpaquePointer

  /// Compiles a pattern; nil when it is malformed, or longer than a few items.
  public init?(_ pattern: String, in state: LuaState) {
    let matcher = pattern.withCString {
      clua_matcher_create(state.stack.pointer, $0, pattern.utf8.count)
    }
    guard let matcher else { return nil }
    self.matcher = matcher
  }

  deinit { clua_matcher_free(matcher) }

  /// True if the pattern is found in a text, as by `match`; nil if the fuel ran out before.
  ///
  /// - Parameter fuel: the number of steps allowed; reduced by those taken.
  @inline(__always)
  public func isFound(in text: UnsafeRawBufferPointer, fuel: inout Int32) -> Bool? {
    let answer = clua_matcher_find(
      matcher, text.baseAddress?.assumingMemoryBound(to: CChar.self), text.count, &fuel)
    return answer < 0 ? nil : answer > 0
  }
}

extension LuaState {
  /// True if `text:match(…)` calls this library's `match`; scripts may replace it.
  public var matchesByItself: Bool { clua_match_is_own(stack.pointer) }
}
