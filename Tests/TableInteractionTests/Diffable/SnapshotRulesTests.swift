import Expectations
import TableInteraction
import TableKit
import TestSupport
import Testing

/// The rules J: each test is a rule's worked example.
struct SnapshotRulesTests {
  private func error(
    _ start: String, _ change: (inout Snapshot) throws(SnapshotError) -> Void
  ) throws -> SnapshotError? {
    var snapshot = try TableInteractionTests.snapshot(start)
    do throws(SnapshotError) { try change(&snapshot) } catch {
      expectEqual(drawing(snapshot), start, "a refused change leaves it as it was")
      return error
    }
    return nil
  }

  @Test("J2: a row is unique in the whole snapshot: one that is appended again moves")
  func unique() throws {
    var snapshot = try TableInteractionTests.snapshot("A(a b) B(c)")
    try snapshot.append(rows: ["a"], to: "B")
    expectEqual(drawing(snapshot), "A(b) B(c a)")
    expect(snapshot.section(of: "a") == "B" && snapshot.rowCount == 3)
    let twice = try error("A(a)") { s throws(SnapshotError) in try s.append(rows: ["x", "y", "x"]) }
    expectEqual(twice, .notUnique(["x"]))
    expectEqual(twice?.message, "identifiers are not unique: 'x'")
    let section = try error("A(a)") { s throws(SnapshotError) in try s.append(sections: ["A"]) }
    expectEqual(section, .sectionExists(["A"]))
  }

  @Test("J3: what is not there cannot be built on, but can be deleted")
  func errors() throws {
    try expectEqual(
      error("") { s throws(SnapshotError) in try s.append(rows: ["a"]) }, .noSections)
    try expectEqual(
      error("A(a)") { s throws(SnapshotError) in try s.append(rows: ["b"], to: "B") },
      .noSuchSection("B"))
    try expectEqual(
      error("A(a)") { s throws(SnapshotError) in try s.insert(rows: ["b"], .after, "z") },
      .noSuchRow("z"))
    try expectEqual(
      error("A(a)") { s throws(SnapshotError) in try s.insert(rows: ["b", "a"], .after, "a") },
      .besideItself("a"))
    try expectEqual(
      error("A(a)") { s throws(SnapshotError) in try s.insert(sections: ["B"], .before, "C") },
      .noSuchSection("C"))
    try expectEqual(
      error("A(a)") { s throws(SnapshotError) in try s.reload(["zz"]) }, .noSuchRow("zz"))
    try expectEqual(
      error("A(a)") { s throws(SnapshotError) in try s.reconfigure(["zz"]) }, .noSuchRow("zz"))
    var snapshot = try TableInteractionTests.snapshot("A(a)")
    snapshot.delete(rows: ["zz"])
    snapshot.delete(sections: ["zz"])
    expectEqual(drawing(snapshot), "A(a)")
    snapshot.deleteAll()
    expect(snapshot.sections.isEmpty && snapshot.rowCount == 0)
  }

  @Test("J4: marks do not make snapshots differ")
  func equality() throws {
    var marked = try TableInteractionTests.snapshot("A(a b)")
    try marked.reload(["a"])
    try marked.reconfigure(["b"])
    try expectEqual(marked, TableInteractionTests.snapshot("A(a b)"))
    try expect(marked != TableInteractionTests.snapshot("A(b a)"))
    marked.delete(rows: ["a"])
    expect(marked.reloaded.isEmpty && marked.reconfigured == ["b"])
    try marked.reload(sections: ["A"])
    expectEqual(marked.reloadedSections, ["A"])
    marked.delete(sections: ["A"])
    expect(marked.reloadedSections.isEmpty && marked.reconfigured.isEmpty)
  }

  @Test("rows and sections move beside others")
  func moves() throws {
    var snapshot = try TableInteractionTests.snapshot("A(a b c) B(d) C()")
    try snapshot.move("a", .after, "c")
    try snapshot.move("d", .before, "b")
    try snapshot.move(section: "C", .before, "A")
    try snapshot.insert(sections: ["D"], .after, "C")
    expectEqual(drawing(snapshot), "C() D() A(d b c a) B()")
  }

  @Test("J8: a closed row hides what is in it, whatever is open further down")
  func tree() throws {
    var section = SectionSnapshot()
    try section.append(["p", "q"])
    try section.append(["a", "b"], to: "p")
    try section.append(["x"], to: "a")
    expectEqual(section.visible, ["p", "q"])
    try section.expand(["p"])
    expectEqual(section.visible, ["p", "a", "b", "q"])
    try section.expand(["a"])
    expectEqual(section.visible, ["p", "a", "x", "b", "q"])
    expectEqual(section.level(of: "x"), 2)
    try section.collapse(["p"])
    expect(section.visible == ["p", "q"] && section.all == ["p", "a", "x", "b", "q"])
    try section.expand(["p"])
    expectEqual(section.visible, ["p", "a", "x", "b", "q"])
    section.delete(["a", "zz"])
    expectEqual(section.all, ["p", "b", "q"])
    expect(throws: SnapshotError.notUnique(["b"])) { try section.append(["b"]) }
    expect(throws: SnapshotError.noSuchRow("x")) { try section.expand(["x"]) }
  }

  @Test("after random changes, every row stands once, in the section that it is said to be in")
  func random() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<100 {
      var snapshot = Snapshot()
      for _ in 0..<60 {
        let row = "r\(generator.below(12))"
        let other = "r\(generator.below(12))"
        let section = "s\(generator.below(4))"
        let side: Snapshot.Side = generator.oneIn(2) ? .before : .after
        switch generator.below(8) {
        case 0: try? snapshot.append(sections: [section])
        case 1: try? snapshot.append(rows: [row, other], to: section)
        case 2: try? snapshot.insert(rows: [row], side, other)
        case 3: try? snapshot.move(row, side, other)
        case 4: try? snapshot.move(section: section, side, "s\(generator.below(4))")
        case 5: snapshot.delete(rows: [row])
        case 6: if generator.oneIn(4) { snapshot.delete(sections: [section]) }
        default: try? snapshot.reload([row])
        }
        let rows = snapshot.rows
        expect(Set(rows).count == rows.count && rows.count == snapshot.rowCount)
        for section in snapshot.sections {
          for row in snapshot.rows(in: section) { expectEqual(snapshot.section(of: row), section) }
        }
        expect(snapshot.reloaded.isSubset(of: rows))
      }
    }
  }
}
