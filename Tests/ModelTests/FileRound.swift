import TableKit
import TableSources
import TestSupport

/// A file that is edited beside its model, and saved after each step.
protocol FileRound {
  associatedtype Sample: Typist
  var sample: Sample { get }
  var origin: FileOrigin { get }
  var desk: Desk<Sample> { get set }
  /// What the file held.
  var bytes: [UInt8] { get }

  /// What would be saved; nil where the format cannot hold it, and says so.
  func saved() throws -> [UInt8]?
  /// Throws where what would be saved is not what the model holds.
  func check(_ bytes: [UInt8]) throws
}

extension FileRound {
  /// Edits it up to `most` times, undoes all of that and does it again.
  mutating func run(_ random: inout SeededGenerator, most: Int) throws {
    do { try edit(&random, most) } catch {
      throw Mismatch("\(error)\ndone: \(desk.log.joined(separator: "\n      "))")
    }
  }

  private mutating func edit(_ random: inout SeededGenerator, _ most: Int) throws {
    try require(try saved() == bytes, "what was read is saved otherwise")
    for _ in 0...random.below(most) {
      try desk.step(&random)
      guard let bytes = try saved() else { continue }
      do { try check(bytes) } catch { throw Mismatch("\(error)\nsaved: \(shown(bytes))") }
    }
    let (last, position) = (try saved(), desk.position)
    try desk.undoAll()
    try require(try saved() == bytes, "undo does not lead back")
    try desk.redo(to: position)
    try require(try saved() == last, "redo leads elsewhere")
  }

  func saved() throws -> [UInt8]? { try origin.bytes(of: desk.editor.table) }
}
