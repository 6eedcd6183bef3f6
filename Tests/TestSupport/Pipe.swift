import CTestSupport
import Glibc

/// The two ends of a pipe, each closed once. An end that is closed is -1, which `poll` passes over.
final class Pipe {
  private(set) var readEnd: Int32 = -1
  private(set) var writeEnd: Int32 = -1

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard ct_pipe(&ends) == 0 else { throw LaunchError(step: "pipe", number: errno) }
    readEnd = ends[0]
    writeEnd = ends[1]
    // A program that leaves before it has read all must not end the tests.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit {
    closeReadEnd()
    closeWriteEnd()
  }

  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  func write(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { Glibc.write(writeEnd, $0.baseAddress, $0.count) }
  }

  /// Reads once; closes the end when there is no more.
  func read(into bytes: inout [UInt8]) {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    let count = Glibc.read(readEnd, &chunk, chunk.count)
    if count > 0 { bytes += chunk[..<count] } else { closeReadEnd() }
  }
}
