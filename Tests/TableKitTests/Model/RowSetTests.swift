import Expectations
import Testing

@testable import TableKit

/// Sets of rows.
struct RowSetTests {
  @Test("are equal where their rows are, however they came there")
  func equality() {
    func set(_ numbers: UInt32...) -> RowSet { RowSet(numbers.map { RowID($0) }) }
    expect(set(1) != set(100) && set(100) != set(1))
    expect(set(1, 2) != set(1, 3) && set(1, 200) != set(1, 400))
    var narrowed = set(1, 900)
    narrowed.remove(RowID(900))
    expect(narrowed == set(1) && set(1) == narrowed)
    var widened = set(500)
    widened.insert(RowID(3))
    expect(widened == set(3, 500) && set(500, 3) == widened)
    expect(!widened.insert(RowID(3)) && widened.count == 2)
    expectEqual(Set([widened, set(3, 500)]).count, 1)
  }
}
