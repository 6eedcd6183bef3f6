// swift-tools-version: 6.1
import PackageDescription

/// Checked invariants (STYLE: `checkInvariants()` after every change) cost time, so they are
/// compiled in debug builds only.
let checks: [SwiftSetting] = [
  .define("TABLE_INTERNAL_CHECKS", .when(configuration: .debug))
]

let package = Package(
  name: "TableShell",
  products: [
    .library(name: "BatchUpdates", targets: ["BatchUpdates"]),
    .library(name: "TableKit", targets: ["TableKit"]),
    .library(name: "TableInteraction", targets: ["TableInteraction"]),
    .library(name: "TableLua", targets: ["TableLua"]),
    .library(name: "TableRules", targets: ["TableRules"]),
    .executable(name: "tablesh", targets: ["tablesh"]),
    // Loaded by tests into the program, to make calls of the system fail. For nobody else: a dynamic
    // library is built only where it is a product, and a package has no products that are hidden.
    .library(name: "Faults", type: .dynamic, targets: ["CFaults"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // The heart: no import of anything outside this package.
    .target(name: "BatchUpdates", swiftSettings: checks),
    .target(name: "Wording"),
    .target(name: "TableKit", dependencies: ["BatchUpdates", "Wording"], swiftSettings: checks),
    // Hands and eyes: selection by UIKit's rules, touches, drags, the viewport, snapshots.
    .target(
      name: "TableInteraction", dependencies: ["TableKit", "TableRules", "Wording"],
      swiftSettings: checks),
    // The rules of UIKit's table views, as data.
    .target(name: "TableRules"),
    // What a user of the library alone would write; on Apple's systems with code for UIKit.
    .executableTarget(
      name: "BatchUpdatesExample", dependencies: ["BatchUpdates"],
      path: "Examples/batch-updates", exclude: ["README.md", "output.txt"]),

    // How much memory is left.
    .systemLibrary(name: "CMalloc"),
    .target(name: "Memory", dependencies: ["CMalloc"]),

    // Lua 5.4. CLua's public header does not include lua.h: Swift cannot call what longjmps.
    .systemLibrary(name: "CLuaSystem", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .target(
      name: "CLua", dependencies: ["CLuaSystem"],
      cSettings: [.unsafeFlags(["-Wall", "-Wextra"])]),
    .target(name: "Lua", dependencies: ["CLua", "Memory"]),

    // GNU readline, likewise behind functions. No pkgConfig: its flags are prohibited ones.
    .systemLibrary(name: "CReadlineSystem", providers: [.apt(["libreadline-dev"])]),
    .target(
      name: "CReadline", dependencies: ["CReadlineSystem"],
      cSettings: [.unsafeFlags(["-Wall", "-Wextra"])],
      linkerSettings: [.linkedLibrary("readline")]),
    .target(name: "Terminal", dependencies: ["CReadline", "Wording"]),

    // Width of text on a terminal.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),

    // Packed files.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // Where cells end in delimited text, by vector instructions.
    .target(name: "CScan", cSettings: [.unsafeFlags(["-Wall", "-Wextra"])]),

    // Extended attributes of files, and exchanging two: headers of the C library.
    .systemLibrary(name: "CFileSystem"),

    // The middle: none of these knows another.
    .target(
      name: "TableSources",
      dependencies: [
        "TableKit", "Wording", "Memory", "CScan", "CZlib", "CFileSystem",
        .product(name: "Yams", package: "Yams"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: checks),
    .target(
      name: "TablePrinters", dependencies: ["TableKit", "Wording", "CUTF8Proc"],
      swiftSettings: checks),
    .target(
      name: "TableLua", dependencies: ["TableInteraction", "Wording", "Lua", "Memory"],
      swiftSettings: checks),

    .target(
      name: "TableShell",
      dependencies: [
        "TableInteraction", "TableRules", "TableSources", "TablePrinters", "TableLua", "Wording",
        "Lua", "Memory",
      ],
      swiftSettings: checks),
    .executableTarget(
      name: "tablesh",
      dependencies: [
        "TableShell", "TableLua", "TablePrinters", "TableSources", "Terminal", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // The interpreter as it comes, to compare ours with.
    .target(name: "CStockLua", dependencies: ["CLuaSystem"], path: "Tests/CStockLua"),
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "CFaults", path: "Tests/CFaults", cSettings: [.unsafeFlags(["-Wall", "-Wextra"])]),
    .target(
      name: "TestSupport",
      dependencies: ["BatchUpdates", "TableKit", "TableInteraction", "CTestSupport"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "BatchUpdatesTests",
      dependencies: ["BatchUpdates", "BatchUpdatesExample", "TableRules", "TestSupport"]),
    .testTarget(name: "TableKitTests", dependencies: ["TableKit", "TestSupport"]),
    .testTarget(name: "TableRulesTests", dependencies: ["TableRules", "TestSupport"]),
    .testTarget(name: "WordingTests", dependencies: ["Wording"]),
    .testTarget(
      name: "TableInteractionTests",
      dependencies: ["TableInteraction", "TableRules", "TestSupport"]),
    .testTarget(name: "MemoryTests", dependencies: ["Memory", "TestSupport"]),
    .testTarget(name: "LuaTests", dependencies: ["Lua", "CStockLua"]),
    .testTarget(name: "TableLuaTests", dependencies: ["TableLua", "Lua", "TestSupport"]),
    .testTarget(
      name: "TableSourcesTests",
      dependencies: [
        "TableSources", "CFileSystem", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    .testTarget(name: "TablePrintersTests", dependencies: ["TablePrinters", "TestSupport"]),
    .testTarget(
      name: "TableShellTests",
      dependencies: ["TableShell", "TableLua", "Lua", "Wording", "TestSupport"]),
    // A shell that echoes, so that the terminal is tested apart from the tables.
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Terminal", "Wording"], path: "Tests/TerminalProbe"),
    .testTarget(
      name: "TerminalTests", dependencies: ["Terminal", "TerminalProbe", "TestSupport"]),
    .testTarget(
      name: "tableshTests",
      dependencies: [
        "tablesh", "CFileSystem", "Wording", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    // Real files that `Scripts/gather` fetches.
    .testTarget(
      name: "GatheredTests", dependencies: ["TableSources", "TableKit", "TestSupport"],
      exclude: ["files.txt", "refused.txt"]),
    // Random rounds against models of what must hold: the formats, the journal, kills.
    .testTarget(
      name: "ModelTests",
      dependencies: [
        "TableSources", "TableKit", "BatchUpdates", "tablesh", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Yams", package: "Yams"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// `Scripts/test --long` tests batch updates and real files and runs the models, and
// `Scripts/test --sanitize` tests Lua, in the shell as well, and the threads of tables and sources.
// What these do not need is not built for them.
let common = [
  "BatchUpdates", "Wording", "TableKit", "TableRules", "TableInteraction", "CTestSupport",
  "TestSupport",
]
let lua = ["CMalloc", "Memory", "CLuaSystem", "CLua", "Lua", "TableLua"]
let shell = [
  "CUTF8Proc", "CZlib", "CScan", "CFileSystem", "TableSources", "TablePrinters",
  "TableShell",
]
var needed: [String]?
if Context.environment["TABLE_LONG_TESTS"] == "1" {
  needed = common + lua + shell
  needed? += ["CReadlineSystem", "CReadline", "Terminal", "tablesh"]
  needed? += ["BatchUpdatesExample", "BatchUpdatesTests", "GatheredTests", "ModelTests"]
}
if let part = Context.environment["TABLE_LUA_TESTS"] {
  needed = common + lua + ["CStockLua", "LuaTests", "TableLuaTests"]
  if part == "shell" { needed? += shell + ["TableShellTests"] }
}
if Context.environment["TABLE_THREAD_TESTS"] == "1" {
  needed =
    common + [
      "CMalloc", "Memory", "CZlib", "CScan", "CFileSystem", "TableSources", "TableKitTests",
      "TableInteractionTests", "TableSourcesTests",
    ]
}
if let needed {
  package.products = []
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return true }
    return !needed.contains(
      location.hasSuffix("swift-argument-parser") ? "tablesh" : "TableSources")
  }
  package.targets.removeAll { !needed.contains($0.name) }
}
