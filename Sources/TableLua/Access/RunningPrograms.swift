import Lua

/// The programs that the scripts which run now have started.
///
/// A class, because functions of Lua add to it, and because a stopped script ends what it has
/// started.
final class RunningPrograms {
  private var all: [(number: Int, program: LuaProgram)] = []
  /// How many were started.
  private(set) var count = 0

  /// Remembers one that was started.
  func add(_ program: LuaProgram) {
    all.removeAll(where: \.program.hasEnded)
    all.append((count, program))
    count += 1
  }

  /// Ends those that came behind the first `number` ones.
  func stop(from number: Int) {
    for entry in all where entry.number >= number { entry.program.stop() }
    all.removeAll { $0.number >= number }
  }

  /// Lets go of all: what a script that is over has left running goes on.
  func forget() { all = [] }
}

extension LuaSession {
  /// Runs a program for a script and gives it bytes to read; where the script is to stop, the program
  /// is stopped. It may have read enough before it has read all.
  ///
  /// - Returns: its exit status, with 128 and the signal's number where one ended it.
  /// - Throws: `cannot-run`; `lua-interrupted`.
  public func give(_ bytes: [UInt8], to line: String) throws(LuaFailure) -> Int32 {
    guard let program = LuaProgram(line, holding: .input) else {
      throw LuaFailure(code: "cannot-run", message: "cannot run '\(line)': \(Files.reason)")
    }
    programs.add(program)
    let file = LuaFile(program.descriptor, in: state, program: program)
    do throws(LuaError) {
      return try file.give(bytes)
    } catch {
      throw LuaFailure(error)
    }
  }
}
