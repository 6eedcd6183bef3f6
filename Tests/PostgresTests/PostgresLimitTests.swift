import Expectations
import Glibc
import PostgresSupport
import TestSupport
import Testing

@testable import Postgres

@Suite("Limits of a connection to PostgreSQL", .ends)
struct PostgresLimitTests {
  private func failure<Result>(
    _ body: () throws(PostgresError) -> Result
  ) -> PostgresError? {
    do throws(PostgresError) { _ = try body() } catch { return error }
    return nil
  }

  /// A socket that lets programs connect and never says anything, and its port.
  private func silentServer() throws -> (socket: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    try require(isListening)
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  @Test("a server that never answers is given up after the time that the address says")
  func connecting() throws {
    let (listener, port) = try silentServer()
    defer { close(listener) }
    let text = "postgres://127.0.0.1:\(port)/shop?connect_timeout=2"
    let address = try require(PostgresAddress(text))
    let error = failure { () throws(PostgresError) in try PostgresConnection(address) }
    expectEqual(error, .unreachable(text, problem: "no answer within 2 seconds"))
  }

  @Test("a statement that cannot be cancelled is given up all the same")
  func cancelling() throws {
    let proxy = try PostgresProxy(PostgresServer.shared)
    let address = try require(PostgresAddress(proxy.address("postgres", part: "x")))
    let connection = try PostgresConnection(address)
    proxy.set(.stalled)
    proxy.shut(true)
    var looks = 0
    connection.isWanted = {
      looks += 1
      return looks < 4
    }
    let error = failure { () throws(PostgresError) in try connection.run("SELECT 1") }
    expectEqual(error, .cancelled)
  }

  @Test("the time limit of the server is its refusal, and nobody's wish to stop")
  func timeLimitOfServer() throws {
    let address = try require(PostgresAddress(PostgresServer.shared.address()))
    let connection = try PostgresConnection(address)
    // For one transaction: a busy server might need as long for what follows.
    try connection.runAll("BEGIN; SET LOCAL statement_timeout = 50")
    let error = failure { () throws(PostgresError) in try connection.run("SELECT pg_sleep(2000)") }
    guard case .refused(let refusal)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(refusal.code, "57014")
    try connection.runAll("ROLLBACK")
    try expectEqual(connection.run("SELECT 1").text(0, 0), "1")
  }

  @Test("a server that lets nobody in says why by a code as well")
  func codes() throws {
    let server = PostgresServer.shared
    try server.psql("CREATE ROLE few LOGIN CONNECTION LIMIT 0")
    for (text, code) in [
      (server.address().replacing("tester", with: "few"), "53300"),
      (server.address("nowhere"), "3D000"),
      (server.address().replacing("tester", with: "nobody"), "28000"),
    ] {
      let address = try require(PostgresAddress(text))
      let error = failure { () throws(PostgresError) in try PostgresConnection(address) }
      guard case .unreachable(_, let problem, let sqlState)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      expectEqual(sqlState, code)
      expect(!problem.contains(code), "\(problem)")
    }
  }
}
