import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableShell

/// Snapshots in sessions.
struct SnapshotSessionTests {
  private func session(_ drawing: String) -> Session {
    let session = Session(drawing)
    session.run("diffable on")
    return session
  }

  @Test("a snapshot of Lua has the same methods, is applied as one step, and says why not")
  func lua() {
    let session = session("A(a b c) B(d)")
    session.run(
      """
      lua s = tablesh.snapshot() s:append({'x', 'a'}, 'B') s:move('c', 'before', 'b') \
      s:append_sections('C') s:insert('y', 'after', 'x') s:move_section('C', 'before', 'A') \
      s:insert_sections({'D'}, 'after', 'C') s:delete({'zz', 'd'}) s:delete_sections('D') \
      s:reconfigure('b') plan = s:apply{title = 'all'}
      """)
    expectEqual(session.drawing, "C() A(c b) B(x y a)")
    expectEqual(
      session.run("= #plan > 3, #s, s:section_of('a'), s:section_of('zz')"), "true\n5\nB\nnil\n")
    expect(session.run("undo list").hasPrefix("1  lua s = "))
    expectEqual(session.run("= s:equals(tablesh.snapshot())"), "true\n", "J4: marks do not count")
    session.run("lua _, e = pcall(s.append, s, 'q', 'Zebra')")
    expectEqual(session.run("= e.code, e.hint"), "no-such-section\nsnapshot tree  # C, A, B\n")
    session.run("selection held view; select only @a; lua r = tablesh.snapshot() r:reload('a')")
    session.run("lua plan = r:apply{animated = false}")
    expect(session.selected.isEmpty)
    session.run("lua r:delete_all() p = r:apply{reload_data = true}")
    expectEqual(session.run("= p.reloadData"), "true\n")
    session.run("diffable off; lua _, why = tablesh.snapshot():apply() code = why.code")
    expectEqual(session.run("= code"), "not-diffable\n")
    expect(session.run("= tablesh.snapshot().nothing").contains("a snapshot has no 'nothing'"))
  }

  @Test("random snapshots of the shell are reached, and taken back")
  func random() throws {
    var generator = SeededGenerator(seed: 23)
    let session = session("s0(r0 r1 r2 r3) s1(r4 r5) s2(r6)")
    for step in 0..<80 {
      let before = session.drawing
      for _ in 0...generator.below(4) {
        let (row, other) = ("r\(generator.below(11))", "r\(generator.below(11))")
        let section = "s\(generator.below(4))"
        session.run(
          generator.pick([
            "snapshot append \(row) to \(section)", "snapshot move \(row) after \(other)",
            "snapshot insert \(row) before \(other)", "snapshot delete \(row)",
            "snapshot append-sections \(section)", "snapshot reload \(row)",
            "snapshot move-section \(section) before 0",
          ]))
      }
      guard let wanted = session.shell.current?.controller.snapshots.pending?.snapshot else {
        continue
      }
      session.run("snapshot apply")
      let shown = try require(session.shell.current).controller.snapshot()
      expectEqual(shown, wanted, "seed 23, step \(step)")
      if before != session.drawing, generator.oneIn(3) {
        session.run("undo")
        expectEqual(session.drawing, before)
      }
    }
  }

  @Test("rows, verbs and sections are completed")
  func completion() {
    let session = session("Pilots(P1 P2) Crew(C1)")
    func texts(_ line: String) -> [String] {
      guard
        case .candidates(let found) = session.shell.complete(line, cursor: line.utf8.count).choices
      else { return [] }
      return found.map(\.text)
    }
    expectEqual(texts("snapshot rec"), ["reconfigure"])
    expectEqual(texts("snapshot delete P"), ["P1", "P2"])
    expectEqual(texts("snapshot delete @C"), ["@C1"])
    expectEqual(texts("snapshot append P1 to Cr"), ["Crew"])
    expectEqual(texts("snapshot move P1 be"), ["before"])
    expectEqual(texts("diffable o"), ["on", "off"])
  }
}
