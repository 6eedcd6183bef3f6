import Expectations
import TestSupport
import Testing

/// The example of the library.
struct ExampleProgramTests {
  /// `RECORD_TRANSCRIPTS=1 swift test --filter ExampleProgramTests` writes the file anew.
  @Test("prints what its file says")
  func output() throws {
    let path = "Examples/batch-updates/output.txt"
    let child = try ChildProcess.run(product("BatchUpdatesExample"))
    expect(child.status == 0 && child.errors.isEmpty)
    if Repository.recordsTranscripts { return try Repository.write(child.output, to: path) }
    expectEqual(child.output, try Repository.read(path))
  }

  @Test("has a readme that names each of its files")
  func readme() throws {
    let folder = "Examples/batch-updates"
    let readme = try Repository.read("\(folder)/README.md")
    for path in try Documentation.files("*.swift", in: folder) {
      expect(readme.contains("](\(path.dropFirst(folder.count + 1)))"), "\(path)")
    }
  }
}
