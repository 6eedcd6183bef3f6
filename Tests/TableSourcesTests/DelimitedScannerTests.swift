import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

struct DelimitedScannerTests {
  private func scanned(_ bytes: [UInt8], _ delimiter: UInt8, _ quote: UInt8?) -> [[[UInt8]]]? {
    guard let buffer = try? ByteBuffer(bytes) else { return nil }
    defer { withExtendedLifetime(buffer) {} }
    guard
      var scanner = try? DelimitedScanner(
        buffer.bytes, Dialect(delimiter: delimiter, quote: quote))
    else { return nil }
    do { try scanner.scan(from: 0) } catch { return nil }
    var records: [[[UInt8]]] = []
    let width = scanner.width ?? 0
    for (r, start) in scanner.starts.array.enumerated() {
      var cell = Int(start)
      var cells: [[UInt8]] = []
      for c in 0..<width {
        let end = Int(scanner.ends[r * width + c])
        cells.append(Array(bytes[cell..<end]))
        cell = end + 1
      }
      records.append(cells)
    }
    return records
  }

  @Test("the scanner finds what a slow reader finds, and refuses what it refuses")
  func differential() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(state: seed)
    let pieces: [[UInt8]] = [
      [0x2C], [0x2C], [0x2C], [0x3B], [0x09], [0x0A], [0x0A], [0x0D, 0x0A], [0x0D], [0x22],
      [0x22, 0x22], Array("a".utf8), Array("long cell text".utf8), Array("é".utf8),
      Array("日本".utf8), Array("😀".utf8), Array("\"q,\n\"".utf8), Array("12345678".utf8), [],
    ]
    let rare: [[UInt8]] = [[0], [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]]
    var accepted = 0
    for round in 0..<20_000 {
      var bytes: [UInt8] = []
      let columns = Int.random(in: 1...3, using: &random)
      if round % 2 == 0 {
        for _ in 0..<Int.random(in: 0...14, using: &random) {
          bytes += pieces.randomElement(using: &random) ?? []
        }
        if round % 50 == 0 { bytes += rare.randomElement(using: &random) ?? [] }
      } else {
        // Mostly well-formed, so that acceptance is tested as well.
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let cells = (0..<columns).map { _ in
            ["", "x", "longer text here", "\"\"", "\"a\"\"b\"", "\"\n,\"", "é", "a\"b"]
              .randomElement(using: &random) ?? ""
          }
          let end = ["\n", "\r\n", "\r", "\n\n"].randomElement(using: &random) ?? ""
          bytes += Array((cells.joined(separator: ",") + end).utf8)
        }
        if Bool.random(using: &random), bytes.last == 0x0A { bytes.removeLast() }
      }
      let delimiter: UInt8 = round % 10 == 9 ? 0x09 : 0x2C
      let quote: UInt8? = round % 7 == 6 ? nil : 0x22
      let expected = ReferenceParser(bytes: bytes, delimiter: delimiter, quote: quote).records()
      let found = scanned(bytes, delimiter, quote)
      if expected != nil { accepted += 1 }
      guard found == expected else {
        let text = String(decoding: bytes, as: UTF8.self).debugDescription
        Issue.record(
          "seed \(seed), round \(round): \(text) gave \(String(describing: found)), expected \(String(describing: expected))"
        )
        return
      }
    }
    expect(accepted > 4_000)
  }

  @Test("a record may start at any offset from a word's start")
  func alignment() {
    for shift in 0..<17 {
      let bytes = Array((String(repeating: "x", count: shift) + ",\"a\",é\r\n1,2,3\n").utf8)
      expectEqual(
        scanned(bytes, 0x2C, 0x22),
        ReferenceParser(bytes: bytes, delimiter: 0x2C, quote: 0x22).records())
    }
  }

  @Test("scanning stops when the user wants it to")
  func cancelling() throws {
    let buffer = try ByteBuffer(Array(String(repeating: "a,b\n", count: 40_000).utf8))
    defer { withExtendedLifetime(buffer) {} }
    var scanner = try DelimitedScanner(buffer.bytes, Dialect(delimiter: 0x2C))
    expect(throws: ScanProblem.cancelled) { try scanner.scan(from: 0, progress: .cancelled) }
  }

  @Test("a text that is read in two halves gives the boundaries, or the problem, of one")
  func halves() throws {
    var generator = SeededGenerator(state: 41)
    let pieces: [[UInt8]] = [
      "a", "bc", ",", ",", "\n", "\n", "\r\n", "\r", "\"", "\"\"", "é", "\0",
    ]
    .map { Array($0.utf8) }
    let records: [[UInt8]] = ["1,2\n", "\"x\ny\",3\n", "\"a\"\"b\n\",ü\r\n", "\n", ",\n"]
      .map { Array($0.utf8) }
    var outcomes: Set<Bool> = []
    for round in 0..<3_000 {
      var bytes: [UInt8] = []
      let isWild = round % 4 == 0
      for _ in 0..<Int.random(in: 1...200, using: &generator) {
        let list = isWild && Int.random(in: 0..<20, using: &generator) == 0 ? pieces : records
        bytes += list[Int.random(in: list.indices, using: &generator)]
      }
      let buffer = try ByteBuffer(bytes)
      defer { withExtendedLifetime(buffer) {} }
      func outcome(_ minimum: Int) -> Result<[[UInt32]], ScanProblem> {
        do throws(ScanProblem) {
          let scanner = try DelimitedScanner.scanAll(
            buffer.bytes, Dialect(delimiter: 0x2C), width: nil, from: 0, minimum: minimum,
            progress: .none)
          return .success([scanner.starts.array, scanner.ends.array])
        } catch {
          return .failure(error)
        }
      }
      let whole = outcome(.max)
      expectEqual(outcome(0), whole, "round \(round)")
      if case .success = whole { outcomes.insert(true) } else { outcomes.insert(false) }
    }
    expectEqual(outcomes, [true, false])
  }

  @Test("a text longer than a block is read as its records are one by one")
  func blocks() throws {
    let record = "\"quoted, with \"\"quotes\"\" and\r\nlines\",é,\r\n"
    let count = 2_000
    let buffer = try ByteBuffer(Array(String(repeating: record, count: count).utf8))
    defer { withExtendedLifetime(buffer) {} }
    var scanner = try DelimitedScanner(buffer.bytes, Dialect(delimiter: 0x2C))
    try scanner.scan(from: 0)
    let length = record.utf8.count
    let ends = [length - 6, length - 3, length - 2]
    expectEqual(scanner.starts.array, (0..<count).map { UInt32($0 * length) })
    expectEqual(
      scanner.ends.array, (0..<count).flatMap { r in ends.map { UInt32(r * length + $0) } })
  }
}
