import Expectations
import TestSupport
import Testing

@testable import TableShell

/// `update_cell` of policies: which cells are drawn, and when.
struct DrawnCellsTests {
  private let session: Session

  /// A table of two sections whose cells are checked while their row is noted, with a log of the cells
  /// that are drawn.
  init() {
    session = Session("A(a b c) B(d e)")
    session.run("lua log, chosen = {}, {}")
    session.run(
      """
      lua tablesh.policy { name = "cells", \
      update_cell = function(row) log[#log + 1] = row.id; return chosen[row.id] and "checkmark" or "none" end, \
      will_select = function(row, selection) for _, r in ipairs(selection) do chosen[r.id] = nil; \
      tablesh.update_cell(r); selection:deselect(r) end return true end, \
      did_select = function(row) chosen[row.id] = true; tablesh.update_cell(row) end, \
      did_deselect = function(row) chosen[row.id] = nil; tablesh.update_cell(row) end }
      """)
  }

  /// The rows whose cells a line has drawn.
  private func drawn(_ line: String) -> String {
    session.run("lua log = {}")
    session.run("\(line)")
    return String(session.run("= table.concat(log, ' ')").dropLast())
  }

  @Test("cells are drawn when their rows come on the screen, once")
  func appear() {
    // 132 points: a header and two rows; the others below are drawn when they are scrolled there.
    session.run("set viewport.height 132")
    session.run("lua log = {}")
    session.run("show")
    expectEqual(session.run("= table.concat(log, ' ')"), "")
    expectEqual(drawn("scroll end"), "d e")
    expectEqual(drawn("show"), "")
  }

  @Test("a touch draws what the delegate says, also in will_select")
  func touches() {
    expectEqual(drawn("tap 0:0"), "a")
    expectEqual(drawn("tap 0:1"), "a b")
    expectEqual(drawn("select 1:0"), "b")
    expectEqual(drawn("tap 0:1"), "d b")
    let text = session.run("set table full; show")
    expect(text.contains("0:1  b   b    ✓") || text.contains("✓"), "\(text)")
  }

  @Test("what a batch inserts, changes or reloads is drawn anew, and what moves is not")
  func batches() {
    session.run("show")
    expectEqual(drawn("edit 0:1 name=x"), "b")
    expectEqual(drawn("move 0:0 to 0:end"), "")
    expectEqual(drawn("reload 1:0"), "d")
    expectEqual(drawn("reload --data"), "b c a d e")
    expectEqual(drawn("reorder sections --by-rows B A"), "d e b c a")
    expectEqual(drawn("reorder sections A B"), "")
    expectEqual(drawn("undo"), "")
  }

  @Test("a bad answer and an error name the policy; off the screen nothing is drawn")
  func errors() {
    session.run("set viewport.height 88; scroll home; show")
    expectEqual(session.run("= tablesh.update_cell('1:1')"), "false\n")
    session.run(
      "lua tablesh.policy { name = 'odd', update_cell = function() return 'tick' end }")
    let text = session.run("scroll end")
    expect(text.contains("error: policy 'odd' failed: update_cell answers tick"), "\(text)")
  }
}
