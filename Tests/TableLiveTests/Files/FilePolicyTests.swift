import Expectations
import Testing

@testable import TableLive

/// When a file that others change is read; times in milliseconds.
struct FilePolicyTests {
  private var policy = FilePolicy(now: .zero)

  private func at(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

  @Test("the first change is read at once, what follows when it has been quiet")
  mutating func coalescing() {
    expectNil(policy.due)
    policy.hear(.closed, at: at(1000))
    expectEqual(policy.due, at(1000))
    policy.note(.taken, at: at(1001))
    expectNil(policy.due)
    for time in stride(from: 1010, through: 1240, by: 10) {
      policy.hear(.closed, at: at(time))
      expectEqual(policy.due, at(min(time + 50, 1260)))
    }
    policy.note(.taken, at: at(1260))
    policy.hear(.replaced, at: at(3000))
    expectEqual(policy.due, at(3000))
  }

  @Test("without coalescing every change is read at once")
  mutating func teaching() {
    policy.burst.isGathered = false
    policy.hear(.closed, at: at(10))
    policy.note(.taken, at: at(11))
    policy.hear(.closed, at: at(12))
    expectEqual(policy.due, at(12))
  }

  @Test("of a file that is being written appended rows are read, else when it is closed or quiet")
  mutating func openFile() {
    policy.hear(.modified, at: at(100))
    expectEqual(policy.due, at(350))
    expect(policy.isAmid(at: at(350)))
    policy.note(.amid, at: at(350))
    expectEqual(policy.due, at(1100))
    policy.hear(.modified, at: at(900))
    expectEqual(policy.due, at(1100))
    policy.note(.amid, at: at(1100))
    expectEqual(policy.due, at(1900))
    expect(!policy.isAmid(at: at(1900)))
    policy.hear(.closed, at: at(1950))
    expectEqual(policy.due, at(1950))
    expect(!policy.isAmid(at: at(1950)))
  }

  @Test("a file that changes while it is read is read again after growing pauses")
  mutating func unstable() {
    policy.hear(.closed, at: at(0))
    var (now, pauses) = (0, [Int]())
    for _ in 0..<8 {
      policy.note(.unstable, at: at(now))
      guard let due = policy.due else { return expect(Bool(false), "it is read again") }
      let next = Int(due / .milliseconds(1))
      pauses.append(next - now)
      now = next
    }
    expectEqual(pauses, [50, 100, 200, 400, 800, 1600, 2000, 2000])
    policy.note(.taken, at: at(now))
    expectNil(policy.due)
    expectEqual(policy.state, .live)
  }

  @Test("what looks half-written is taken when it has been the same for two seconds, else stale")
  mutating func doubt() {
    policy.hear(.closed, at: at(0))
    policy.note(.doubtful(why: "no rows", stamp: 1), at: at(0))
    expectEqual(policy.due, at(250))
    expect(!policy.takesAll)
    // The writer goes on.
    policy.note(.doubtful(why: "no rows", stamp: 2), at: at(1500))
    expectEqual(policy.due, at(1750))
    policy.note(.doubtful(why: "no rows", stamp: 2), at: at(3400))
    expectEqual(policy.due, at(3500))
    policy.note(.doubtful(why: "no rows", stamp: 2), at: at(3500))
    expect(policy.takesAll)
    expectEqual(policy.due, at(3500))
    expectEqual(policy.state, .live)
    policy.note(.doubtful(why: "t.csv:2: two fields", stamp: 2), at: at(3501))
    expectEqual(policy.state, .stale(why: "t.csv:2: two fields"))
    expectNil(policy.due)
    policy.hear(.closed, at: at(9000))
    policy.note(.taken, at: at(9000))
    expectEqual(policy.state, .live)
  }

  @Test("what was renamed into place is taken at once")
  mutating func renamed() {
    policy.hear(.replaced, at: at(0))
    expect(policy.takesAll)
    policy.note(.taken, at: at(1))
    expect(!policy.takesAll)
  }

  @Test("a file that is gone is stale until it returns")
  mutating func deleted() {
    policy.hear(.deleted, at: at(0))
    policy.note(.missing(why: "it is gone"), at: at(0))
    expectEqual(policy.state, .stale(why: "it is gone"))
    expectNil(policy.due)
    policy.hear(.replaced, at: at(5000))
    expectEqual(policy.due, at(5000))
    policy.note(.taken, at: at(5000))
    expectEqual(policy.state, .live)
  }

  @Test("where nobody tells of changes the file is asked each second")
  func polling() {
    var policy = FilePolicy(isPolled: true, now: .zero)
    expectEqual(policy.state, .polling)
    expectEqual(policy.due, at(1000))
    policy.note(.same, at: at(1000))
    expectEqual(policy.due, at(2000))
    policy.note(.missing(why: "gone"), at: at(2000))
    expectEqual(policy.due, at(3000))
    policy.note(.taken, at: at(3000))
    expectEqual(policy.state, .polling)
  }
}
