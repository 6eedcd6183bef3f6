import Expectations
import TestSupport
import Testing

/// What the libraries show to others.
struct PublicDeclarationTests {
  /// Declarations that begin with `public`. Cases of enums and requirements of protocols, which have no
  /// word of their own, come with their types.
  private func count(_ module: String) throws -> Int {
    try Documentation.files("*.swift", in: "Sources/\(module)").reduce(0) { count, path in
      try count
        + Repository.read(path).split(separator: "\n").count { line in
          line.drop { $0 == " " }.hasPrefix("public ")
        }
    }
  }

  /// An app has to find its way: what only the shell needs is `package`. A number that falls is written
  /// here, too; one that has to rise needs a reason.
  @Test(
    "is not more than it was",
    arguments: [
      ("BatchUpdates", 83), ("BatchUpdatesTesting", 4), ("BatchRecording", 40), ("BatchCheck", 12),
      ("BatchUpdatesUIKit", 5), ("BatchUpdatesAppKit", 2),
    ])
  func declarations(module: String, most: Int) throws {
    try expectEqual(count(module), most, "\(module)")
  }
}
