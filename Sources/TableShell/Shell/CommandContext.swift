import Memory
import TableSources
import Wording

/// What belongs to one running command. Each command, alias, file and call of Lua has its own, made
/// from the one that it runs in, which is put back at the end:
///
///     let outer = context
///     defer { context = outer }
///     context.depth += 1
package struct CommandContext {
  /// The command as typed.
  var line = ""
  /// Its number in the log of commands, and what a script needs of it; nil: it is in none.
  var logged: (number: Int, use: ScriptUse)?
  /// The number of enclosing commands.
  package var depth = 0
  /// Whether Lua runs it; then it needs permission for files and programs.
  package var isOfLua = false
  /// Whether it runs in a file of `source`.
  var isInFile = false
  /// Whether a command of the file failed and the user has skipped it.
  var hasSkipped = false
  /// Whether commands run after one that failed.
  var keepsGoing = false
  /// The aliases being expanded; inside, their names are not expanded again.
  var aliases: Set<String> = []
  /// The statement before this one, of the same line.
  var former = ""
  /// The statements after this one, of the same line.
  var latter = ""
  /// Whether another statement of the same line follows, so that its answer leaves the screen to that.
  var isFollowed = false
  /// The table as it stood when the line was begun, if others have changed it since.
  var seen: SeenTable?
  /// Whether all changes are rolled back and nothing is written.
  var isDryRun = false
  /// Whether a rule or expression skips rows on which it fails.
  var skipsErrors = false
  /// Whether undo or redo runs; hooks may not edit then, as an edit would clear the redo steps.
  var stepsBack = false
  /// Whether a snapshot was applied in this command, so that no other one can be.
  var appliesSnapshot = false
  /// Whether journals hold back their records, and tables remember their saved state.
  package var isHeld = false
  /// Whether completion runs, which must not ask the user.
  var isCompleting = false
  /// Whether `tablesh.run` answers it: then all that it prints is text for its reply.
  var repliesToLua = false
  /// Whether a redirection takes what the command itself prints.
  var isRedirected = false
  /// Whether a file gets what the command prints, by a redirection.
  var isKept = false
  /// The buffer for output of a redirected command, or of one whose reply Lua gets; nil: output is
  /// written at once.
  var output: HeldOutput?
  /// The script that runs it by `tablesh.run`; nil: none does.
  var caller: Caller?
  /// The same for what others change while a command waits for it: that is no reply to Lua.
  var pushOutput: HeldOutput?
  /// The parts of the reply collected so far.
  package var reply = ReplyParts()
}

/// A script that runs a command. A class because one may run in a command of another.
final class Caller {
  /// How what it prints is handled.
  let context: CommandContext
  /// How many hooks ran when it ran the command.
  let hookDepth: Int

  init(_ context: CommandContext, hookDepth: Int) {
    (self.context, self.hookDepth) = (context, hookDepth)
  }
}

/// The buffered output of a command. A class because all nested commands write to it.
final class HeldOutput {
  private(set) var bytes: [UInt8] = []
  /// Whether a table is among them, so that no reply in JSON may follow.
  var holdsTable = false
  /// Whether memory was refused for some of it.
  private(set) var isCut = false

  /// Adds bytes, if memory is available for them.
  func add(_ more: some Collection<UInt8>) {
    let size = bytes.count + more.count
    guard !isCut, size <= bytes.capacity || MemoryWatch.grants(max(size, bytes.capacity * 2)) else {
      isCut = true
      return
    }
    bytes += more
  }

  /// Adds bytes of a table.
  ///
  /// - Throws: `cancelled` if memory was refused.
  func take(_ more: UnsafeRawBufferPointer) throws(SourceError) {
    add(more)
    if isCut { throw .cancelled("the output") }
  }
}

/// Parts of a reply that are collected while a command runs. A class because all nested commands
/// add to it.
package final class ReplyParts {
  /// What was printed, if the reply is JSON; nil: it is written at once.
  package var printed: [UInt8]?
  /// Warnings about the command.
  package var warnings: [String] = []

  /// Creates a reply of which nothing is there yet.
  package init() {}

  /// Returns what was printed, as text, and removes it. Bytes that are no text are told.
  func takePrinted() -> String {
    guard let bytes = printed else { return "" }
    printed = []
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    warnings.append(#"what is printed is not UTF-8: other bytes stand as \xff in it"#)
    return VisibleText.escapingBytes(bytes)
  }

  /// Returns the warnings and removes them.
  func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }
}
