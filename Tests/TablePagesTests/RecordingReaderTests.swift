import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

@testable import TablePages

/// Recordings that are whole, and such as a crash, a copy or a hand has damaged.
struct RecordingReaderTests {
  /// A recording of one table of two sections, with one step.
  ///
  /// - Parameters:
  ///   - stage: the only stage.
  ///   - more: members of the step before its stages.
  static func text(stage: String = "{}", more: String = "", version: String = "1") -> String {
    """
    {"tablesh":"recording","version":\(version),"title":"T",
     "columns":[{"id":0,"name":"id","kind":"text"},{"id":1,"name":"n","kind":"number"}],
     "geometry":{"row":44,"header":28,"viewport":440,"style":"plain"},
     "rows":[["a",1],["b",null],["c",2.5],["x","1.10"],["A",2]],"ident":{"4":0},
     "start":{"sections":[[7,"S",null,null,[[0,2]]],[9,"Z","head","foot",[[2,1]]]]},
     "steps":[{"command":"do",\(more)"stages":[\(stage)]}]}
    """
  }

  private func check(_ text: String) throws(RecordingError) -> RecordingCheck {
    try RecordingCheck(RecordingFile.read(Array(text.utf8), name: "r.json"))
  }

  private func message(_ text: String) -> String {
    do throws(RecordingError) {
      return try check(text).sentence
    } catch { return error.message }
  }

  @Test("no recording is written that is longer than its limit")
  func limit() throws {
    let steps = String(repeating: #"{"command":"look"},"#, count: 40)
    let text = Self.text().replacing(#""steps":["#, with: #""steps":["# + steps)
    let recording = try RecordingReader.read(Array(text.utf8))
    let whole = try require(RecordingWriter.json(of: recording))
    expectEqual(RecordingWriter.json(of: recording, limit: whole.count), whole)
    for limit in [0, 100, whole.count / 2, whole.count - 10] {
      expectNil(RecordingWriter.json(of: recording, limit: limit), "\(limit)")
    }
  }

  @Test("a sound recording is replayed by rule D4: survivors fill the gaps in order")
  func sound() throws {
    let stage = """
      {"rows":{"delete":[[0,1]],"insert":[[1,0,3]],"move":[[[0,0],[1,2]]],"reconfigure":[[0,0,4]]}}
      """
    let check = try check(Self.text(stage: stage))
    expectEqual(check.sentence, "1 step, 1 stage, 4 rows: valid")
    expectEqual(check.end.sections.map(\.rows), [[], [3, 2, 4]])
    let sections = """
      {"sections":{"delete":[0],"insert":[[0,3,"N",null,null,[[3,1]]]],"reconfigure":[[1,"Q",null,null]]}}
      """
    let end = try self.check(Self.text(stage: sections)).end
    expect(end.sections.map(\.id) == [3, 9] && end.sections[1].label.title == "Q")
    let move = #"{"sections":{"move":[[1,0]],"reload":[[0,7,"R",null,null,[[3,2]]]]}}"#
    let moved = try self.check(Self.text(stage: move)).end
    expect(moved.sections.map(\.id) == [9, 7] && moved.sections[1].rows == [3, 4])
    let all = #"{"rows":{"reconfigure":"all","versions":[[4,1],[1,2]]}}"#
    try expectEqual(self.check(Self.text(stage: all)).end.versions, [4, 1, 2])
    let reload = #"{"reloadData":true,"why":"","table":[[1,"x",null,null,[[1,1]]]]}"#
    try expectEqual(self.check(Self.text(stage: reload)).end.versions, [1])
    let stale = #"{"rows":{"move":[[[0,0],[0,1]]]},"stale":[[0,0,1,0],[0,1,0,1]]}"#
    try expectEqual(self.check(Self.text(stage: stale)).end.versions, [0, 1, 2])
    let headers = #"{"staleHeaders":[[0,9,"Z","head","foot"],[1,7,"S",null,null]]}"#
    let swapped = try self.check(Self.text(stage: headers)).end.sections
    expect(swapped.map(\.id) == [9, 7] && swapped.map(\.label.title) == ["Z", "S"])
  }

  @Test("a step that follows begins with the table and the lists from before the last one")
  func follows() throws {
    let first = #""selection":{"add":[0]},"stages":[{"rows":{"delete":[[0,0]]}}]},{"#
    let second = #""command":"again","follows":true,"selection":{"add":[0]},"#
    let text = Self.text(
      stage: #"{"rows":{"delete":[[1,0]]}}"#, more: first + second, version: "4")
    let end = try check(text).end
    expectEqual(end.sections.map(\.rows), [[0, 1], []])
    let written = RecordingWriter.json(of: try RecordingReader.read(Array(text.utf8))) ?? []
    expect(String(decoding: written, as: UTF8.self).contains(#""follows":true"#))
    expectEqual(
      message(Self.text(more: #""follows":true,"#)),
      "steps[0].follows: there is no step before it")
  }

  @Test("a recording names only versions that it has, wherever they are named")
  func versions() throws {
    // There are five versions, from 0.
    for (stage, isFine) in [
      (#"{"rows":{"insert":[[1,0,4]]}}"#, true), (#"{"rows":{"insert":[[1,0,5]]}}"#, false),
      (#"{"rows":{"reconfigure":[[0,0,4]]}}"#, true),
      (#"{"rows":{"reconfigure":[[0,0,5]]}}"#, false),
      (#"{"rows":{"reload":[[0,0,4]]}}"#, true), (#"{"rows":{"reload":[[0,0,5]]}}"#, false),
      (#"{"sections":{"insert":[[0,3,"N",null,null,[[3,2]]]]}}"#, true),
      (#"{"sections":{"insert":[[0,3,"N",null,null,[[3,3]]]]}}"#, false),
      (#"{"sections":{"insert":[[0,3,"N",null,null,[[5,1]]]]}}"#, false),
      (#"{"sections":{"insert":[[0,3,"N",null,null,[[0,5]]]]}}"#, true),
      (#"{"sections":{"insert":[[0,3,"N",null,null,[[0,5],[0,1]]]]}}"#, false),
      (#"{"sections":{"reload":[[0,7,"R",null,null,[[4,1]]]]}}"#, true),
      (#"{"sections":{"reload":[[0,7,"R",null,null,[[4,2]]]]}}"#, false),
      (#"{"rows":{"reconfigure":"all","versions":[[2,3]]}}"#, true),
      (#"{"rows":{"reconfigure":"all","versions":[[3,3]]}}"#, false),
      (#"{"rows":{"reconfigure":"all","versions":[[2,2]]}}"#, false),
      (#"{"rows":{"reconfigure":"all","versions":[[1,4]]}}"#, false),
      (#"{"reloadData":true,"why":"","table":[[1,"x",null,null,[[4,1]]]]}"#, true),
      (#"{"reloadData":true,"why":"","table":[[1,"x",null,null,[[4,2]]]]}"#, false),
    ] {
      let told = message(Self.text(stage: stage))
      expectEqual(told.hasSuffix(": valid"), isFine, "\(stage): \(told)")
      if !isFine, !stage.contains("\"all\"") {
        expect(told.contains("version"), "\(stage): \(told)")
      }
    }
    let start = Self.text().replacing("[[0,2]]", with: "[[0,2],[4,1]]")
    expect(message(start).hasSuffix("4 rows: valid"))
    expect(!message(start.replacing("[4,1]", with: "[4,2]")).hasSuffix("valid"))
  }

  @Test(
    "an index out of range is told with its step, its stage and its place in the list",
    arguments: [
      (
        #"{"rows":{"delete":[[0,0],[0,2]]}}"#,
        "rows.delete[1]: there is no row 0:2: section 0 has 2 rows"
      ),
      (
        #"{"rows":{"delete":[[2,0]]}}"#,
        "rows.delete[0]: there is no section 2: the table has 2 sections"
      ),
      (#"{"rows":{"delete":[[0,1],[0,1]]}}"#, "rows.delete[1]: row 0:1 goes twice"),
      (
        #"{"rows":{"insert":[[0,4,3]]}}"#,
        "rows: there is no row 0:4 after the stage: section 0 has 3 rows"
      ),
      (
        #"{"rows":{"insert":[[0,0,5]]}}"#,
        "rows.insert[0]: there is no version 5: the recording has 5, from 0"
      ),
      (#"{"rows":{"insert":[[0,0,3],[0,0,3]]}}"#, "rows: two rows come to 0:0"),
      (
        #"{"rows":{"move":[[[0,0],[3,0]]]}}"#,
        "rows.move[0]: there is no section 3 after the stage, which has 2 sections"
      ),
      (
        #"{"rows":{"reload":[[1,1,0]]}}"#,
        "rows.reload[0]: there is no row 1:1: section 1 has 1 row"
      ),
      (
        #"{"rows":{"reconfigure":"all","versions":[[0,2]]}}"#,
        "rows.versions: 2 versions for 3 rows"
      ),
      (
        #"{"sections":{"delete":[2]}}"#,
        "sections.delete[0]: there is no section 2: the table has 2 sections"
      ),
      (
        #"{"sections":{"insert":[[3,1,"",null,null,[]]]}}"#,
        "sections.insert[0]: there is no section 3 after the stage, which has 3 sections"
      ),
      (#"{"sections":{"move":[[0,1],[0,0]]}}"#, "sections.move[1]: section 0 goes twice"),
      (#"{"stale":[[0,0,1,1]]}"#, "stale[0]: row 0:0 shows version 0, not 1"),
      (#"{"selection":[4]}"#, "selection: 4 is no row"),
      (#"{"selection":[5]}"#, "selection: 5 is no row"),
    ])
  func range(stage: String, problem: String) {
    expectEqual(message(Self.text(stage: stage)), "steps[0].stages[0].\(problem)")
  }

  @Test(
    "a value of another type is refused with its place, and so is a name that nobody knows",
    arguments: [
      (
        Self.text(stage: #"{"rows":{"delete":[[0,"1"]]}}"#),
        "steps[0].stages[0].rows.delete[0][1]: it must be a number, not a text"
      ),
      (
        Self.text(stage: #"{"rows":{"delete":[[0,-1]]}}"#),
        "steps[0].stages[0].rows.delete[0][1]: -1 is not a whole number from 0 to 2147483647"
      ),
      (
        Self.text(stage: #"{"rows":{"delete":[[0,1,2]]}}"#),
        "steps[0].stages[0].rows.delete[0]: it must be [section, row], and has more elements"
      ),
      (
        Self.text(stage: #"{"rows":{"insert":[[0,1]]}}"#),
        "steps[0].stages[0].rows.insert[0]: it must be [section, row, version], and has 2 elements"
      ),
      (
        Self.text(stage: #"{"rows":{"remove":[]}}"#),
        "steps[0].stages[0].rows.remove: 'rows' has no member of that name"
      ),
      (Self.text(stage: "[]"), "steps[0].stages[0]: a stage must be an object, not an array"),
      (Self.text(more: #""output":7,"#), "steps[0].output: it must be a text, not a number"),
      (Self.text(more: #""output":"","output":"","#), "steps[0].output: the member stands twice"),
      (
        Self.text(more: #""events":[7],"#), "steps[0].events[0]: it must be an object, not a number"
      ),
      (Self.text(more: #""selection":[9],"#), "steps[0].selection: 9 is no row"),
      (
        Self.text(more: #""selection":{"remove":[1]},"#),
        "steps[0].selection.remove: 1 is not in the list before"
      ),
      (
        Self.text(more: #""selection":{"add":[1,1]},"#),
        "steps[0].selection.add: 1 is in the list already"
      ),
      (Self.text(more: #""marks":{"add":[4]},"#), "steps[0].marks.add: 4 is no row"),
      (
        Self.text(more: #""marks":{"set":[]},"#),
        "steps[0].marks.set: a changed list has no member of that name"
      ),
      (Self.text(more: #""touch":{"swiped":4},"#), "steps[0].touch: 4 is no row"),
      (
        Self.text(more: #""heights":{"4":null,"5":8},"#),
        "steps[0].heights.5: there is no version 5"
      ),
      (
        Self.text(more: #""heights":{"0":"8"},"#),
        "steps[0].heights.0: it must be a number, not a text"
      ),
      (
        Self.text(version: "5"),
        "the recording has version 5 of the format, and this program reads 1 to 4"
      ),
      (#"{"version":1}"#, "this is no recording: its first member is 'version', not 'tablesh'"),
      (#"{"tablesh":"plan"}"#, "this is no recording: a 'plan' of tablesh"),
      (#"{"tablesh":"recording","version":1}"#, "the recording has no member 'columns'"),
      ("id,name\n", "this is no recording: it is neither a page nor a JSON object"),
      ("", "this is no recording: it is neither a page nor a JSON object"),
      ("<html></html>", "there is no recording in this page: it has no block of data"),
    ])
  func types(text: String, problem: String) {
    expectEqual(message(text), problem)
  }

  @Test("wherever a recording is cut off, that is an error and no crash")
  func cutOff() {
    let stage = #"{"rows":{"delete":[[0,1]],"insert":[[1,0,3]]}}"#
    let text = Self.text(
      stage: stage, more: #""output":"é\u0041","error":{"message":"m","code":"c"},"#)
    let bytes = Array(text.utf8)
    for end in bytes.indices {
      expect(throws: RecordingError.self, "\(end)") {
        try RecordingFile.read(Array(bytes[..<end]), name: "r.json")
      }
    }
  }

  @Test("a recording with any byte changed is read or refused, but never crashes")
  func damaged() {
    let text = Self.text(
      stage: #"{"rows":{"delete":[[0,1]],"insert":[[1,0,3]],"move":[[[0,0],[1,0]]]}}"#)
    var random = SeededGenerator(seed: 20)
    var valid = 0
    for _ in 0..<3000 {
      var bytes = Array(text.utf8)
      for _ in 0...random.below(2) {
        bytes[random.below(bytes.count)] = random.pick(Array("{}[],:\"0123456789-a\u{0}".utf8))
      }
      do throws(RecordingError) {
        _ = try RecordingCheck(RecordingFile.read(bytes, name: "r.json"))
        valid += 1
      } catch { expect(!error.message.isEmpty) }
    }
    expect(valid > 0 && valid < 2000)
  }

  @Test("more operations than rows end the reading at once, and ranges cannot fill the memory")
  func hostileSizes() {
    let many = String(repeating: "[0,0],", count: 200_000)
    expectEqual(
      message(Self.text(stage: "{\"rows\":{\"delete\":[\(many)[0,0]]}}")),
      "steps[0].stages[0].rows.delete[6]: the stage lists more operations than there are rows"
        + " and sections")
    let sections = (0..<5000).map { #"[\#($0),"",null,null,[[0,5]]]"# }.joined(separator: ",")
    expectEqual(
      message(Self.text(stage: "{\"reloadData\":true,\"why\":\"\",\"table\":[\(sections)]}")),
      "steps[0].stages[0]: section 1: more rows than the recording has versions, 5")
    let deep = String(repeating: "[", count: 100_000)
    expect(message(Self.text(more: "\"events\":[{\"a\":\(deep)")).contains("nest deeper"))
  }
}

extension RecordedTable {
  /// The versions of all rows, in table order.
  var versions: [Int32] { sections.flatMap(\.rows) }
}
