import CommandLanguage
import Memory
import TableKit
import TableSources

// Where an error of a layer below becomes one of a command; stopping what runs is ^C.

/// Changes a table, or asks one that may refuse.
package func editing<T>(_ body: @autoclosure () throws(EditError) -> T) throws(CommandError) -> T {
  do throws(EditError) { return try body() } catch { throw CommandError(error) }
}

/// Reads or writes a source.
package func sourcing<T>(_ body: @autoclosure () throws(SourceError) -> T) throws(CommandError) -> T
{
  do throws(SourceError) { return try body() } catch { throw CommandError(error) }
}

/// Reads or writes a journal.
func journaling<T>(_ body: @autoclosure () throws(JournalError) -> T) throws(CommandError) -> T {
  do throws(JournalError) { return try body() } catch {
    if case .cancelled = error { throw .stopped }
    throw .journal(error)
  }
}

/// Reads a typed text, which the error quotes.
func parsing<T>(
  _ text: String, _ body: @autoclosure () throws(SyntaxError) -> T
) throws(CommandError) -> T {
  do throws(SyntaxError) { return try body() } catch { throw .syntax(error, source: text) }
}

extension Statement {
  /// Reads words of the statement.
  func reading<T>(_ body: @autoclosure () throws(SyntaxError) -> T) throws(CommandError) -> T {
    do throws(SyntaxError) { return try body() } catch {
      throw .syntax(error.inStatement(at: place), source: text)
    }
  }
}

extension CommandError {
  /// The error of a statement that no form of its command matches.
  init(_ error: MatchError, in statement: Statement) {
    switch error {
    case .syntax(let error):
      self = .syntax(error.inStatement(at: statement.place), source: statement.text)
    case .usage(let what, let synopsis): self = .usage(what, synopsis: synopsis)
    case .noSuchName(let kind, let name, let names):
      self = .noSuchName(kind: kind, name, names: names)
    case .restOfLine(let condition, let hint):
      self = .restOfLine(condition: condition, hint: hint)
    }
  }
}

/// Checks that memory is available before a list or text of a size is created.
///
/// - Throws: `outOfMemory`.
func demand(_ byteCount: Int) throws(CommandError) {
  do throws(MemoryShortage) { try MemoryWatch.demand(byteCount) } catch {
    throw .outOfMemory(error)
  }
}
