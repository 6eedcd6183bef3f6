import Expectations
import PostgresSupport
import TestSupport
import Testing

@testable import TableLive
@testable import TablePostgres
@testable import TableShell

/// Windows over tables of a server that is away when they are moved.
@Suite(.ends) struct PostgresWindowFaultTests {
  private static let server = PostgresServer.shared

  @Test("a window that could not be moved stays where it is, and is moved from there later")
  func moves() throws {
    let database = try Self.server.database(
      "windowfaults",
      "CREATE TABLE t (id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 400)")
    let proxy = try PostgresProxy(Self.server)
    let session = Session(nil) { $0.reading.windowRows = 50 }
    session.run("open --window \"\(proxy.address(database, part: "t"))\"")
    func keys() -> [String] {
      guard let table = session.shell.current?.table else { return [] }
      return table.rowList.map { table.key(of: $0) }
    }
    session.run("scroll @200")
    let here = keys()
    let window = session.shell.current?.server?.window?.keys
    expect(here.contains("200") && here.count <= 50)
    for move in ["next", "previous", "home", "end", "@30", "@390"] {
      proxy.set(.afterSending(0))
      proxy.shut(true)
      let failed = session.run("scroll \(move)")
      expect(failed.contains("error:"), "\(move): \(failed)")
      expectEqual(keys(), here)
      expectEqual(session.shell.current?.server?.window?.keys, window, "\(move)")
      proxy.set(.never)
      proxy.shut(false)
      let read = session.run("reload")
      expect(read.contains("nothing changed"), "\(move): \(read)")
      expectEqual(keys(), here, "\(move)")
    }
    session.run("scroll next")
    expectEqual(keys().first.flatMap(Int.init), here.last.flatMap(Int.init).map { $0 + 1 })
  }
}
