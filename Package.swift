// swift-tools-version: 6.1
import Foundation
import PackageDescription

/// True where another package depends on this one by version, so that it gets the libraries alone:
/// nothing else is fetched for it, and no target has unsafe flags, which are forbidden there.
///
/// The package manager reads this manifest in "/" while it looks for versions, and then in the folder
/// `checkouts` beside its `workspace-state.json`. Anywhere else, a folder of one's own named
/// `checkouts` included, the package is whole.
let isDependency: Bool = {
  let place = URL(fileURLWithPath: Context.packageDirectory)
  let folder = place.deletingLastPathComponent()
  let state = folder.deletingLastPathComponent().appendingPathComponent("workspace-state.json")
  return place.path == "/"
    || folder.lastPathComponent == "checkouts" && FileManager.default.fileExists(atPath: state.path)
}()

/// Checked invariants (STYLE: `checkInvariants()` after every change) cost time, so they are
/// compiled in debug builds only, and not into those of other packages.
let checks: [SwiftSetting] =
  isDependency ? [] : [.define("TABLE_INTERNAL_CHECKS", .when(configuration: .debug))]

/// All warnings of the C compiler.
let warnings: [CSetting] = isDependency ? [] : [.unsafeFlags(["-Wall", "-Wextra"])]

/// The toolchain's own linker, which is the fastest; nothing finds symbols in the program, and relocations
/// are packed, which the C library of Debian 12 can read. Both make the program a tenth smaller.
let linking: [LinkerSetting] =
  isDependency
  ? []
  : [
    .unsafeFlags(
      [
        "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "-z", "-Xlinker",
        "pack-relative-relocs",
      ], .when(platforms: [.linux]))
  ]

/// A checkout of DifferenceKit to measure beside ours; `Scripts/bench` sets it.
let differenceKit = isDependency ? nil : Context.environment["BENCH_DIFFERENCEKIT"]

let package = Package(
  name: "TableShell",
  // The first that have `Identifiable`, and the main actor. The program needs more: `Mutex`, `Int128`.
  platforms: [
    .iOS(.v13), .macCatalyst(.v13), .macOS(isDependency ? .v10_15 : .v15), .tvOS(.v13),
    .watchOS(.v6),
  ],
  // For others: what stands on the heart alone. All else is the program's own.
  products: [
    .library(name: "BatchUpdates", targets: ["BatchUpdates"]),
    .library(name: "BatchUpdatesUIKit", targets: ["BatchUpdatesUIKit"]),
    .library(name: "BatchUpdatesAppKit", targets: ["BatchUpdatesAppKit"]),
    .library(name: "BatchUpdatesTesting", targets: ["BatchUpdatesTesting"]),
    .library(name: "BatchRecording", targets: ["BatchRecording"]),
    .library(name: "BatchCheck", targets: ["BatchCheck"]),
    .executable(name: "tablesh", targets: ["tablesh"]),
    // Loaded by tests into the program, to make calls of the system fail. For nobody else: a dynamic
    // library is built only where it is a product, and a package has no products that are hidden.
    .library(name: "Faults", type: .dynamic, targets: ["CFaults"]),
  ],
  // The rooms: parts of `tablesh` that can be left out. `swift build --product tablesh
  // --disable-default-traits` leaves out all of them.
  traits: [
    .trait(name: "Pages", description: "Recordings of tables, and pages that play them."),
    .trait(name: "PostgreSQL", description: "Tables of PostgreSQL and of servers like it."),
    .trait(name: "Firebase", description: "Realtime Databases, and tables that are served as one."),
    .trait(name: "Lessons", description: "Lessons on how tables change."),
    .trait(name: "Check", description: "Batch updates judged, and crash logs explained."),
    .trait(name: "SQLite", description: "Databases of SQLite, and queries over open tables."),
    .default(enabledTraits: ["Pages", "PostgreSQL", "Firebase", "Lessons", "Check", "SQLite"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ] + (differenceKit.map { [.package(name: "DifferenceKit", path: $0)] } ?? []),
  targets: [
    // The heart: no import of anything outside this package.
    .target(name: "BatchUpdates", exclude: ["README.md"], swiftSettings: checks),
    // Shows plans in views of UIKit; empty where there is none.
    .target(name: "BatchUpdatesUIKit", dependencies: ["BatchUpdates"]),
    // Likewise in views of AppKit.
    .target(name: "BatchUpdatesAppKit", dependencies: ["BatchUpdates"]),
    // For the tests of apps: it needs Swift Testing, and XCTest where there is one.
    .target(name: "BatchUpdatesTesting", dependencies: ["BatchUpdates"]),
    // For apps: what they did to a view before it crashed.
    .target(name: "BatchRecording", dependencies: ["BatchUpdates"]),
    // What UIKit's exceptions mean, found in crash logs.
    .target(name: "BatchCheck", dependencies: ["BatchUpdates"]),
    // Swift and Objective-C, read for the batch in it.
    .target(name: "BatchCode", dependencies: ["BatchUpdates", "Wording"]),
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
      name: "BatchUpdatesExample",
      dependencies: ["BatchRecording", "BatchUpdates", "BatchUpdatesUIKit"],
      path: "Examples/batch-updates", exclude: ["README.md", "output.txt"],
      // Only what is public, as others have it.
      packageAccess: false),

    // The C library of the system, whichever it is.
    .target(name: "LibC"),

    // How much memory is left.
    .systemLibrary(name: "CMalloc"),
    .target(name: "Memory", dependencies: ["CMalloc", "LibC"]),

    // Lua 5.4. CLua's public header does not include lua.h: Swift cannot call what longjmps.
    .systemLibrary(
      name: "CLuaSystem", pkgConfig: "lua5.4",
      providers: [.apt(["liblua5.4-dev"]), .brew(["lua@5.4"])]),
    .target(
      name: "CLua", dependencies: ["CLuaSystem"],
      cSettings: warnings),
    .target(name: "Lua", dependencies: ["CLua", "LibC", "Memory"]),

    // GNU readline, likewise behind functions. No pkgConfig: its flags are prohibited ones.
    .systemLibrary(
      name: "CReadlineSystem", providers: [.apt(["libreadline-dev"]), .brew(["readline"])]),
    .target(
      name: "CReadline", dependencies: ["CReadlineSystem"],
      cSettings: warnings,
      linkerSettings: [.linkedLibrary("readline")]),
    .target(name: "Terminal", dependencies: ["CReadline", "LibC", "Wording"]),

    // Width of text on a terminal.
    .systemLibrary(
      name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"]), .brew(["utf8proc"])]),

    // Libraries that are opened when first used.
    .target(name: "CLibraries", cSettings: warnings),

    // Packed files.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Of these, only gzip is linked; the libraries of the others are opened when first used.
    .target(name: "CPacking", dependencies: ["CLibraries", "CZlib"], cSettings: warnings),

    // Events of YAML.
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    // Databases.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),

    // Regular expressions.
    .systemLibrary(
      name: "CPCRE2", pkgConfig: "libpcre2-8",
      providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),

    // Where cells end in delimited text, by vector instructions.
    .target(name: "CScan", cSettings: warnings),

    // A server and a client of HTTP, by libraries that are opened when first used: nothing is linked.
    .target(name: "CNetwork", dependencies: ["CLibraries"], cSettings: warnings),
    .target(name: "HTTP", dependencies: ["CNetwork", "LibC", "Wording"], swiftSettings: checks),

    // A client of PostgreSQL, by a library that is opened when first used.
    .target(name: "CPostgres", dependencies: ["CLibraries"], cSettings: warnings),
    .target(
      name: "Postgres", dependencies: ["CPostgres", "LibC", "Wording"], swiftSettings: checks),

    // Extended attributes of files, and exchanging two: headers of the C library.
    .systemLibrary(name: "CFileSystem"),

    // The middle: none of these knows another.
    .target(
      name: "TableSources",
      dependencies: [
        "TableKit", "Wording", "Memory", "LibC", "CPacking", "CScan", "CYAML", "CFileSystem",
      ],
      swiftSettings: checks,
      // For encodings; elsewhere it is in the C library.
      linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
    // Waiting for what others do to files, and for what comes over connections.
    .target(name: "TableLive", dependencies: ["CFileSystem", "LibC"], swiftSettings: checks),
    .target(
      name: "TablePrinters", dependencies: ["TableKit", "Wording", "CUTF8Proc"],
      swiftSettings: checks),
    .target(
      name: "TableLua", dependencies: ["TableInteraction", "Wording", "LibC", "Lua", "Memory"],
      swiftSettings: checks),

    // A typed line read: words, forms, targets, and what may stand at the cursor.
    .target(
      name: "CommandLanguage", dependencies: ["TableKit", "LibC", "Wording"],
      swiftSettings: checks),
    .target(
      name: "TableShell",
      dependencies: [
        "CommandLanguage", "TableInteraction", "TableRules", "TableSources", "TableLive", "HTTP",
        "TablePrinters", "TableLua", "Wording", "LibC", "Lua", "Memory", "CPCRE2",
      ],
      swiftSettings: checks),

    // The rooms, each with what it brings into the shell; they do not know each other.
    .target(
      name: "TablePostgres",
      dependencies: ["CommandLanguage", "TableShell", "HTTP", "LibC", "Postgres"],
      swiftSettings: checks),
    .target(
      name: "TableFirebase", dependencies: ["TableShell", "HTTP", "LibC", "Wording"],
      swiftSettings: checks),
    .target(
      name: "TableLessons", dependencies: ["CommandLanguage", "TableShell", "LibC"],
      swiftSettings: checks),
    .target(
      name: "TableCheck", dependencies: ["BatchCheck", "BatchCode", "TableShell"],
      swiftSettings: checks),
    .target(
      name: "TableSQLite",
      dependencies: ["CommandLanguage", "TableShell", "CSQLite", "LibC", "Wording"],
      swiftSettings: checks),
    // Recordings of what happened to a table, and pages that show them; the player is in the program.
    .target(
      name: "TablePages",
      dependencies: ["CommandLanguage", "TableShell", "HTTP", "LibC", "CPlayer"],
      exclude: ["Player"],
      swiftSettings: checks),
    .target(name: "CPlayer", cSettings: warnings),
    // The list of them.
    .target(
      name: "Rooms",
      dependencies: [
        "TableShell",
        .target(name: "TablePages", condition: .when(traits: ["Pages"])),
        .target(name: "TablePostgres", condition: .when(traits: ["PostgreSQL"])),
        .target(name: "TableFirebase", condition: .when(traits: ["Firebase"])),
        .target(name: "TableLessons", condition: .when(traits: ["Lessons"])),
        .target(name: "TableCheck", condition: .when(traits: ["Check"])),
        .target(name: "TableSQLite", condition: .when(traits: ["SQLite"])),
      ]),
    .target(name: "CArguments", cSettings: warnings),
    // How the program ends where it is refused memory.
    .target(name: "CEnding", cSettings: warnings),
    // What is linked, and from which commit.
    .target(
      name: "CVersion",
      dependencies: [
        "CLuaSystem", "CReadlineSystem", "CZlib", "CYAML", "CUTF8Proc", "CPCRE2",
      ],
      cSettings: Context.environment["TABLESH_COMMIT"].map { [.define("TABLESH_COMMIT", to: $0)] }
        ?? []),
    .executableTarget(
      name: "tablesh",
      dependencies: [
        "CArguments", "CEnding", "CVersion", "CommandLanguage", "LibC", "Rooms", "TableShell",
        "TableLua", "TablePrinters", "TableSources", "Terminal", "Wording",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      linkerSettings: linking),

    // Benchmarks, which `Scripts/bench` builds and runs. ordo-one/benchmark measures one thing against its
    // own earlier runs. Here one engine is measured against another on the same input, the two taking
    // turns, so that whatever else the machine does falls on both: it does not do that, so `Measuring`
    // does.
    .target(name: "Measuring", path: "Scripts/benchmarks/Sources/Measuring"),
    .executableTarget(
      name: "bench-diff",
      dependencies: ["Measuring", "BatchUpdates"]
        + (differenceKit == nil
          ? [] : [.product(name: "DifferenceKit", package: "DifferenceKit")]),
      path: "Scripts/benchmarks/Sources/bench-diff",
      swiftSettings: differenceKit == nil ? [] : [.define("DIFFERENCEKIT")]),
    // Whole programs on whole files, and the commands of a table that is loaded: through the program.
    .executableTarget(
      name: "bench-tables", dependencies: ["Measuring", "Bare"],
      path: "Scripts/benchmarks/Sources/bench-tables"),
    // Served and followed tables, and watched files: from a change to the reply.
    .executableTarget(
      name: "bench-live", dependencies: ["Measuring"],
      path: "Scripts/benchmarks/Sources/bench-live"),
    // What the libraries that read databases and YAML take alone.
    .target(
      name: "Bare", dependencies: ["CSQLite", "CYAML"], path: "Scripts/benchmarks/Sources/Bare"),
    // Rules and loaders in Lua, beside Lua as it comes.
    .target(
      name: "PlainLua", dependencies: ["CLuaSystem"], path: "Scripts/benchmarks/Sources/PlainLua"),
    .executableTarget(
      name: "bench-lua",
      dependencies: [
        "Measuring", "PlainLua", "TableLua", "BatchUpdates", "TableInteraction", "TableKit",
      ], path: "Scripts/benchmarks/Sources/bench-lua"),

    // The interpreter as it comes, to compare ours with.
    .target(name: "CStockLua", dependencies: ["CLuaSystem"], path: "Tests/CStockLua"),
    // Checks of tests, by functions: macros are three quarters of what compiling tests takes.
    .target(name: "Expectations", path: "Tests/Expectations"),
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "CFaults", path: "Tests/CFaults", cSettings: warnings),
    .target(
      name: "TestSupport",
      dependencies: [
        "Expectations", "BatchUpdates", "TableKit", "TableInteraction", "CTestSupport",
      ],
      path: "Tests/TestSupport"),
    .target(
      name: "DatabaseSupport", dependencies: ["CSQLite"], path: "Tests/DatabaseSupport"),
    .testTarget(
      name: "BatchUpdatesTests",
      dependencies: [
        "Expectations",
        "BatchCheck", "BatchCode", "BatchRecording", "BatchUpdates", "BatchUpdatesAppKit",
        "BatchUpdatesExample", "BatchUpdatesTesting",
        "TableRules", "TestSupport",
      ],
      exclude: ["Crashes"]),
    .testTarget(name: "TableKitTests", dependencies: ["Expectations", "TableKit", "TestSupport"]),
    .testTarget(
      name: "TableRulesTests", dependencies: ["Expectations", "TableRules", "TestSupport"]),
    .testTarget(name: "ExpectationsTests", dependencies: ["Expectations", "TestSupport"]),
    .testTarget(name: "WordingTests", dependencies: ["Expectations", "Wording"]),
    .testTarget(
      name: "TableInteractionTests",
      dependencies: ["Expectations", "TableInteraction", "TableRules", "TestSupport"]),
    .testTarget(name: "MemoryTests", dependencies: ["Expectations", "Memory", "TestSupport"]),
    .testTarget(
      name: "LuaTests", dependencies: ["Expectations", "Lua", "CStockLua", "TestSupport"]),
    .testTarget(
      name: "TableLuaTests", dependencies: ["Expectations", "TableLua", "Lua", "TestSupport"]),
    .testTarget(
      name: "TableSourcesTests",
      dependencies: [
        "Expectations",
        "TableSources", "CFileSystem", "TestSupport",
      ]),
    .testTarget(
      name: "TableSQLiteTests",
      dependencies: [
        "Expectations", "TableSQLite", "CSQLite", "DatabaseSupport", "LibC", "TestSupport",
      ]),
    // A program that uses the network, to see what it loads and when.
    .executableTarget(name: "HTTPProbe", dependencies: ["HTTP"], path: "Tests/HTTPProbe"),
    .testTarget(
      name: "HTTPTests",
      dependencies: ["Expectations", "HTTP", "HTTPProbe", "TestSupport", "Wording"]),
    .target(
      name: "LiveSupport", dependencies: ["TableFirebase", "HTTP", "TestSupport"],
      path: "Tests/LiveSupport"),
    // A server of PostgreSQL that a test starts and ends.
    .target(
      name: "PostgresSupport", dependencies: ["Postgres", "CTestSupport", "TestSupport"],
      path: "Tests/PostgresSupport"),
    .testTarget(
      name: "PostgresTests",
      dependencies: ["Expectations", "Postgres", "PostgresSupport", "TestSupport"]),
    .testTarget(
      name: "TableLiveTests", dependencies: ["Expectations", "TableLive", "TestSupport"]),
    .testTarget(
      name: "TableFirebaseTests",
      dependencies: ["Expectations", "TableFirebase", "HTTP", "LiveSupport", "TestSupport"]),
    .testTarget(
      name: "TablePostgresTests",
      dependencies: ["Expectations", "TablePostgres", "Postgres", "PostgresSupport", "TestSupport"]),
    .testTarget(
      name: "TablePrintersTests", dependencies: ["Expectations", "TablePrinters", "TestSupport"]),
    .testTarget(
      name: "TablePagesTests",
      dependencies: [
        "Expectations", "TablePages", "TableShell", "TableSources", "HTTP", "TestSupport",
      ]),
    // Reading lines as tests of the language and of its commands do.
    .target(
      name: "LanguageSupport", dependencies: ["CommandLanguage"], path: "Tests/LanguageSupport"),
    .testTarget(
      name: "CommandLanguageTests",
      dependencies: ["Expectations", "CommandLanguage", "LanguageSupport", "TableKit"]),
    .testTarget(
      name: "TableShellTests",
      dependencies: [
        "Expectations",
        "CommandLanguage", "LanguageSupport", "TableShell", "Rooms", "TableFirebase",
        "TableLessons", "TablePostgres", "TableSQLite", "TableLive",
        "TableLua", "TablePages", "DatabaseSupport", "HTTP", "LiveSupport", "Lua",
        "Postgres", "PostgresSupport", "Wording", "TestSupport",
      ]),
    // A shell that echoes, so that the terminal is tested apart from the tables.
    .executableTarget(
      name: "TerminalProbe", dependencies: ["Terminal", "Wording"], path: "Tests/TerminalProbe"),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Expectations", "Terminal", "TerminalProbe", "TestSupport", "Wording"]),
    .testTarget(
      name: "tableshTests",
      dependencies: [
        "Expectations",
        "tablesh", "CEnding", "CFileSystem", "DatabaseSupport", "HTTP", "LiveSupport",
        "PostgresSupport",
        "BatchRecording", "BatchUpdatesTesting", "TableFirebase", "TablePages", "Terminal",
        "Wording", "TestSupport",
      ]),
    // Real files that `Scripts/gather` fetches.
    .testTarget(
      name: "GatheredTests",
      dependencies: ["Expectations", "TableSources", "TableKit", "TestSupport"],
      exclude: ["files.txt", "refused.txt"]),
    // Random rounds against models of what must hold: the formats, the journal, kills.
    .testTarget(
      name: "ModelTests",
      dependencies: [
        "Expectations",
        "TableSQLite", "TableShell", "TableSources", "TableKit", "TableInteraction", "BatchUpdates",
        "tablesh", "CYAML",
        "DatabaseSupport", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Optimised tests (`Scripts/test`) test optimised code, but what they say themselves runs once: it is not
// optimised, which would take as long as all the rest.
if !isDependency {
  for target in package.targets where target.path?.hasPrefix("Tests/") ?? (target.type == .test) {
    guard ![.system, .plugin, .binary, .macro].contains(target.type) else { continue }
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags(["-Onone"], .when(configuration: .release))
      ]
  }
}

// Commands and what they print run once for each line that is typed: they are made small. What is done to all
// rows of a table is elsewhere.
let small = ["TableShell", "TablePages", "TableFirebase", "TableLessons", "TableCheck", "tablesh"]
if !isDependency {
  for target in package.targets where small.contains(target.name) {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [
        .unsafeFlags(["-Osize"], .when(configuration: .release))
      ]
  }
}

// The package manager compiles a target again when one that it names has changed, but not when one further down
// has: so each names all that it stands on, programs excepted.
let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
for target in package.targets where target.type != .system {
  var names: Set<String> = []
  var next = [target]
  while let above = next.popLast() {
    for case .byNameItem(let name, condition: nil) in above.dependencies {
      guard names.insert(name).inserted, let below = targets[name] else { continue }
      if below.type != .executable { next.append(below) }
    }
  }
  for case .byNameItem(let name, _) in target.dependencies { names.remove(name) }
  target.dependencies += names.filter { targets[$0]?.type != .executable }.sorted()
    .map { .byNameItem(name: $0, condition: nil) }
}

// `TABLE_TARGETS=TableKitTests,LuaTests` leaves out what these targets do not need, so that it is not
// built for them: see `Scripts/test`. A package that depends on this one needs the libraries.
let libraries = package.products.compactMap { $0 as? Product.Library }.filter {
  $0.type != .dynamic
}
let wanted =
  isDependency
  ? libraries.flatMap(\.targets)
  : Context.environment["TABLE_TARGETS"]?.split(separator: ",").map(String.init)
if var next = wanted {
  var needed: Set<String> = []
  var packages: Set<String> = []
  // Loaded by these, not linked.
  if next.contains("tableshTests") { next.append("CFaults") }
  while let name = next.popLast() {
    guard needed.insert(name).inserted else { continue }
    guard let target = package.targets.first(where: { $0.name == name }) else {
      fatalError("TABLE_TARGETS: no target '\(name)'")
    }
    for dependency in target.dependencies {
      switch dependency {
      case .byNameItem(let name, _), .targetItem(let name, _): next.append(name)
      case .productItem(_, let package, _, _): packages.insert(package ?? "")
      @unknown default: break
      }
    }
  }
  package.products.removeAll { product in
    let targets = (product as? Product.Library)?.targets ?? ["tablesh"]
    return !needed.isSuperset(of: targets)
  }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
    return !packages.contains { location.hasSuffix("/" + $0) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
}
