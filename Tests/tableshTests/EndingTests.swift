import CEnding
import Expectations
import Testing

/// What the program removes when it ends because memory is refused.
struct EndingTests {
  @Test(
    "files of temporary names and the journals of their databases go, files of the user stay",
    arguments: [
      ("/d/.tablesh-1a2b3c", true), ("/d/.tablesh-1a2b3c-7", true), ("/.tablesh-0", true),
      ("/d/.tablesh-1a2b3c-journal", true), ("/d/.tablesh-1a2b3c-12-journal", true),
      ("/d/.tablesh-1a2b3c.csv", false), ("/d/.tablesh-1a2b3c-7.csv", false),
      ("/d/.tablesh-1A", false), ("/d/.tablesh-1a-7-", false), ("/d/.tablesh-1a-x", false),
      ("/d/.tablesh-1a-journals", false), ("/d/.tablesh-1a/people.csv", false),
      ("/d/people.csv", false), ("/d/abcdefghijklmnop", false), ("/d/abcdefghi1", false),
      ("/d/people-journal", false), ("/d/tablesh-1a2b3c", false), (".tablesh-1a2b3c", false),
      ("/d/.tableshx1a2b3c", false),
    ])
  func names(path: String, isTemporary: Bool) {
    expectEqual(ending_is_temporary(path), isTemporary)
  }
}
