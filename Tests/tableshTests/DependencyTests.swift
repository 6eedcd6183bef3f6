import Expectations
import TestSupport
import Testing

/// A package that depends on this one by version.
struct DependencyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func run(_ line: String) throws -> ChildProcess {
    let child = try ChildProcess.run("/bin/bash", ["-c", line], directory: folder.path)
    expectEqual(child.status, 0, "\(line)\n\(child.output)\n\(child.errors)")
    return child
  }

  /// Makes `tables`, a repository of the files of this one as they are now, with a tag.
  private func tag() throws {
    try run(
      """
      set -e -o pipefail; mkdir tables
      cd '\(Repository.root)'
      git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
        xargs -0 -r ls -d 2>/dev/null | tar -cf - -T - | tar -xf - -C "$OLDPWD/tables"
      cd "$OLDPWD/tables"
      git init --quiet; git add --all
      git -c user.name=t -c user.email=t@localhost commit --quiet --message t
      git tag 1.0.0
      """)
  }

  /// What the library's README prints, and its Swift that runs without UIKit and outside of tests.
  private func readme() throws -> (printed: [String], code: String) {
    var (printed, code): ([String], [String]) = ([], [])
    let text = try Repository.read("Sources/BatchUpdates/README.md")
    for case .block(let language, let text) in MarkdownDocument(text).pieces {
      if language == "text" { printed.append(text) }
      if language == "swift", text.contains("func ") { code.append(text) }
    }
    return (printed, code.joined(separator: "\n"))
  }

  /// A package with programs on the libraries, one for each mode of the language, and with tests that
  /// fail.
  private func writeClient(_ code: String) throws {
    try run("mkdir -p client/Sources/client5 client/Sources/client6 client/Tests/clientTests")
    try folder.write(
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "client",
        dependencies: [.package(url: "file://\(folder.path)/tables", from: "1.0.0")],
        targets: [
          program("client5", .v5),
          program("client6", .v6),
          .testTarget(
            name: "clientTests",
            dependencies: [.product(name: "BatchUpdatesTesting", package: "tables")]),
        ])

      func program(_ name: String, _ mode: SwiftLanguageMode) -> Target {
        .executableTarget(
          name: name,
          dependencies: [
            "BatchUpdates", "BatchUpdatesUIKit", "BatchUpdatesAppKit", "BatchRecording",
            "BatchCheck",
          ].map { .product(name: $0, package: "tables") },
          swiftSettings: [.swiftLanguageMode(mode)])
      }
      """, to: "client/Package.swift")
    for program in ["client5", "client6"] {
      try folder.write("import BatchUpdates\n" + code, to: "client/Sources/\(program)/Readme.swift")
      try folder.write(
        """
        import BatchCheck
        import BatchRecording
        import BatchUpdates
        import BatchUpdatesAppKit
        import BatchUpdatesUIKit

        try oneList()
        try sections()
        let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
        print(BatchRecord(stage: stage, before: [2], after: [1]).report ?? "legal")
        print(CrashMessage("attempt to delete row 1 from section 0 which only contains 1 rows")?.code ?? "")
        """, to: "client/Sources/\(program)/main.swift")
    }
    try folder.write(
      """
      import BatchUpdates
      import BatchUpdatesTesting
      import Testing
      import XCTest

      @Test func inSwiftTesting() { expectLegal(Stage(), from: [1], to: [2]) }

      @Test func inDetachedTask() async {
        await Task.detached { expectLegal(Stage(), from: [5], to: [6]) }.value
      }

      final class OldTests: XCTestCase {
        func testInXCTest() { expectLegal(Stage(), from: [3], to: [4]) }
      }
      """, to: "client/Tests/clientTests/Tests.swift")
  }

  @Test("fetches and builds no other; its tests fail where a batch is illegal")
  func client() throws {
    try tag()
    let (printed, code) = try readme()
    expectEqual(printed.count, 2)
    try writeClient(code)
    try run("cd client && swift build --build-tests")
    expectEqual(folder.names(in: "client/.build/checkouts"), ["tables"])
    for program in ["client5", "client6"] {
      let child = try run("client/.build/debug/\(program)")
      let lines = { (text: String) in text.split(separator: "\n").map(String.init) }
      expectEqual(
        lines(child.output),
        printed.flatMap(lines) + ["legal", "E-DEL-ROW-OOB"])
    }
    let tests = try ChildProcess.run(
      "/bin/bash", ["-c", "cd client && swift test --skip-build 2>&1"], directory: folder.path)
    expectEqual(tests.status, 1)
    for counts in ["--before 1 --after 2", "--before 3 --after 4", "--before 5 --after 6"] {
      expect(tests.output.contains("tablesh check \(counts) '{}'"), "\(tests.output)")
    }
    expect(tests.output.contains("Tests.swift:6:"))
    expect(tests.output.contains("Tests.swift:13: error: OldTests.testInXCTest"))
  }
}
