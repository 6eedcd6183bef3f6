import Expectations
import TestSupport
import Testing

@testable import TableShell

/// Playing changes where nothing can move.
struct PlayTests {
  @Test("play runs a command and prints the table before each stage and after the last, marked")
  func stages() {
    Session("A(a b c) B(d)").expect(
      """
      > set quiet on
      quiet is on
      > play delete 0:1
      deleted 1 row in 1 section
      stage 1 of 1
               id  name
        0 A (3 rows)
          0:0  a   a
      −   0:1  b   b
          0:2  c   c
        1 B (1 row)
          1:0  d   d
        4 rows in 2 sections
      after
               id  name
        0 A (2 rows)
          0:0  a   a
          0:1  c   c
        1 B (1 row)
          1:0  d   d
        3 rows in 2 sections
      > undo
      took back: delete 0:1; inserted 1 row in 1 section
      > play
      stage 1 of 1
               id  name
        0 A (2 rows)
          0:0  a   a
          0:1  c   c
        1 B (1 row)
          1:0  d   d
        3 rows in 2 sections
      after
               id  name
        0 A (3 rows)
          0:0  a   a
      +   0:1  b   b
          0:2  c   c
        1 B (1 row)
          1:0  d   d
        4 rows in 2 sections
      """)
  }

  @Test("play takes what a line takes: Lua text, several commands, a redirection")
  func lines() throws {
    let session = Session("A(1 2 3)")
    expect(session.run("play delete where id == 2 or id == 3").contains("−   0:2   3"))
    session.run("undo")
    expect(session.run("play delete 0:0; count").contains("\n2\n"))
    let folder = TemporaryFolder()
    expectEqual(session.run("play move 0:1 to 0:0 > \(folder.file("stages.txt"))"), "")
    try expect(folder.read("stages.txt").contains("↕   0:1   3     3\n"))
    expect(session.run("play").contains("↕   0:0   3     3\n"))
    expect(session.run("play nosuch").hasPrefix("error: no command 'nosuch'"))
    expect(session.run("play delete 5:0").hasPrefix("error: no section 5"))
  }

  @Test("where nothing has changed, and where a command makes no plan, that is said")
  func nothing() {
    let session = Session("A(a b)")
    expectEqual(session.run("play"), "nothing has changed yet\n")
    expectEqual(session.run("step"), "nothing has changed yet\n")
    expect(session.run("play select 0:0").contains("selected 1 row\n"))
    expectEqual(session.run("play count"), "2\n")
  }

  @Test("set motion has no effect without a terminal")
  func setting() {
    let session = Session("A(a b)")
    expectEqual(session.run("set motion full"), "motion is full\n")
    expect(!session.run("delete 0:0").contains("stage 1"))
    expect(session.run("set motion slow").contains("hint:  set motion off  # off|marks|full"))
  }

  @Test("echoed files print their commands and comments, and go on after quit")
  func echo() throws {
    let session = Session("A(a b)")
    let folder = TemporaryFolder()
    let path = try folder.write(
      "# First.\ndelete 0:0\n\ncount \\\n  0\nquit\nnosuch\n", to: "more.tsh")
    expectEqual(
      session.run("set quiet on; source --echo \(path); count"),
      """
      quiet is on
      > # First.
      > delete 0:0
      deleted 1 row in 1 section
      > count \\
      >   0
      1
      > quit
      1

      """)
    expect(!session.run("source \(path)").contains(">"))
  }
}
