import CReadline
import Wording

/// Signals that ask a running command to stop.
///
/// A handler only sets a flag and calls at most one C function; a long command polls `isRequested`,
/// or is stopped by that function.
public enum Interrupts {
  /// Installs the handlers; call it once, before anything else runs.
  public static func install() throws(TerminalError) {
    let number = cs_install()
    if number != 0 { throw .cannotCatchSignals(reason: systemError(number)) }
  }

  /// True if the running command is asked to stop.
  public static var isRequested: Bool { cs_interrupted() }

  /// The signal that asked the program to end; nil: none.
  public static var termination: Int32? { cs_termination() == 0 ? nil : cs_termination() }

  /// Marks the request to stop as noticed by the command. A second ^C before that ends the program.
  public static func honour() { cs_interrupt_honoured() }

  /// Sets the function that the signal handler calls to stop a running command; it must be
  /// async-signal-safe, so a function in C. Nil: none.
  public static func onInterrupt(_ function: (@convention(c) () -> Void)?) {
    cs_on_interrupt(function)
  }

  /// Sets what the signal handler calls before it ends the program at once, and what it asks whether
  /// it has to wait with that; both must be async-signal-safe, so functions in C.
  public static func onEnd(
    _ function: (@convention(c) () -> Void)?, waits: (@convention(c) () -> Bool)? = nil
  ) {
    cs_on_end(function, waits)
  }

  /// Whether a ^C that a command does not notice in time ends the program; other signals that end
  /// the program do so anyway.
  static func endOnInterrupt(_ ends: Bool) { cs_end_on_interrupt(ends) }

  /// Runs something other than a statement, such as opening the tables of the command line, so that
  /// signals stop it.
  public static func stopping(_ body: () -> Outcome) -> Outcome {
    commandBegan()
    defer { commandEnded() }
    let outcome = body()
    if outcome == .interrupted { honour() }
    return outcome == .done && isRequested ? .interrupted : outcome
  }

  /// Directs further signals to the command.
  static func commandBegan() { cs_command_began() }

  /// Directs further signals to the prompt.
  static func commandEnded() { cs_command_ended() }
}
