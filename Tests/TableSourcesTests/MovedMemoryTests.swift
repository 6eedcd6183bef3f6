import Expectations
import Testing

@testable import TableSources

/// Memory that goes back to the system while it is copied.
struct MovedMemoryTests {
  @Test("lists and bytes are whole behind others, those of several pieces too")
  func moved() throws {
    for count in [0, 1, 1_000, 2_300_000] {
      let (first, second) = (try OffsetList(), try OffsetList())
      for offset in 0..<7 { try first.append(offset) }
      for offset in 0..<count { try second.append(offset) }
      try first.append(taking: second, plus: 5)
      let list = first.handOver()
      defer { list.deallocate() }
      expectEqual(list.count, 7 + count)
      expect(list[7...].enumerated().allSatisfy { $0.offset + 5 == $0.element }, "\(count)")

      let bytes = (0..<count * 4).map { UInt8(truncatingIfNeeded: $0 % 251) }
      let whole = try ByteBuffer([1, 2, 3])
      try whole.append(taking: try ByteBuffer(bytes))
      expect(whole.withBytes { $0.elementsEqual([1, 2, 3] + bytes) }, "\(count)")
    }
  }
}
