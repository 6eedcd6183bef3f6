// swift-tools-version: 6.1
import PackageDescription

// Benchmarks are a package of their own: whoever builds TableShell builds none of this.
//
// ordo-one/benchmark measures one thing against its own earlier runs. Here one engine is measured
// against another on the same input, the two taking turns, so that whatever else the machine does
// falls on both: it does not do that, so `Measuring` does.

/// A checkout of DifferenceKit to measure beside ours; `Scripts/bench` sets it.
let differenceKit = Context.environment["BENCH_DIFFERENCEKIT"]

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "TableShell", path: "../..")]
    + (differenceKit.map { [.package(name: "DifferenceKit", path: $0)] } ?? []),
  targets: [
    // What every benchmark needs: clock, taking turns, medians, memory, tables.
    .target(name: "Measuring"),
    .executableTarget(
      name: "bench-diff",
      dependencies: ["Measuring", .product(name: "BatchUpdates", package: "TableShell")]
        + (differenceKit == nil
          ? [] : [.product(name: "DifferenceKit", package: "DifferenceKit")]),
      swiftSettings: differenceKit == nil ? [] : [.define("DIFFERENCEKIT")]),
    // Whole programs on whole files, and the commands of a table that is loaded: through the program.
    .executableTarget(name: "bench-tables", dependencies: ["Measuring", "Bare"]),
    // Served and followed tables, and watched files: from a change to the reply.
    .executableTarget(name: "bench-live", dependencies: ["Measuring"]),
    // What the libraries that read databases and YAML take alone.
    .systemLibrary(name: "SQLiteSystem", pkgConfig: "sqlite3"),
    .systemLibrary(name: "YAMLSystem", pkgConfig: "yaml-0.1"),
    .target(name: "Bare", dependencies: ["SQLiteSystem", "YAMLSystem"]),
    // Rules and loaders in Lua, beside Lua as it comes.
    .systemLibrary(name: "PlainLuaSystem", pkgConfig: "lua5.4"),
    .target(name: "PlainLua", dependencies: ["PlainLuaSystem"]),
    .executableTarget(
      name: "bench-lua",
      dependencies: [
        "Measuring", "PlainLua", .product(name: "TableLua", package: "TableShell"),
        .product(name: "BatchUpdates", package: "TableShell"),
        .product(name: "TableInteraction", package: "TableShell"),
        .product(name: "TableKit", package: "TableShell"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
