import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Where rows go in a stage.
struct StageMappingTests {
  @Test("survivors fill what operations leave free, in order")
  func survivors() {
    let mapping = StageMapping(stage("del 0:1 ins 0:0 0:3 mov 0:4>0:1"))
    let paths = (0..<6).map { mapping.path(after: RowPath(0, $0))?.row }
    expectEqual(paths, [2, nil, 4, 5, 1, 6])
  }

  @Test("a moved section takes its rows along, a deleted one drops them")
  func sections() {
    let mapping = StageMapping(stage("del 1 ins 0 mov 2>1"))
    expectEqual((0..<4).map { mapping.section(after: $0) }, [2, nil, 1, 3])
    expectEqual(mapping.path(after: RowPath(2, 5)), RowPath(1, 5))
    expectNil(mapping.path(after: RowPath(1, 0)))
  }

  @Test("what is reloaded is dropped, what is reconfigured stays")
  func redraws() {
    let mapping = StageMapping(stage("rel 0:1 rec 0:2 rel 3 rec 4"))
    expectNil(mapping.path(after: RowPath(0, 1)))
    expectEqual(mapping.path(after: RowPath(0, 2)), RowPath(0, 2))
    expectNil(mapping.path(after: RowPath(3, 0)))
    expectEqual(mapping.path(after: RowPath(4, 0)), RowPath(4, 0))
    expectNil(mapping.section(after: 3))
  }

  @Test("a row that moves out of a moved section goes where it says")
  func crossing() {
    let mapping = StageMapping(stage("mov 0>1 mov 0:2>0:0"))
    expectEqual(mapping.path(after: RowPath(0, 2)), RowPath(0, 0))
    expectEqual(mapping.path(after: RowPath(0, 3)), RowPath(1, 2))
    expectEqual(mapping.path(after: RowPath(1, 0)), RowPath(0, 1))
  }
}
