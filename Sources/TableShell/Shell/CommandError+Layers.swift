import Memory
import TableKit
import TableSources

// Where an error of a layer below becomes one of a command; stopping what runs is ^C.

/// Changes a table, or asks one that may refuse.
func editing<T>(_ body: @autoclosure () throws(EditError) -> T) throws(CommandError) -> T {
  do throws(EditError) { return try body() } catch { throw CommandError(error) }
}

/// Reads or writes a source.
func sourcing<T>(_ body: @autoclosure () throws(SourceError) -> T) throws(CommandError) -> T {
  do throws(SourceError) { return try body() } catch { throw CommandError(error) }
}

/// Reads or writes a journal.
func journaling<T>(_ body: @autoclosure () throws(JournalError) -> T) throws(CommandError) -> T {
  do throws(JournalError) { return try body() } catch {
    if case .cancelled = error { throw .stopped }
    throw .journal(error)
  }
}

/// Carries out a patch.
func patching<T>(_ body: @autoclosure () throws(PatchError) -> T) throws(CommandError) -> T {
  do throws(PatchError) { return try body() } catch { throw CommandError(error) }
}

/// Reads what was typed.
///
/// - Parameter text: what was typed, as the error quotes it.
func parsing<T>(
  _ text: String, _ body: @autoclosure () throws(SyntaxError) -> T
) throws(CommandError) -> T {
  do throws(SyntaxError) { return try body() } catch { throw .syntax(error, source: text) }
}

/// Checks that memory is available before a list or text of a size is created.
///
/// - Throws: `outOfMemory`.
func demand(_ byteCount: Int) throws(CommandError) {
  do throws(MemoryShortage) { try MemoryWatch.demand(byteCount) } catch {
    throw .outOfMemory(error)
  }
}

extension Statement {
  /// Reads words of the statement.
  func reading<T>(_ body: @autoclosure () throws(SyntaxError) -> T) throws(CommandError) -> T {
    do throws(SyntaxError) { return try body() } catch {
      throw .syntax(error.inStatement(at: place), source: text)
    }
  }
}

extension Shell {
  /// The statements of a text.
  func statements(of text: String) throws(CommandError) -> [Statement] {
    try parsing(text, Script.statements(of: text, compiles: luaCheck))
  }
}
