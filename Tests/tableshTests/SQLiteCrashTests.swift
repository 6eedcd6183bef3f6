import DatabaseSupport
import Expectations
import Foundation
import TestSupport
import Testing

/// What a database holds after a program was killed that was saving to it.
struct SQLiteCrashTests {
  /// A database of some rows, of which each change makes the database write much besides, so that a
  /// transaction goes to the disk long before it ends.
  private struct Victim {
    let folder: TestSupport.TemporaryFolder
    let rows = 100
    /// What SQLite writes beside the database.
    let beside: String

    init(mode: String) throws {
      folder = try TemporaryFolder()
      beside = folder.path + (mode == "wal" ? "/crew.db-wal" : "/crew.db-journal")
      try PlainDatabase(path: folder.path + "/crew.db").run(
        """
        PRAGMA journal_mode = \(mode);
        BEGIN;
        CREATE TABLE crew (id INTEGER PRIMARY KEY, n INTEGER);
        CREATE TABLE pad (id INTEGER PRIMARY KEY, n INTEGER, bytes BLOB);
        WITH RECURSIVE i(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < \(rows))
        INSERT INTO crew SELECT i, 0 FROM i;
        INSERT INTO pad SELECT id, 0, randomblob(25000) FROM crew;
        CREATE TRIGGER fill AFTER UPDATE ON crew BEGIN
          UPDATE pad SET n = new.n, bytes = randomblob(25000) WHERE id = new.id; END;
        COMMIT;
        """)
    }

    func start(_ round: Int) throws -> LiveProcess {
      try LiveProcess(
        home: folder, ["--no-init", "--quiet", "crew.db#crew"], environment: state(round))
    }

    func state(_ round: Int) -> [String: String] {
      ["XDG_STATE_HOME": "\(folder.path)/state\(round)"]
    }

    /// How many bytes stand beside the database.
    var size: Int {
      (try? FileManager.default.attributesOfItem(atPath: beside))?[.size] as? Int ?? 0
    }

    /// The values of the rows and of what the trigger wrote, and what SQLite finds wrong.
    func content() throws -> (values: [String], check: String?) {
      let database = try PlainDatabase(path: folder.path + "/crew.db")
      let values = try database.texts(
        """
        SELECT crew.n || ' ' || pad.n || ' × ' || count(*) FROM crew JOIN pad USING (id)
        GROUP BY crew.n, pad.n
        """)
      return (values, try database.text("PRAGMA integrity_check"))
    }

    func hasJournal(_ round: Int) -> Bool {
      let path = "\(folder.path)/state\(round)/tablesh/journal"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.contains { $0.hasSuffix(".journal") }
    }
  }

  @Test(
    "a save that is killed within its transaction leaves the database as before or after",
    arguments: [("delete", UInt64(1)), ("wal", 2)])
  func killed(mode: String, seed: UInt64) throws {
    let victim = try Victim(mode: mode)
    var random = SeededGenerator(seed: seed)
    /// Starts saving a number to all rows, and waits until SQLite writes.
    func save(_ number: Int) throws -> LiveProcess {
      let session = try victim.start(number)
      session.write("edit 0:* n=\(number); save; echo all saved\n")
      let deadline = Deadline()
      while victim.size == 0, !session.glance().contains("all saved") {
        usleep(100)
        if deadline.hasPassed {
          fail("nothing is written: \(session.output)")
          break
        }
      }
      return session
    }
    var held = 0
    var (killed, inside, before, after) = (0, 0, 0, 0)
    var window = KillWindow(milliseconds: 30)
    // More follow where too few kills came within a transaction, or behind one.
    for round in 1...200 {
      if round > 22, inside >= 5, before >= 5, after >= 5 { break }
      let session = try save(round)
      // Some at once, some when all is said, and most at any moment between the two.
      let isLate = round == 1 || round % 4 == 0
      let isAtOnce = !isLate && round % 4 == 1
      if isLate { session.expect("all saved") }
      if !isLate, !isAtOnce { usleep(window.time(&random)) }
      if session.end(with: SIGKILL) == 128 + SIGKILL { killed += 1 }
      let isWriting = victim.size > 0
      let (values, check) = try victim.content()
      expectEqual(check, "ok")
      let isSaved = values == ["\(round) \(round) × \(victim.rows)"]
      if !isLate, !isAtOnce { window.note(isInside: !isSaved) }
      if isSaved {
        held = round
        after += 1
        if victim.hasJournal(round) {
          // Killed when it was all but done: nothing is unsaved.
          let next = try ChildProcess.run(
            home: victim.folder, ["--no-init", "--quiet", "crew.db#crew", "-c", "count"],
            environment: victim.state(round))
          expect(!next.errors.contains("unsaved work"), "\(next.errors)")
        }
      } else {
        expectEqual(values, ["\(held) \(held) × \(victim.rows)"], "round \(round), seed \(seed)")
        expect(!isLate)
        before += 1
        // What was begun stood beside the database, and was taken back.
        if isWriting { inside += 1 }
      }
    }
    expect(killed >= 20, "\(killed)")
    expect(inside >= 5 && before >= 5 && after >= 5, "\(inside) \(before) \(after)")
  }

  @Test("work on a database that was saved before in another order is recovered row by row")
  func recovered() throws {
    let folder = try TemporaryFolder()
    let database = try PlainDatabase(path: folder.path + "/crew.db")
    try database.run(
      """
      CREATE TABLE crew (id INTEGER PRIMARY KEY, n);
      WITH RECURSIVE i(i) AS (SELECT 1 UNION ALL SELECT i + 2 FROM i WHERE i < 399)
      INSERT INTO crew SELECT i, i FROM i;
      """)
    let session = try LiveProcess(home: folder, ["--no-init", "--quiet", "crew.db"])
    session.write("insert 0 id=102 n=102; save; edit @301 n=7; edit @102 n=8; echo all done\n")
    expect(session.expect("all done"))
    session.end(with: SIGKILL)
    let next = try ChildProcess.run(
      home: folder, ["--no-init", "--quiet", "crew.db", "-c", "recover; save"])
    expectEqual(next.status, 0, "\(next.errors)")
    let changed = try database.texts(
      "SELECT id || ' ' || n FROM crew WHERE id <> n ORDER BY id")
    expectEqual(changed, ["102 8", "301 7"])
  }
}
