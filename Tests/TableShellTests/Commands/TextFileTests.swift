import Expectations
import Glibc
import TestSupport
import Testing

@testable import TableShell

@Suite("Files of text", .ends)
struct TextFileTests {
  private let folder = TemporaryFolder()

  private func reason(_ body: () throws(CommandError) -> Void) -> String {
    do throws(CommandError) { try body() } catch {
      if case .interrupted = error { return "interrupted" }
      return error.message
    }
    return "nothing was thrown"
  }

  @Test("who reads what always has more is stopped, too")
  func stopReading() throws {
    let path = try folder.write("count\n", to: "some.tsh")
    expectEqual(
      reason { () throws(CommandError) in
        _ = try TextFile.readBytes(path, progress: .cancelled)
      }, "interrupted")
    let session = Session()
    session.console.isInterrupted = true
    expectEqual(session.run("source \(path)"), "error: interrupted; this command changed nothing\n")
  }

  @Test("who writes what is always taken is stopped between two blocks; one block is written whole")
  func stopWriting() throws {
    let path = folder.file("out")
    expectEqual(
      reason { () throws(CommandError) in
        try TextFile.write(
          [UInt8](repeating: 0x78, count: 1 << 20), to: path, append: false, progress: .cancelled)
      }, "interrupted")
    try TextFile.write(Array("short".utf8), to: path, append: false, progress: .cancelled)
    try expectEqual(folder.read("out"), "short")
  }

  @Test("a device that does not end is no file of commands")
  func device() {
    expectEqual(
      Session().run("source /dev/zero"), "error: /dev/zero: it is a device that never ends\n")
  }

  @Test("a file that is no small one is not read")
  func large() throws {
    let path = try folder.write("", to: "large.tsh")
    expectEqual(truncate(path, (64 << 20) + 1), 0)
    expectEqual(Session().run("source \(path)"), "error: \(path): it is larger than 64 MiB\n")
  }
}
