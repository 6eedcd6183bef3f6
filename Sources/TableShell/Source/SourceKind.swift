import TableKit
import TableLua
import TableSources

/// A kind of place that tables come from, which the form of its address tells, or a loader that is named.
package protocol SourceKind: Sendable {
  /// How an address is shown; nil: it is none of this kind.
  func name(of path: String, in shell: Shell) throws(CommandError) -> String?
  /// Reads the table at an address.
  func read(
    _ path: String, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> Document
  /// The loader by which a file is read as its tables are; nil: there is none.
  var loader: (name: String, summary: String)? { get }
  /// Reads a file with that loader.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  func load(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> Document
  /// Reads recorded events, and makes a table of the first whole tree among them; nil: it has none.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  func replayed(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> (document: Document, follower: any ReplayFollower)?
  /// Takes the address of a table that is open, as it was given again.
  func reopen(_ document: Document, at path: String, in shell: Shell) throws(CommandError)
  /// Saves a copy of a table at an address; nil: it cannot.
  func saveCopy(
    of document: Document, to path: String, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult?
  /// Writes rows of the current table as a new one at an address; nil: it cannot.
  func export(
    _ table: Table, to path: String, _ invocation: Invocation
  ) throws(CommandError) -> CommandResult?
}

extension SourceKind {
  package var loader: (name: String, summary: String)? { nil }

  package func load(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> Document { throw .noSource("to open") }

  package func replayed(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions, in shell: Shell
  ) throws(CommandError) -> (document: Document, follower: any ReplayFollower)? { nil }

  package func reopen(_ document: Document, at path: String, in shell: Shell) throws(CommandError) {
  }

  package func saveCopy(
    of document: Document, to path: String, _ request: SaveRequest, in shell: Shell
  ) throws(CommandError) -> CommandResult? { nil }

  package func export(
    _ table: Table, to path: String, _ invocation: Invocation
  ) throws(CommandError) -> CommandResult? { nil }
}
