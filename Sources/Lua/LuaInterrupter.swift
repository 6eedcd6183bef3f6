import CLua

/// Stops the script of a state from any thread, or from a signal handler.
///
/// It may outlive its state, and then does nothing: a class, because it keeps the flag alive that
/// it sets. Nothing else in it can change, so any thread may hold it.
public final class LuaInterrupter: @unchecked Sendable {
  private let host: OpaquePointer

  init(_ host: OpaquePointer) {
    self.host = host
    clua_retain(host)
  }

  deinit { clua_release(host) }

  /// Asks the running script to stop; it does so in well under a tenth of a second.
  ///
  /// Between two calls the request waits, and stops the next one at its beginning.
  public func interrupt() { clua_interrupt(host) }
}

extension LuaState {
  /// The means to stop this state from elsewhere.
  public var interrupter: LuaInterrupter { LuaInterrupter(host) }

  /// Whether a request to stop has not been answered yet; a long loop in Swift may ask.
  public var isInterruptPending: Bool { clua_interrupt_pending(host) }

  /// Throws when the running call has to stop: for loops in Swift that may be long.
  public func checkStop() throws(LuaError) {
    guard clua_has_to_stop(host) else { return }
    throw LuaError("stopped", kind: isInterruptPending ? .interrupted : .timedOut)
  }

  /// Ends the running call, `pcall` or not, as soon as the Swift function that asks for it has
  /// returned: it fails with an error of the kind `exited`.
  public func exit() { clua_exit(host) }

  /// Forgets a request that came while nothing ran, as at the next prompt.
  public func clearInterrupt() { clua_clear_interrupt(host) }

  /// Makes this the state that `interruptForeground` stops; with false, none.
  public func setForeground(_ isForeground: Bool = true) {
    clua_set_foreground(isForeground ? host : nil)
  }

  /// Stops the foreground state's script, for a handler of SIGINT: written in C because a handler
  /// in Swift may touch what is made lazily.
  public static var interruptForeground: @convention(c) () -> Void { clua_interrupt_foreground }
}
