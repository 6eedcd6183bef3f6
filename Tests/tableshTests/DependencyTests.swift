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

  /// A package with a program on the libraries, and with tests that fail.
  private func writeClient() throws {
    try run("mkdir -p client/Sources/client client/Tests/clientTests")
    try folder.write(
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "client",
        dependencies: [.package(url: "file://\(folder.path)/tables", from: "1.0.0")],
        targets: [
          .executableTarget(
            name: "client",
            dependencies: ["BatchUpdates", "BatchRecording", "TableLua"].map {
              .product(name: $0, package: "tables")
            }),
          .testTarget(
            name: "clientTests",
            dependencies: [.product(name: "BatchUpdatesTesting", package: "tables")]),
        ])
      """, to: "client/Package.swift")
    try folder.write(
      """
      import BatchRecording
      import BatchUpdates
      import TableLua

      let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
      print(BatchRecord(stage: stage, before: [2], after: [1]).verdict)
      print(Permissions.none)
      """, to: "client/Sources/client/main.swift")
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
    try writeClient()
    try run("cd client && swift build --build-tests")
    expectEqual(folder.names(in: "client/.build/checkouts"), ["tables"])
    let child = try run("client/.build/debug/client")
    expect(child.output.hasPrefix("legal(warnings: [])\n"))
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
