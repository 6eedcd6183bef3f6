import Expectations
import TestSupport
import Testing

@testable import tablesh

/// What is installed and packed, put into a fresh root and run there.
struct PackageTests {
  private let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private func script(_ name: String, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(
      home: root, program: "\(Repository.root)/Scripts/\(name)", arguments,
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
  }

  /// Runs what was installed below a folder: the program on a table, its manual page and what
  /// completes its command lines.
  private func expectWorking(below prefix: String) throws {
    func sh(_ line: String) throws -> ChildProcess {
      try ChildProcess.run(
        home: root, program: "/bin/bash", ["-c", line],
        environment: ["PATH": "\(prefix)/bin:/usr/bin:/bin"])
    }
    try root.write("id,n\n1,a\n2,b\n", to: "t.csv")
    let edited = try sh("tablesh --no-init --quiet t.csv -c 'edit @2 n=x; save'; cat t.csv")
    expect(edited.output.hasSuffix("id,n\n1,a\n2,x\n"), "\(edited.errors)")
    try expect(sh("tablesh --version").output.hasPrefix("tablesh \(Version.number)"))
    let page = try sh("gzip -dc '\(prefix)/share/man/man1/tablesh.1.gz'").output
    expectEqual(page, ManualPage.text + "\n")
    let completed = try sh(
      """
      source '\(prefix)/share/bash-completion/completions/tablesh'
      COMP_WORDS=(tablesh ap); COMP_CWORD=1; COMP_LINE='tablesh ap'; COMP_POINT=10
      _tablesh; echo "${COMPREPLY[@]}"
      """)
    expect(completed.output.contains("apply"), "\(completed.errors)")
    try expectEqual(sh("test -s '\(prefix)/share/tablesh/lua/tablesh.lua'").status, 0)
    let lessons = try sh("'\(prefix)/bin/tablesh' lesson check '\(prefix)/share/tablesh/lessons'")
    expect(lessons.status == 0 && lessons.output.hasSuffix(" lessons checked\n"))
    try expect(
      sh("'\(prefix)/bin/tablesh' lesson").output.contains("  plans-1   What a plan says"))
    try expectEqual(
      sh("grep -c 'GNU readline' '\(prefix)/share/doc/tablesh/copyright'").output, "1\n")
  }

  /// Starts the program of an archive from anywhere, and where two libraries are missing.
  private func expectMissingLibrariesNamed(in archive: String) throws {
    // The names of two libraries are made others, of the same length, in what starts and in what is
    // started.
    let setUp = """
      set -e
      mkdir 'a place' && tar -C 'a place' --strip-components=1 -xzf '\(archive)'
      ln -s "$PWD/a place/bin/tablesh" link && ln -s link link-to-link && ln -s 'a place/bin' folder
      cp -R 'a place' broken
      sed -i 's/liblua5[.]4[.]so[.]0/liblua5.4.so.9/g; s/libreadline[.]so[.]8/libreadline.so.9/g' \
        broken/bin/tablesh broken/libexec/tablesh
      """
    try require(ChildProcess.run("/bin/sh", ["-c", setUp], directory: root.path).status == 0)
    let version = "tablesh \(Version.number)"
    for line in [
      "'a place/bin/tablesh'", "./link", "./link-to-link", "folder/tablesh",
      "PATH=\"$PWD/a place/bin:$PATH\" tablesh", "cd 'a place/bin'; sh tablesh",
      // Where no other program is found, neither is needed.
      "PATH=/nosuch; 'a place/bin/tablesh'",
    ] {
      let child = try ChildProcess.run(
        "/bin/sh", ["-c", line + " --version"], directory: root.path)
      expect(child.status == 0 && child.output.hasPrefix(version), "\(line): \(child.errors)")
    }

    let broken = try ChildProcess.run("\(root.path)/broken/bin/tablesh", ["--version"])
    expect(broken.status == 127 && broken.output.isEmpty)
    expectEqual(
      Self.sorted(broken.errors),
      "tablesh: these libraries are missing: liblua5.4.so.9 libreadline.so.9; "
        + "apt-get install liblua5.4-0 libreadline8")
    // Without ldd, and without apt-get.
    let bare = try ChildProcess.run(
      "\(root.path)/broken/bin/tablesh", environment: ["PATH": "/nosuch"])
    expect(bare.status == 127)
    expectEqual(
      Self.sorted(bare.errors),
      "tablesh: these libraries are missing: liblua5.4.so.9 libreadline.so.9")
  }

  /// A message on missing libraries, with their names and those of their packages in order: linkers
  /// differ in that.
  private static func sorted(_ message: String) -> String {
    message.split(separator: "\n").joined().replacing(#/(missing:|install)((?: [^ ;]+)+)/#) {
      $0.output.1 + " " + $0.output.2.split(separator: " ").sorted().joined(separator: " ")
    }
  }

  @Test("install puts all in place, again over itself, and --uninstall takes away that alone")
  func install() throws {
    let prefix = "\(root.path)/a place"
    for _ in 0..<2 {
      let child = try script("install", "--program", product("tablesh"), "--prefix", prefix)
      expectEqual(child.status, 0, "\(child.errors)")
    }
    try expectWorking(below: prefix)
    for (shell, file) in [
      ("zsh", "share/zsh/site-functions/_tablesh"),
      ("fish", "share/fish/vendor_completions.d/tablesh.fish"),
    ] {
      try expectEqual(ChildProcess.run("/usr/bin/\(shell)", ["-n", "\(prefix)/\(file)"]).status, 0)
    }
    try root.write("mine", to: "a place/share/mine")
    let gone = try script("install", "--uninstall", "--prefix", prefix)
    expectEqual(gone.status, 0, "\(gone.errors)")
    let left = try ChildProcess.run("/usr/bin/find", [prefix, "!", "-type", "d"]).output
    expectEqual(left, "\(prefix)/share/mine\n")
    try expectEqual(
      ChildProcess.run("/usr/bin/find", [prefix, "-mindepth", "1"]).output,
      "\(prefix)/share\n\(prefix)/share/mine\n")
    let again = try script("install", "--uninstall", "--prefix", prefix)
    expect(again.status == 1 && again.errors.contains("nothing of tablesh is installed in"))
    try expect(script("install", "--nosuch").errors.contains("what is '--nosuch'?"))
  }

  @Test(
    "the archive and the Debian package run from a fresh root, and say which libraries they need")
  func packages() throws {
    let child = try script(
      "package", "--program", product("tablesh"), "--for-this-system", "out")
    expectEqual(child.status, 0, "\(child.errors)")
    let files = child.output.split(separator: "\n").map { "\(root.path)/\($0)" }
    try require(files.count == 2)
    try expectEqual(
      ChildProcess.run("/bin/tar", ["-xzf", files[0]], directory: root.path).status, 0)
    let name = String(files[0].split(separator: "/").last?.dropLast(".tar.gz".count) ?? "")
    try expectWorking(below: "\(root.path)/\(name)")
    try expectMissingLibrariesNamed(in: files[0])

    let unpacked = "\(root.path)/debian"
    try expectEqual(ChildProcess.run("/usr/bin/dpkg-deb", ["-x", files[1], unpacked]).status, 0)
    try expectWorking(below: "\(unpacked)/usr")
    let needs = try ChildProcess.run("/usr/bin/dpkg-deb", ["-f", files[1], "Depends"]).output
    for library in [
      "libc6 (>= ", "liblua5.4-0 (>= ", "libreadline8", "libpcre2-8-0", "libsqlite3-0",
    ] {
      expect(needs.contains(library), "\(needs)")
    }
    // What is named is there.
    let control = try ChildProcess.run("/usr/bin/dpkg-deb", ["-f", files[1], "Version"]).output
    expectEqual(control, "\(Version.number)\n")
  }

  @Test("a program that needs a newer C library than Debian 12 has is not packed")
  func newerLibrary() throws {
    let line = "sed 's/GLIBC_2[.]34/GLIBC_2.99/g' /bin/true > newer && chmod +x newer"
    try require(ChildProcess.run("/bin/sh", ["-c", line], directory: root.path).status == 0)
    let child = try script("package", "--program", "newer", "out")
    expect(child.status == 1 && child.output.isEmpty)
    let message =
      "package: error: 'newer' needs a newer C library than that of Debian 12, 2.36: "
      + "__libc_start_main (2.99)"
    expect(child.errors.hasPrefix(message), "\(child.errors)")
    expect(
      child.errors.hasSuffix(
        "\nhint:  build on Debian 12, or pack for systems like this one alone: "
          + "Scripts/package --for-this-system\n"))
    expectEqual(root.names(), ["newer"])
  }

  @Test("the manual page has every command and option, and man finds no fault in it")
  func manual() throws {
    let page = try ChildProcess.run(product("tablesh"), ["--generate-manual"]).output
    for word in ["\\-\\-allow\\-read", "dedupe", "SUBCOMMANDS", "ENVIRONMENT", "delete\\-selected"]
    {
      expect(page.contains(word))
    }
    // Each example has a line of its own, with its meaning below.
    expect(
      page.contains("\n.TP\n.B top 10 --by pay\n") || page.contains("\nExamples:\n.RS\n.TP\n.B "))
    // A line that began with a dot or an apostrophe by chance would be taken for a request.
    let requests: Set = [
      ".TH", ".SH", ".SS", ".PP", ".IP", ".TP", ".TQ", ".B", ".br", ".nf", ".fi", ".RS", ".RE",
    ]
    for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
  }
}
