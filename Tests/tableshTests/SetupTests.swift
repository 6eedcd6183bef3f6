import Expectations
import TestSupport
import Testing

/// What `Scripts/run` and `Scripts/setup` do, with a compiler and a list of packages that are none.
struct SetupTests {
  private let root: TemporaryFolder

  /// A tree with the two scripts, and in `bin` what they call, which notes its calls.
  init() throws {
    root = try TemporaryFolder()
    let programs = [
      "dpkg-query": """
      shift 3
      for name; do printf '%s=installed ' "$name"; done
      """,
      "apt-get": "exit 1",
      "swift": """
      case $1 in
        --version) cat "$0.version" ;;
        build)
          test ! -e "$3/broken" || { echo 'Sources/a.swift:1:1: error: no'; exit 1; }
          echo 'Fetching https://example.org/arguments'
          echo '[1/2] Compiling a.swift'
          mkdir -p "$3/.build/release"
          printf '#!/bin/sh\\necho "tablesh $*"\\n' >"$3/.build/release/tablesh"
          chmod +x "$3/.build/release/tablesh" ;;
      esac
      """,
    ]
    try sh(
      "mkdir -p bin tree/Sources tree/Scripts && touch tree/Package.swift tree/Sources/a.swift")
    try sh("cd \(Repository.root)/Scripts && cp run setup flags \(root.path)/tree/Scripts/")
    for (name, text) in programs {
      let calls = "echo \"${0##*/} $1\" >>\"${0%/*}/../calls\"\n"
      try root.write("#!/bin/sh\n" + calls + text + "\n", to: "bin/\(name)")
    }
    try root.write("Swift version 6.1.3 (swift-6.1.3-RELEASE)\n", to: "bin/swift.version")
    try sh("chmod +x bin/*")
  }

  private func sh(_ line: String) throws {
    let child = try ChildProcess.run("/bin/sh", ["-c", line], directory: root.path)
    try require(child.status == 0, "\(line): \(child.errors)")
  }

  private func script(_ name: String, _ arguments: [String] = []) throws -> ChildProcess {
    try ChildProcess.run(
      "\(root.path)/tree/Scripts/\(name)", arguments,
      environment: ["PATH": "\(root.path)/bin:/usr/bin:/bin"], directory: root.path)
  }

  @Test("run says from the start that it builds, and how long it took, and builds only what is new")
  func builds() throws {
    let first = try script("run", ["--version"])
    expectEqual(first.output, "tablesh --version\n")
    expect(
      first.errors.wholeMatch(
        of: #/building tablesh, which takes some minutes the first time\nbuilt in \d+ s\n/#) != nil,
      "\(first.errors)")
    expectEqual(root.read("calls"), "swift --version\ndpkg-query -W\nswift build\n")

    for _ in 0..<2 {
      let again = try script("run", ["-c", "help"])
      expect(again.output == "tablesh -c help\n" && again.errors.isEmpty, "\(again.errors)")
    }
    expectEqual(root.read("calls"), "swift --version\ndpkg-query -W\nswift build\n")

    for change in [
      "touch tree/Sources/a.swift", "touch tree/Package.swift", "rm tree/Sources/a.swift",
    ] {
      try sh("rm calls; " + change)
      let changed = try script("run")
      expect(changed.output.hasSuffix("/tree/Examples/crew-selection/crew.json\n"))
      expect(
        changed.errors.wholeMatch(of: #/building tablesh\nbuilt in \d+ s\n/#) != nil,
        "\(change): \(changed.errors)")
      expectEqual(root.read("calls"), "swift --version\ndpkg-query -W\nswift build\n")
    }
  }

  @Test("what does not build is said, and built again the next time")
  func broken() throws {
    try sh("touch tree/broken")
    for _ in 0..<2 {
      let child = try script("run")
      expect(child.status == 1 && child.output.isEmpty)
      expect(
        child.errors.hasSuffix(
          "Sources/a.swift:1:1: error: no\n"
            + "run: error: tablesh does not build; its messages are above\n"))
    }
    try sh("rm tree/broken")
    try expectEqual(script("run").status, 0)
  }

  @Test("setup says nothing when all is there, and refuses an option that it does not have")
  func complete() throws {
    for arguments in [[], ["--test"], ["--swift"]] {
      let child = try script("setup", arguments)
      expect(child.status == 0 && child.output.isEmpty && child.errors.isEmpty, "\(child.errors)")
    }
    let unknown = try script("setup", ["--nosuch"])
    expectEqual(unknown.status, 1)
    expectEqual(
      unknown.errors,
      "setup: error: what is '--nosuch'?\nhint:  Scripts/setup [--test | --browser | --swift]\n")
    try expect(script("setup", ["--help"]).output.contains("Scripts/setup --test"))
  }

  @Test(
    "a toolchain that is too old is refused, and a newer one is not",
    arguments: [("5.10", false), ("6.0.3", false), ("6.1", true), ("6.10.2", true), ("10.0", true)])
  func version(number: String, isEnough: Bool) throws {
    try root.write("Apple Swift version \(number) (swift)\n", to: "bin/swift.version")
    let child = try script("setup", ["--swift"])
    expectEqual(child.status, isEnough ? 0 : 1)
    let short = number.split(separator: ".").prefix(2).joined(separator: ".")
    expect(
      isEnough
        ? child.errors.isEmpty
        : child.errors.hasPrefix("setup: error: Swift \(short) found, 6.1 or later needed\nhint:  ")
    )
  }

  @Test("where there is no toolchain, the hint has lines to type that fetch one")
  func noToolchain() throws {
    try sh("rm bin/swift && cd bin && ln -s \"$(command -v id)\" \"$(command -v uname)\" .")
    try sh("cd bin && ln -s \"$(command -v grep)\" \"$(command -v bash)\" .")
    let child = try ChildProcess.run(
      "/bin/bash", ["\(root.path)/tree/Scripts/setup", "--swift"],
      environment: ["PATH": "\(root.path)/bin"])
    expect(child.status == 1 && child.output.isEmpty)
    let lines = child.errors.split(separator: "\n")
    expectEqual(lines[0], "setup: error: no Swift toolchain found, 6.1 or later needed")
    expect(lines[1].hasPrefix("hint:  type these lines, "))
    let typed = lines.dropFirst(2)
    expect(typed.count >= 4 && typed.allSatisfy { $0.hasPrefix("  ") })
    expect(typed.contains { $0.contains("curl -fL") && $0.contains("https://download.swift.org/") })
    for line in typed {
      try expectEqual(ChildProcess.run("/bin/bash", ["-n", "-c", String(line)]).status, 0)
    }
  }
}
