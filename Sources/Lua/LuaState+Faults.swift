import CLua

/// Faults on purpose: how the tests walk through every point at which a script can fail.
extension LuaState {
  /// Refuses every allocation that Lua itself makes from the `nth` on; 0: none.
  func refuseAllocations(from nth: UInt64) { clua_refuse_from(host, nth) }

  /// Whether one has been refused since.
  var hasRefusedAllocation: Bool { clua_has_refused(host) }

  /// Makes the `nth` call of a Swift function from now on fail, before its body runs or after;
  /// 0: none.
  func failCall(_ nth: UInt64, afterwards: Bool = false) { clua_fail_call(host, nth, afterwards) }

  /// Whether one has failed so since.
  var hasFailedCall: Bool { clua_has_failed_call(host) }

  /// Every Swift function that Lua still refers to, from whatever hidden place.
  var swiftFunctions: [LuaFunction] {
    clua_push_swift_functions(stack.pointer)
    defer { clua_pop(stack.pointer, 1) }
    return ((try? LuaTable(stack, at: -1).sequence) ?? []).compactMap(\.function)
  }
}
