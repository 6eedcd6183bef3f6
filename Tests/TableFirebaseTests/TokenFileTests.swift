import Expectations
import Glibc
import HTTP
import TestSupport
import Testing

@testable import TableFirebase

/// Files with tokens.
struct TokenFileTests {
  @Test("a token is found where it was left, by its owner alone, until it is removed")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let file = try require(
      TokenFile(port: 8000) { $0 == "XDG_RUNTIME_DIR" ? folder.path + "/run" : nil })
    expectEqual(file.path, folder.path + "/run/tablesh/8000")
    try expectNil(file.read())
    let (one, two) = (HTTPToken(), HTTPToken())
    try file.write(one)
    try file.write(two)
    try expectEqual(file.read(), two)
    var status = stat()
    expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    expect(stat(folder.path + "/run/tablesh", &status) == 0 && status.st_mode & 0o077 == 0)
    file.remove()
    try expectNil(file.read())
  }

  @Test("without a folder for what runs, the state folder is used")
  func folders() {
    func path(_ environment: [String: String]) -> String? {
      TokenFile(port: 1) { environment[$0] }?.path
    }
    expectEqual(path(["HOME": "/h"]), "/h/.local/state/tablesh/serve/1")
    expectEqual(path(["HOME": "/h", "XDG_STATE_HOME": "/s"]), "/s/tablesh/serve/1")
    expectEqual(
      path(["HOME": "/h", "XDG_RUNTIME_DIR": "relative"]), "/h/.local/state/tablesh/serve/1")
    expectNil(path([:]))
  }

  @Test("a file that others can read, a link and an empty file are refused")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let file = TokenFile(path: try folder.write("secret\n", to: "token"))
    chmod(file.path, 0o640)
    expect(throws: HTTPError.unsafeToken(file.path)) { try file.read() }
    chmod(file.path, 0o600)
    try expectEqual(file.read()?.text, "secret")
    let link = TokenFile(path: folder.path + "/link")
    symlink(file.path, link.path)
    expect(throws: HTTPError.self) { try link.read() }
    try link.write(HTTPToken())
    try expectEqual(file.read()?.text, "secret")
    let empty = TokenFile(path: try folder.write(" \n", to: "empty"))
    chmod(empty.path, 0o600)
    expect(throws: HTTPError.noToken(empty.path, problem: "it is empty")) { try empty.read() }
    let pipe = TokenFile(path: folder.path + "/pipe")
    mkfifo(pipe.path, 0o600)
    expect(throws: HTTPError.unsafeToken(pipe.path)) { try pipe.read() }
    let nowhere = TokenFile(path: "/proc/nowhere/token")
    expect(throws: HTTPError.self) { try nowhere.write(HTTPToken()) }
  }
}
