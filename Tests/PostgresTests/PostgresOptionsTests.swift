import Expectations
import Glibc
import Testing

@testable import Postgres

/// What a connection to PostgreSQL is asked for.
struct PostgresOptionsTests {
  private func options(_ text: String, usesSecrets: Bool = true) throws -> [String: String] {
    let address = try require(PostgresAddress(text))
    return try PostgresOptions(address, usesSecrets: usesSecrets, forLog: false).values
  }

  @Test(
    "the certificate of a server elsewhere is checked, unless the address says how to encrypt",
    .enabled(if: getenv("PGSSLMODE") == nil))
  func certificates() throws {
    for host in ["db.example.org", "127.evil.example", "127.0.0.1.evil.example", "192.168.0.1"] {
      try expectEqual(options("postgres://\(host)/shop")["sslmode"], "verify-full", "\(host)")
    }
    for host in ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "%2Ftmp"] {
      try expectNil(options("postgres://\(host)/shop")["sslmode"], "\(host)")
    }
    try expectEqual(options("postgres://db.example.org/shop?sslmode=require")["sslmode"], "require")
  }

  @Test("where no secrets may be used, none is found in files")
  func secrets() throws {
    let text = "postgres://ann@localhost/shop"
    let open = try options(text)
    expect(open["passfile"] == nil && open["password"] == nil && open["sslcert"] == nil)
    let closed = try options(text, usesSecrets: false)
    expectEqual(closed["passfile"], "/dev/null")
    expect(closed["password"] == "none" && closed["sslcert"] == "/dev/null/none")
    let typed = try options("postgres://ann:mine@localhost/shop", usesSecrets: false)
    expect(typed["password"] == "mine" && typed["passfile"] == "/dev/null")
  }

  @Test("no password stands in the name of a server, that of a key neither")
  func names() throws {
    let text = "postgres://ann:a@h/shop?sslpassword=b&PASSWORD=c&sslmode=require"
    let address = try require(PostgresAddress(text))
    expectEqual(address.server, "postgres://ann@h/shop?sslmode=require")
    expect(address.hasPassword)
  }

  @Test("names and texts of SQL are quoted")
  func quoting() {
    expectEqual(PostgresText.literal("it's"), "'it''s'")
    expectEqual(PostgresText.literal("'; DROP TABLE t; --"), "'''; DROP TABLE t; --'")
    expectEqual(PostgresText.name("a\"b"), "\"a\"\"b\"")
  }
}
