import Expectations
import TestSupport
import Testing

/// The code for UIKit.
struct UIKitTypeTests {
  private func sources(_ folder: String) throws -> [String] {
    try Documentation.files("*.swift", in: folder).map { "\(Repository.root)/\($0)" }
  }

  @Test(
    "of the recorder, the extensions and the examples has the types of declarations written by hand"
  )
  func types() throws {
    let folder = try TemporaryFolder()
    func expectCompiling(_ arguments: [String]) throws {
      let child = try ChildProcess.run(
        "/usr/bin/env",
        [
          "swiftc", "-swift-version", "6", "-warnings-as-errors", "-wmo", "-package-name", "tables",
          "-I", ".",
        ]
          + arguments, directory: folder.path)
      expectEqual(child.status, 0, "\(child.errors)")
    }
    // Functions of BatchUpdates are checked where it is built: it has none for UIKit.
    for (module, path, options) in [
      ("UIKit", "Tests/UIKitDeclarations", []),
      (
        "BatchUpdates", "Sources/BatchUpdates",
        ["-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"]
      ),
      ("BatchRecording", "Sources/BatchRecording", []),
      ("BatchUpdatesUIKit", "Sources/BatchUpdatesUIKit", []),
    ] {
      try expectCompiling(["-emit-module", "-module-name", module] + options + sources(path))
    }
    // What is empty without UIKit is not.
    let use = try folder.write(
      """
      import BatchUpdates
      import BatchUpdatesUIKit
      import UIKit
      let types: [Any.Type] = [DeparturesTable.self, RecordedTable.self]
      @MainActor func show(_ view: UITableView, _ updates: SectionUpdates<Status>) async -> Bool {
        await view.apply(updates, reloading: .fade, reloadingIf: { $0.count > 9 }, setData: { _ in })
      }
      @MainActor func show(_ view: UICollectionView, _ updates: SectionUpdates<Status>) async {
        await view.apply(updates, setData: { _ in })
      }
      """, to: "Use.swift")
    try expectCompiling(
      ["-typecheck", "-module-name", "Example", use] + sources("Examples/batch-updates"))
  }
}
