import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

@testable import TablePages

/// Heights of rows that stand in a column, which may be set while a recording runs.
struct RecordedHeightsTests {
  private var controller = TableController(
    table: Tables.table(
      columns: ["id", "h", "g"],
      sections: [(name: "S", rows: [["a", "50", "9"], ["b", "", "60"], ["c", "x", "70.5"]])], key: 1
    ))

  /// The heights that a reader knows of the rows at the end.
  private func heights(_ recording: Recording) throws -> [Double?] {
    let json = try require(RecordingWriter.json(of: recording))
    let read = try RecordingReader.read(json)
    var heights = read.heights.mapValues(Optional.some)
    for step in read.steps { heights.merge(step.heights) { $1 } }
    return try RecordingCheck(read).end.versions.map { heights[Int($0)] ?? nil }
  }

  private mutating func edit(
    _ recorder: Recorder, _ row: Int, _ value: String, heightColumn: ColumnID?
  ) throws -> Recording.Step {
    let table = controller.table
    let id = try require(table.row(at: RowPath(0, row)))
    let transaction = try controller.perform(
      [.edit(.update([CellChange(id, table.columns[1].id, Cell(value))]))], title: "edit")
    return recorder.record(
      .init(command: "edit"), [transaction], controller, geometry: .init(),
      heightColumn: heightColumn)
  }

  @Test("a column that is set later gives its heights to all versions, and null takes them away")
  mutating func set() throws {
    let (h, g) = (controller.table.columns[1].id, controller.table.columns[2].id)
    let recorder = Recorder(of: controller, title: "", geometry: .init())
    var events: [String] = []
    recorder.didRecord = { events.append(String(decoding: $0.json, as: UTF8.self)) }
    func set(_ column: ColumnID?) -> [Int: Double?] {
      recorder.record(
        .init(command: "set"), [], controller, geometry: .init(), heightColumn: column
      ).heights
    }
    try expectEqual(edit(recorder, 1, "77", heightColumn: nil).heights, [:])
    expectEqual(set(h), [0: 50, 3: 77])
    expectEqual(events.last, #"{"command":"set","heights":{"0":50,"3":77}}"#)
    expectEqual(set(h), [:])
    try expectEqual(heights(recorder.recording), [50, 77, nil])
    // A new version has its height from the first, and is told with it.
    try expectEqual(edit(recorder, 0, "88", heightColumn: h).heights, [:])
    expectEqual(
      events.last?.hasPrefix(#"{"rows":[["a","88",9]],"ident":{"4":0},"command":"edit","#), true)
    expectEqual(events.last?.contains(#""heights":{"4":88}"#), true, "\(events)")
    expectEqual(recorder.recording.heights, [4: 88])
    try expectEqual(heights(recorder.recording), [88, 77, nil])
    let mark = recorder.mark(title: "")
    try expectEqual(heights(recorder.recording(since: mark)), [88, 77, nil])
    expectEqual(set(g), [0: 9, 1: 60, 2: 70.5, 3: 60, 4: 9])
    _ = try edit(recorder, 2, "c", heightColumn: g)
    // Undo leads back to a version that was not shown when the column was set.
    for _ in 0..<3 {
      let undo = try controller.update { (editor) throws(EditError) in try editor.undo() }
      recorder.record(
        .init(command: "undo"), [undo], controller, geometry: .init(), heightColumn: g)
    }
    try expectEqual(heights(recorder.recording), [9, 60, 70.5])
    expectEqual(set(h), [0: 50, 1: nil, 2: nil, 3: 77, 4: 88, 5: nil])
    try expectEqual(heights(recorder.recording), [50, nil, nil])
    expectEqual(set(nil), [0: nil, 3: nil, 4: nil])
    expectEqual(events.last, #"{"command":"set","heights":{"0":null,"3":null,"4":null}}"#)
    for recording in [
      recorder.recording, recorder.recordingFromNow, recorder.recording(since: mark),
    ] {
      try expectEqual(heights(recording), [nil, nil, nil])
    }
  }

  @Test("heights that no page can draw become the nearest that it can")
  mutating func extremes() throws {
    let (id, h) = (controller.table.row(at: RowPath(0, 0))!, controller.table.columns[1].id)
    for (value, height) in [("0.25", 1), ("1000000000", 999_999), ("-3", nil)]
      as [(String, Double?)]
    {
      _ = try controller.perform(
        [.edit(.update([CellChange(id, h, Cell(value))]))], title: "edit")
      let recorder = Recorder(
        of: controller, title: "",
        geometry: .init(row: 0.5, header: 0, viewport: 2_000_000), heightColumn: h)
      try expectEqual(heights(recorder.recording), [height, nil, nil], "\(value)")
      let geometry = recorder.recording.geometry
      expectEqual([geometry.row, geometry.header, geometry.viewport], [1, 0, 999_999])
    }
  }

  @Test("a recording with measures that no page can draw is invalid")
  func unfit() throws {
    let recording = Recorder(of: controller, title: "", geometry: .init()).recording
    for height in [0.5, 1_000_000] {
      var changed = recording
      changed.heights[0] = height
      expect(throws: RecordingError.self) { try RecordingCheck(changed) }
      changed = recording
      changed.geometry.viewport = height
      expect(throws: RecordingError.self) { try RecordingCheck(changed) }
    }
    expect(throws: Never.self) { try RecordingCheck(recording) }
  }

  @Test("without measures a step leaves the heights as they are")
  mutating func kept() throws {
    let h = controller.table.columns[1].id
    let recorder = Recorder(of: controller, title: "", geometry: .init(), heightColumn: h)
    expectEqual(recorder.record(.init(command: "x"), [], controller).heights, [:])
    try expectEqual(heights(recorder.recording), [50, nil, nil])
  }
}
