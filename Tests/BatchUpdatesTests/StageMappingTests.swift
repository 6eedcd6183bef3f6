import BatchUpdates
import TestSupport
import Testing

@Suite("where rows go in a stage")
struct StageMappingTests {
  @Test("survivors fill what operations leave free, in order")
  func survivors() {
    let mapping = StageMapping(stage("del 0:1 ins 0:0 0:3 mov 0:4>0:1"))
    let paths = (0..<6).map { mapping.path(after: RowPath(0, $0))?.row }
    #expect(paths == [2, nil, 4, 5, 1, 6])
  }

  @Test("a moved section takes its rows along, a deleted one drops them")
  func sections() {
    let mapping = StageMapping(stage("del 1 ins 0 mov 2>1"))
    #expect((0..<4).map { mapping.section(after: $0) } == [2, nil, 1, 3])
    #expect(mapping.path(after: RowPath(2, 5)) == RowPath(1, 5))
    #expect(mapping.path(after: RowPath(1, 0)) == nil)
  }

  @Test("what is reloaded is dropped, what is reconfigured stays")
  func redraws() {
    let mapping = StageMapping(stage("rel 0:1 rec 0:2 rel 3 rec 4"))
    #expect(mapping.path(after: RowPath(0, 1)) == nil)
    #expect(mapping.path(after: RowPath(0, 2)) == RowPath(0, 2))
    #expect(mapping.path(after: RowPath(3, 0)) == nil)
    #expect(mapping.path(after: RowPath(4, 0)) == RowPath(4, 0))
    #expect(mapping.section(after: 3) == nil)
  }

  @Test("a row that moves out of a moved section goes where it says")
  func crossing() {
    let mapping = StageMapping(stage("mov 0>1 mov 0:2>0:0"))
    #expect(mapping.path(after: RowPath(0, 2)) == RowPath(0, 0))
    #expect(mapping.path(after: RowPath(0, 3)) == RowPath(1, 2))
    #expect(mapping.path(after: RowPath(1, 0)) == RowPath(0, 1))
  }
}
