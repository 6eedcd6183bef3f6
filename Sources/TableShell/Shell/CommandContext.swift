import TableKit

/// What belongs to one running command. Each command, alias, file and call of Lua has its own, made
/// from the one that it runs in, which is put back at the end:
///
///     let outer = context
///     defer { context = outer }
///     context.depth += 1
struct CommandContext {
  /// The command, as it was typed.
  var line = ""
  /// The number of commands that run it.
  var depth = 0
  /// True if Lua runs it: then what it does outside the table needs permission.
  var isOfLua = false
  /// True in a file that `source` runs.
  var isInFile = false
  /// Aliases that are being run: inside, their names mean what they meant before.
  var aliases: Set<String> = []
  /// True if all that is done will be taken back, and nothing is written.
  var isDryRun = false
  /// True if a rule that errs on some rows goes on without them.
  var skipsErrors = false
  /// True in undo and redo: hooks can only look then, as an edit would end what can be redone.
  var stepsBack = false
  /// True from the moment a snapshot is applied until the command ends: no other one can be.
  var appliesSnapshot = false
  /// True if journals hold back what they write, and tables are remembered as they are saved.
  var isHeld = false
  /// True if a completion is looked up: then nobody is asked anything.
  var isCompleting = false
  /// What is written while a command runs whose output goes elsewhere; nil: it is written at once.
  var output: HeldOutput?
  /// What goes into the reply.
  var reply = ReplyParts()
}

/// Output of a command that is held back. A class because all that runs inside writes to it.
final class HeldOutput {
  var bytes: [UInt8] = []
}

/// What comes up while a command runs and goes into its reply. A class because all that runs inside
/// adds to it.
final class ReplyParts {
  /// What Lua prints where the reply is an object; nil: it is written at once.
  var printed: String?
  /// Warnings about the command.
  var warnings: [String] = []

  /// Takes the warnings, which are told once.
  func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }
}

extension Shell {
  /// Runs a body; of changes that it made nobody is told if it fails.
  func droppingChanges<Result>(
    _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    let known = changesToTell.count
    do throws(CommandError) { return try body() } catch {
      changesToTell.removeLast(max(0, changesToTell.count - known))
      throw error
    }
  }

  /// Runs a body while journals hold back what they write and tables are remembered as they are
  /// saved.
  func holding<Result>(
    _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    for document in documents {
      document.journal?.hold()
      document.keepsSaves = true
    }
    let isOutermost = !context.isHeld
    defer {
      for document in documents where isOutermost {
        document.keepsSaves = false
        document.controllerAtSave = nil
      }
    }
    let outer = context
    defer { context = outer }
    context.isHeld = true
    return try body()
  }

  /// True if what is done now will be taken back, and nothing is written.
  var isDryRun: Bool { options.isDryRun || context.isDryRun }

  /// True if a rule that errs on some rows goes on without them.
  var skipsErrors: Bool { options.skipsErrors || context.skipsErrors }
}
