import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TablePages

/// Those who follow a table that is too large to be told whole.
struct PartlyToldTests {
  /// One who follows: the cells of versions as they were told.
  private struct Follower {
    var cells: [[String]?] = []

    /// Begins with a recording without steps.
    init(_ json: [UInt8]) throws {
      cells = try Self.value(json)["rows"]?.array?.map(Self.texts) ?? []
    }

    mutating func take(_ event: Recorder.Event) throws {
      let step = try Self.value(event.json)
      cells += step["rows"]?.array?.map(Self.texts) ?? []
      for member in step["cells"]?.members ?? [] {
        cells[try require(Int(member.name))] = Self.texts(member.value)
      }
    }

    private static func value(_ json: [UInt8]) throws -> JSONValue {
      try require(JSONValue(text: String(decoding: json, as: UTF8.self)))
    }

    private static func texts(_ row: JSONValue) -> [String]? {
      row.array?.map { $0.string ?? $0.text }
    }
  }

  @Test("have the cells of all rows that are on the screen", arguments: 0..<12)
  func seen(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = (0..<400).map { ["k\($0)", "\($0)"] }
    let half = rows.count / 2
    var controller = TableController(
      table: Tables.table(
        columns: ["id", "n"],
        sections: [
          (name: "A", rows: Array(rows[..<half])), (name: "B", rows: Array(rows[half...])),
        ], key: 1))
    let recorder = Recorder(of: controller, title: "", geometry: .init())
    let all = controller.table.allRows.map { $0 }
    func begin() throws -> Follower {
      let first = random.below(380)
      let json = recorder.jsonFromNow(limit: 2_000) { Array(all[first..<first + 20]) }
      expect(json.count < 40_000)
      return try Follower(json)
    }
    var followers = [try begin()]
    var event: Recorder.Event?
    recorder.didRecord = { event = $0 }
    for number in 0..<60 {
      var transactions: [Transaction] = []
      switch random.below(5) {
      case 0: followers.append(try begin())
      case 1 where !controller.editor.undoTitles.isEmpty:
        transactions = [try controller.update { (editor) throws(EditError) in try editor.undo() }]
      case 2, 3:
        let changes = (0..<1 + random.below(9)).map { _ in
          CellChange(
            all[random.below(all.count)], controller.table.columns[1].id,
            Cell("\(random.below(1_000))"))
        }
        transactions = [try controller.perform([.edit(.update(changes))], title: "\(number)")]
      default: break
      }
      let first = random.below(380)
      let visible = Array(all[first..<first + 20])
      recorder.record(.init(command: "\(number)"), transactions, controller, visible: visible)
      let told = try require(event)
      for index in followers.indices { try followers[index].take(told) }
      for row in visible {
        let version = try require(recorder.versions.version(of: row))
        let cells = controller.table.columns.map { controller.table.cell(row, $0.id).text }
        for follower in followers { expectEqual(follower.cells[version], cells) }
      }
    }
    expect(followers.count > 1)
    // Nothing is told of what is never seen.
    expect(followers[0].cells.count { $0 == nil } > 0 || recorder.seen.count >= 400)
  }
}
