import Expectations
import Foundation
import Postgres
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableShell

/// Two writers of one table at random, beside a model of what each sees and of what is stored.
struct PostgresWritersTests {
  typealias Row = [String?]
  typealias Rows = [String: Row]

  /// Where a round differs from the model.
  private struct Mismatch: Error { let text: String }

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test("no update is lost, nothing is half saved, and only true conflicts are told")
  func writers() throws {
    let server = PostgresServer.shared
    let database = try server.database(
      "writers", "CREATE TABLE t (id int PRIMARY KEY, a numeric, b text)")
    let address = try require(PostgresAddress(server.address(database)))
    let store = Store(try PostgresConnection(address))
    let writers = (0..<2).map { _ in Writer(store, server.address(database, part: "t")) }
    let first = Self.number("TABLE_MODEL_SEED") ?? UInt64.random(in: 0..<1 << 48)
    let count = Self.number("TABLE_MODEL_ROUNDS") ?? (LongRun.isOn ? 10_000 : 200)
    for seed in first..<first + count {
      var random = SeededGenerator(seed: seed)
      do { try Self.round(&random, store, writers) } catch {
        let text = (error as? Mismatch)?.text ?? "\(error)"
        Issue.record("TABLE_MODEL_SEED=\(seed) TABLE_MODEL_ROUNDS=1: \(text)")
        return
      }
    }
  }

  private static func round(
    _ random: inout SeededGenerator, _ store: Store, _ writers: [Writer]
  ) throws {
    try store.fill(random.below(6), &random)
    for writer in writers { try writer.startAnew() }
    for _ in 0..<12 {
      let writer = random.pick(writers)
      switch random.below(8) {
      case 0: try writer.reload(&random)
      case 1, 2, 3: try writer.save(&random)
      default: try writer.edit(&random)
      }
    }
    for writer in writers {
      try writer.save(&random)
      try writer.save(&random)
    }
  }

  /// What is stored, as SQL shows it.
  private final class Store {
    let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    func fill(_ count: Int, _ random: inout SeededGenerator) throws {
      try connection.runAll("TRUNCATE t")
      for id in 0..<count {
        try connection.run(
          "INSERT INTO t VALUES ($1, $2, $3)",
          [String(id), Writer.number(&random), Writer.text(&random)])
      }
    }

    func rows() throws -> Rows {
      let found = try connection.run("SELECT id, a, b FROM t")
      var rows: Rows = [:]
      for i in 0..<found.rowCount {
        rows[found.text(i, 0) ?? ""] = [found.text(i, 1), found.text(i, 2)]
      }
      return rows
    }
  }

  /// A session, and the model of it.
  private final class Writer {
    let session = Session(nil)
    private let store: Store
    private let address: String
    /// What it last saw of the store, and its table.
    private var base: Rows = [:]
    private var local: Rows = [:]
    private var log: [String] = []

    init(_ store: Store, _ address: String) { (self.store, self.address) = (store, address) }

    /// Numbers that SQL calls equal are others here, 1 and 1.0, unless both have written them.
    static func number(_ random: inout SeededGenerator) -> String? {
      random.pick(["1", "1.0", "2", nil])
    }

    static func text(_ random: inout SeededGenerator) -> String? {
      random.pick(["", "x", "y z", nil])
    }

    func startAnew() throws {
      log = []
      // The history of a table ends with it: that of all rounds would fill the memory.
      if session.shell.current != nil { run("close --force") }
      let opened = run("open \"\(address)\"")
      base = try store.rows()
      local = base
      guard opened.contains("opened") else { throw fail(opened) }
      try check("open")
    }

    @discardableResult
    private func run(_ line: String) -> String {
      log.append(line)
      return session.run(line)
    }

    private func fail(_ text: String) -> Mismatch {
      Mismatch(text: "\(text)\nafter: \(log.joined(separator: "; "))")
    }

    private func shown() -> Rows {
      guard let table = session.shell.current?.table else { return [:] }
      var rows: Rows = [:]
      for row in table.allRows {
        let cells = table.cells(row).map { $0.isNull ? nil : $0.text }
        rows[cells[0] ?? ""] = Array(cells[1...])
      }
      return rows
    }

    private func check(_ what: String) throws {
      let shown = shown()
      if shown != local { throw fail("\(what): the table is \(shown), not \(local)") }
    }

    func edit(_ random: inout SeededGenerator) throws {
      let id = String(random.below(6))
      let (a, b) = (Self.number(&random), Self.text(&random))
      if local[id] == nil {
        // A new row in the place of a deleted one is another row.
        if base[id] != nil { return }
        let cells = [a.map { " a=\($0)" }, b.map { " b=\"\($0)\"" }].compactMap { $0 }.joined()
        run("insert 0 id=\(id)\(cells)")
        local[id] = [a, b]
      } else if random.oneIn(4) {
        run("delete @\(id)")
        local[id] = nil
      } else if random.oneIn(2) {
        run(a.map { "edit @\(id) a=\($0)" } ?? "edit --null a @\(id)")
        local[id]?[0] = a
      } else {
        run(b.map { "edit @\(id) b=\"\($0)\"" } ?? "edit --null b @\(id)")
        local[id]?[1] = b
      }
      try check("edit")
    }

    func reload(_ random: inout SeededGenerator) throws {
      let (merged, conflicts) = merge(try store.rows())
      let reply = run("reload")
      if reply.contains("conflict") != conflicts { throw fail("conflicts: \(conflicts): \(reply)") }
      local = merged.mine
      try check("reload")
      if conflicts { try resolve(merged.theirs, &random) }
    }

    private func resolve(_ theirs: Rows, _ random: inout SeededGenerator) throws {
      if random.oneIn(2) {
        run("conflicts keep theirs")
        local = theirs
      } else {
        run("conflicts keep mine")
      }
      try check("conflicts keep")
    }

    /// Merges the store into the model.
    ///
    /// - Returns: the table with the local value and with the store's where both conflict, and
    ///   whether any does.
    private func merge(_ there: Rows) -> ((mine: Rows, theirs: Rows), Bool) {
      var (mine, theirs): (Rows, Rows) = ([:], [:])
      var conflicts = false
      for id in Set(base.keys).union(local.keys).union(there.keys) {
        let (b, l, t) = (base[id], local[id], there[id])
        if l == b {
          (mine[id], theirs[id]) = (t, t)
        } else if t == b || t == l {
          (mine[id], theirs[id]) = (l, l)
        } else if let l, let t {
          (mine[id], theirs[id]) = (l, t)
          for i in l.indices {
            if let b, l[i] == b[i] { mine[id]?[i] = t[i] }
            if let b, t[i] == b[i] { theirs[id]?[i] = l[i] }
            // One number in two forms is no conflict: that of the store comes in.
            if i == 0, let m = mine[id]?[0], let t = theirs[id]?[0], Double(m) == Double(t) {
              mine[id]?[0] = t
            }
            if mine[id]?[i] != theirs[id]?[i] { conflicts = true }
          }
        } else {
          conflicts = true
          (mine[id], theirs[id]) = (l, t)
        }
      }
      base = there
      return ((mine, theirs), conflicts)
    }

    func save(_ random: inout SeededGenerator) throws {
      // A cell that is edited right after `keep theirs` is in conflict again.
      if session.shell.current?.editor.conflicts.isEmpty == false { run("conflicts keep mine") }
      let before = try store.rows()
      // Saving writes exactly what differs from the base, where the store still has the base.
      let isStale = Set(base.keys).union(local.keys).contains { id in
        let (b, l, t) = (base[id], local[id], before[id])
        if l == b { return false }
        guard let b, let l, let t else { return t != b }
        return l.indices.contains { l[$0] != b[$0] && t[$0] != b[$0] }
      }
      var theirs: Rows?
      if isStale {
        let (merged, conflicts) = merge(before)
        local = merged.mine
        if conflicts { theirs = merged.theirs }
      }
      let isForced = random.oneIn(4)
      let reply = run(isForced ? "save --force" : "save")
      let after = try store.rows()
      if let theirs, !isForced {
        guard reply.contains("error: "), reply.contains("with the source") else {
          throw fail("a conflict was to be told: \(reply)")
        }
        if after != before { throw fail("refused, but stored: \(after), not \(before)") }
        try check("refused save")
        return try resolve(theirs, &random)
      }
      if reply.contains("error") { throw fail("\(reply)") }
      var expected = before
      for id in Set(base.keys).union(local.keys) where local[id] != base[id] {
        guard let row = local[id] else {
          expected[id] = nil
          continue
        }
        guard let b = base[id], let t = expected[id] else {
          expected[id] = row
          continue
        }
        // What others changed in other columns stays, and comes in when it is read.
        expected[id] = row.indices.map { row[$0] != b[$0] ? row[$0] : t[$0] }
      }
      if after != expected { throw fail("\(reply)stored: \(after), not \(expected)") }
      base = local
      try check("save")
    }
  }
}
