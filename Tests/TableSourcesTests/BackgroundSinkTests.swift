import Expectations
import TestSupport
import Testing

@testable import TableSources

/// Writing on another thread.
@Suite(.ends) struct BackgroundSinkTests {
  /// What a sink took; a class because it is read when the other thread is done.
  private final class Taken: @unchecked Sendable {
    var bytes: [UInt8] = []
    var calls = 0
  }

  @Test("the sink gets all bytes in order, however they are cut")
  func order() throws {
    var random = SeededGenerator(state: 11)
    for size in [0, 1, 1000, 1 << 18, 3 << 20] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
      let taken = Taken()
      let sink = BackgroundSink { taken.bytes += $0 }
      defer { sink.close() }
      var start = 0
      while start < size {
        let end = min(size, start + Int.random(in: 1...700_000, using: &random))
        try bytes[start..<end].withUnsafeBytes(sink.write)
        start = end
      }
      try sink.finish()
      expectEqual(taken.bytes, bytes, "\(size) bytes")
    }
  }

  @Test("what the sink throws ends the writing, and nothing follows it")
  func failure() throws {
    let taken = Taken()
    let sink = BackgroundSink { (bytes) throws(SourceError) in
      taken.calls += 1
      if taken.calls == 3 { throw .diskFull("a.csv", reason: "no space") }
      taken.bytes += bytes
    }
    defer { sink.close() }
    let piece = [UInt8](repeating: 7, count: 1 << 18)
    let error = expect(throws: SourceError.self) {
      for _ in 0..<20 { try piece.withUnsafeBytes(sink.write) }
      try sink.finish()
    }
    expectEqual(error?.code, "disk-full")
    sink.close()
    expectEqual(taken.calls, 3)
    expectEqual(taken.bytes.count, 2 << 18)
  }

  @Test("an error is told at the end at the latest, whichever piece is refused")
  func anyPiece() {
    let piece = [UInt8](repeating: 7, count: 1 << 18)
    for count in 1...7 {
      for refused in 1...count + 1 {
        let taken = Taken()
        let sink = BackgroundSink { (_) throws(SourceError) in
          taken.calls += 1
          if taken.calls == refused { throw .diskFull("a.csv", reason: "no space") }
        }
        defer { sink.close() }
        expect(throws: SourceError.diskFull("a.csv", reason: "no space"), "\(refused) of \(count)")
        {
          for _ in 0..<count { try piece.withUnsafeBytes(sink.write) }
          try piece[..<9].withUnsafeBytes(sink.write)
          try sink.finish()
        }
      }
    }
  }

  @Test("the hash of a stream does not depend on how it is cut, and tells bytes, order and length")
  func hash() {
    var random = SeededGenerator(state: 5)
    let bytes = (0..<1000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    let whole = bytes.withUnsafeBytes(ContentHash.of)
    for _ in 0..<50 {
      var hash = ContentHash()
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + Int.random(in: 1...90, using: &random))
        bytes[start..<end].withUnsafeBytes { hash.update($0) }
        start = end
      }
      expectEqual(hash.value, whole)
    }
    var others: Set<UInt64> = [whole]
    for i in 0..<bytes.count {
      var other = bytes
      other[i] ^= 1
      others.insert(other.withUnsafeBytes(ContentHash.of))
      others.insert(bytes[..<i].withUnsafeBytes(ContentHash.of))
      if i >= 8, bytes[i] != bytes[i - 8] {
        other = bytes
        other.swapAt(i, i - 8)
        others.insert(other.withUnsafeBytes(ContentHash.of))
      }
    }
    expect(others.count >= 2 * bytes.count + 900)
  }
}
