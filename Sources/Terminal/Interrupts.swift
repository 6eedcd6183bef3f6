import CReadline
import Wording

/// Signals that ask a running command to stop.
///
/// A handler only sets a flag and calls at most one C function; a long command looks at
/// `isRequested` now and then, or is stopped by that function.
public enum Interrupts {
  /// Catches the signals. Once, before anything else runs.
  public static func install() throws(TerminalError) {
    let number = cs_install()
    if number != 0 { throw .cannotCatchSignals(reason: systemError(number)) }
  }

  /// True if the command that runs is asked to stop.
  public static var isRequested: Bool { cs_interrupted() }

  /// The signal that told the program to end, or nil.
  public static var termination: Int32? { cs_termination() == 0 ? nil : cs_termination() }

  /// Marks the request to stop as noticed by the command. A second ^C before that ends the program.
  public static func honour() { cs_interrupt_honoured() }

  /// Has `function` called from within the signal handler when a running command is to stop: it
  /// must be async-signal-safe, so a function in C. Nil for none.
  public static func onInterrupt(_ function: (@convention(c) () -> Void)?) {
    cs_on_interrupt(function)
  }

  /// Runs something that is no statement, such as opening the tables of the command line, so that
  /// signals stop it.
  public static func stopping(_ body: () -> Outcome) -> Outcome {
    commandBegan()
    defer { commandEnded() }
    let outcome = body()
    if outcome == .interrupted { honour() }
    return outcome == .done && isRequested ? .interrupted : outcome
  }

  /// Signals that come from now on are for a command.
  static func commandBegan() { cs_command_began() }

  /// Signals that come from now on are for the prompt.
  static func commandEnded() { cs_command_ended() }
}
