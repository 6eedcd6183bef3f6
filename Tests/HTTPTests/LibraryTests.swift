import Expectations
import TestSupport
import Testing

@testable import HTTP

/// Libraries that are opened when first used.
struct LibraryTests {
  private func lines(_ what: String, environment: [String: String] = [:]) throws -> [Substring] {
    let child = try ChildProcess.run(product("HTTPProbe"), [what], environment: environment)
    return child.output.split(separator: "\n")
  }

  @Test(
    "a program that can use the network starts without its libraries, and loads the one it uses")
  func laziness() throws {
    let client = try lines("client")
    expectEqual(client.first, "before: none")
    expectEqual(client.last?.contains("libcurl"), true)
    expectEqual(client.last?.contains("libmicrohttpd"), false)
    let server = try lines("server")
    expectEqual(server.first, "before: none")
    expectEqual(server.last?.contains("libmicrohttpd"), true)
    expectEqual(server.last?.contains("libcurl"), false)
  }

  @Test(
    "a library that is not there is an error that names its package",
    arguments: [
      ("client", "libcurl.so.4", "libcurl4"), ("server", "libmicrohttpd.so.12", "libmicrohttpd12"),
    ])
  func missing(what: String, library: String, package: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("no library", to: library)
    let lines = try lines(what, environment: ["LD_LIBRARY_PATH": folder.path])
    try require(lines.count == 3)
    expectEqual(lines[0], "before: none")
    expect(lines[1].hasPrefix("error: library \(library) cannot be loaded: \(folder.path)/"))
    expectEqual(lines[2], "hint: install it: apt-get install \(package)")
  }
}
