import CLua

/// Memory that runs out on purpose: how the tests walk through every point at which it can.
extension LuaState {
  /// Refuses every allocation that Lua itself makes from the `nth` on; 0: none.
  func refuseAllocations(from nth: UInt64) { clua_refuse_from(host, nth) }

  /// Whether one has been refused since.
  var hasRefusedAllocation: Bool { clua_has_refused(host) }
}
