import BatchUpdates
import Foundation
import TableInteraction
import TableKit
import TableLua

/// A shell without a table: rules and loaders are given theirs.
///
/// A class because the session holds it weakly.
final class Host: LuaHost {
  var currentTable: Table? { nil }
  var selection: [RowID] { [] }
  var lastPlan: LuaPlan? { nil }

  func run(_ line: String) throws(LuaFailure) -> HostReply { throw Self.nothing }

  func perform(
    _ actions: [TableAction], title: String, animations: PlanAnimations?
  ) throws(LuaFailure) -> Transaction {
    throw Self.nothing
  }

  func apply(_ plan: LuaPlan, title: String) throws(LuaFailure) -> Transaction {
    throw Self.nothing
  }

  func text(of plan: LuaPlan, form: String) throws(LuaFailure) -> String { throw Self.nothing }

  func rows(
    target: String, in table: Table, selection: [RowID]
  ) throws(LuaFailure) -> [RowID] {
    throw Self.nothing
  }

  func print(_ line: [UInt8]) { write(line + [0x0A]) }

  func write(_ bytes: [UInt8]) { FileHandle.standardOutput.write(Data(bytes)) }

  func writeError(_ bytes: [UInt8]) { FileHandle.standardError.write(Data(bytes)) }

  private static var nothing: LuaFailure {
    LuaFailure(code: "no-table", message: "a benchmark has no shell")
  }
}

extension Host {
  func check(_ command: LuaCommandInfo) throws(LuaFailure) {}
  func willReadRows() {}
  func isOnScreen(_ row: RowID) -> Bool { false }
  func didDraw(_ row: RowID, _ accessory: RowTraits.Accessory?) {}
  var isApplying: Bool { false }
  var isDryRun: Bool { false }
  var holdsOutput: Bool { false }

  func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, title: String
  ) throws(LuaFailure) -> Transaction {
    throw Self.nothing
  }

  func warn(_ text: String) { writeError(Array("warning: \(text)\n".utf8)) }
}
