import Expectations
import Testing

@testable import TablePostgres

/// What a server says of a row that it refuses.
struct PostgresDetailTests {
  private func parts(_ text: String) -> [String]? {
    PostgresDetail(text).map { $0.columns + [$0.values] }
  }

  @Test("columns and values are read in any language")
  func reads() {
    expectEqual(parts("Key (mail)=(a@b) already exists."), ["mail", "a@b"])
    expectEqual(
      parts("Schlüssel »(a, \"b \"\"c\"\"\")=(1, x y)« existiert bereits."),
      [
        "a", "b \"c\"", "1, x y",
      ])
    expectEqual(parts("Key (t)=(a (b) c) is not present in table \"x\"."), ["t", "a (b) c"])
    expectEqual(
      parts("Key (r)=([1,3)) conflicts with existing key (r)=([2,4))."), ["r", "[1,3)"])
    expectNil(parts("Failing row contains (1, null)."))
    expectNil(parts(""))
  }
}
