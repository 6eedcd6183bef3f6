import Expectations
import TestSupport
import Testing

/// The code for UIKit and AppKit.
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
      ("SwiftUI", "Tests/SwiftUIDeclarations", []),
      ("AppKit", "Tests/AppKitDeclarations", []),
      (
        "BatchUpdates", "Sources/BatchUpdates",
        ["-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"]
      ),
      ("BatchRecording", "Sources/BatchRecording", []),
      ("BatchUpdatesUIKit", "Sources/BatchUpdatesUIKit", []),
      ("BatchUpdatesAppKit", "Sources/BatchUpdatesAppKit", []),
    ] {
      try expectCompiling(["-emit-module", "-module-name", module] + options + sources(path))
    }
    let macUse = try folder.write(
      """
      import AppKit
      import BatchUpdates
      import BatchUpdatesAppKit
      struct Name: PlannableRow, Equatable { let id: Int }
      @MainActor func show(_ view: NSTableView, from old: [Name], to new: [Name]) throws {
        view.apply(try Planner().updates(from: old, to: new), inserting: .slideUp, setData: { _ in })
      }
      @MainActor func show(
        _ view: NSCollectionView, _ updates: SectionUpdates<ListSection<String, Name>>
      ) {
        view.apply(updates, reloadingIf: { $0.count > 9 }, setData: { _ in }) { print($0) }
      }
      """, to: "MacUse.swift")
    try expectCompiling(["-typecheck", "-module-name", "MacExample", macUse])
    #if compiler(>=6.2)
      let mainActor = try folder.write(
        """
        import BatchUpdates
        nonisolated struct Letter: PlannableRow, Equatable, Sendable {
          let id: Int
          var subject: String
        }
        func plan(_ old: [Letter], _ new: [Letter]) async throws -> Plan {
          try await Task.detached { try Planner().updates(from: old, to: new) }.value.plan
        }
        struct Note: PlannableRow, Equatable { let id: Int }
        func plan(_ old: [Note], _ new: [Note]) throws -> Plan {
          try Planner().plan(from: old, to: new)
        }
        """, to: "MainActor.swift")
      try expectCompiling(
        ["-typecheck", "-module-name", "Main", "-default-isolation", "MainActor", mainActor])
    #endif
    // What is empty without UIKit is not.
    let use = try folder.write(
      """
      import BatchUpdates
      import BatchUpdatesUIKit
      import UIKit
      let types: [Any.Type] = [DeparturesTable.self, DeparturesView.self, RecordedTable.self]
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
