import Testing

@testable import TablePostgres

/// What a server says of a row that it refuses.
@Suite struct PostgresDetailTests {
  private func parts(_ text: String) -> [String]? {
    PostgresDetail(text).map { $0.columns + [$0.values] }
  }

  @Test("columns and values are read in any language")
  func reads() {
    #expect(parts("Key (mail)=(a@b) already exists.") == ["mail", "a@b"])
    #expect(
      parts("Schlüssel »(a, \"b \"\"c\"\"\")=(1, x y)« existiert bereits.") == [
        "a", "b \"c\"", "1, x y",
      ])
    #expect(parts("Key (t)=(a (b) c) is not present in table \"x\".") == ["t", "a (b) c"])
    #expect(
      parts("Key (r)=([1,3)) conflicts with existing key (r)=([2,4)).") == ["r", "[1,3)"])
    #expect(parts("Failing row contains (1, null).") == nil)
    #expect(parts("") == nil)
  }
}
