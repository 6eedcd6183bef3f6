import Expectations
import Glibc
import TestSupport
import Testing

/// Saving a file that no other file can replace.
struct InPlaceTests {
  private static let table = "id,name\n1,Ann\n2,Bob\n"
  private static let saved = "id,name\n1,Zoe\n2,Bob\n"
  private static let edit = "edit 0:0 name=Zoe"

  private func folder(_ text: String = table, name: String = "t.csv") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    mkdir(folder.path + "/d", 0o700)
    try folder.write(text, to: "d/" + name)
    return folder
  }

  private func run(
    _ lines: String..., fault: [String: String] = [:], file: String = "t.csv",
    in folder: TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, ["--no-init", "--quiet", "d/" + file] + lines.flatMap { ["-c", $0] },
      environment: fault)
  }

  private func kept(in folder: TemporaryFolder) -> [String] {
    folder.names(in: "state/tablesh/journal").filter { !$0.contains(".former") }
  }

  /// What the system answers where a file is mounted by itself.
  private static let mounted = Fault("exchange", EBUSY, path: "d/").environment

  @Test("one that is mounted by itself is refused in words, and the hint is what saves it")
  func hint() throws {
    let folder = try folder()
    for (line, fixed) in [
      ("save", "save --in-place"), ("save --force", "save --in-place --force"),
      ("save --overwrite d/o.csv", "save --in-place --overwrite d/o.csv"),
      ("export --overwrite d/o.csv", "export --in-place --overwrite d/o.csv"),
      (
        "export --overwrite --format html d/o.csv",
        "export --in-place --overwrite --format html d/o.csv"
      ),
    ] {
      try folder.write(Self.table, to: "d/t.csv")
      try folder.write("old", to: "d/o.csv")
      let child = try run(Self.edit, line, "quit!", fault: Self.mounted, in: folder)
      let file = line.hasSuffix("o.csv") ? "o.csv" : "t.csv"
      expect(
        child.errors.hasPrefix(
          """
          -c:1: error: cannot save 'd/\(file)': it is a mount point, and no other file can \
          replace it
          hint:  \(fixed) overwrites it, and keeps a backup until all is written

          """), "\(child.errors)")
      expectEqual(folder.names(in: "d"), ["o.csv", "t.csv"])
      let done = try run(Self.edit, fixed, "quit!", fault: Self.mounted, in: folder)
      expectEqual(done.status, 0, "\(done.errors)")
      expectEqual(folder.read("d/\(file)")?.contains("Zoe"), true)
      expectEqual(folder.names(in: "d"), ["o.csv", "t.csv"])
      expectEqual(kept(in: folder), [])
    }
  }

  @Test(
    "every format that is written as a whole is saved in place",
    arguments: [
      ("t.csv", table, saved), ("t.tsv", "id\tname\n1\tAnn\n", "id\tname\n1\tZoe\n"),
      ("t.json", #"[ {"id": 1, "name": "Ann"} ]"#, #"[ {"id": 1, "name": "Zoe"} ]"#),
      ("t.ndjson", "{\"id\":1,\"name\":\"Ann\"}\n", "{\"id\":1,\"name\":\"Zoe\"}\n"),
      ("t.yaml", "- id: 1\n  name: Ann # x\n", "- id: 1\n  name: Zoe # x\n"),
    ])
  func formats(_ name: String, _ text: String, _ saved: String) throws {
    let folder = try folder(text, name: name)
    // A second name shows that it is the same file.
    link("\(folder.path)/d/\(name)", "\(folder.path)/second")
    let child = try run(
      Self.edit, "save --in-place", fault: Self.mounted, file: name, in: folder)
    expectEqual(child.status, 0, "\(child.errors)")
    expectEqual(folder.read("d/" + name), saved)
    expectEqual(folder.read("second"), saved)
    expectEqual(kept(in: folder), [])
    let packed = try run("save --in-place d/new.csv.gz", file: name, in: folder)
    expectEqual(packed.status, 0, "\(packed.errors)")
    let again = try run(
      "edit 0:0 name=Eve", "save --in-place --backup", "show name", file: "new.csv.gz", in: folder)
    expect(again.output.contains("Eve"), "\(again)")
    expectEqual(folder.bytes("d/new.csv.gz~")?.starts(with: [0x1F, 0x8B]), true)
  }

  @Test("what is no file, or a whole database, is refused, and a table of one is saved as always")
  func refused() throws {
    let folder = try folder()
    let stream = try run("save --in-place -", in: folder)
    expect(
      stream.errors.contains("error: '--in-place' does not go with '-'\n"), "\(stream.errors)")
    try expectEqual(run("save d/b.db", in: folder).status, 0)
    for line in ["save --overwrite --in-place d/b.db", "export --overwrite --in-place d/b.db"] {
      let child = try run(line, in: folder)
      expect(
        child.errors.contains(
          "error: cannot write a database to 'd/b.db': others could read it while it is overwritten\n"
            + "hint:  d/b.db#NAME makes a table in it\n"), "\(child.errors)")
    }
    let child = try run("save --overwrite d/b.db", fault: Self.mounted, in: folder)
    expect(child.errors.contains("hint:  d/b.db#NAME makes a table in it\n"), "\(child.errors)")
    let table = try run(Self.edit, "save --in-place", file: "b.db", in: folder)
    expectEqual(table.status, 0, "\(table.errors)")
  }

  @Test(
    "a file that others have changed is refused here, too, and so is one without room for a backup")
  func changed() throws {
    let folder = try folder()
    let child = try run(
      Self.edit, "echo | sh -c 'echo 9,x >>d/t.csv'", "save --in-place", in: folder)
    expect(child.errors.contains("'d/t.csv' was changed by others"), "\(child.errors)")
    expectEqual(folder.read("d/t.csv"), Self.table + "9,x\n")
    try folder.write(Self.table, to: "d/t.csv")
    let fault = Fault("fsync", ENOSPC, path: "/journal/").environment
    let full = try run(Self.edit, "save --in-place", fault: fault, in: folder)
    expect(
      full.errors.contains(
        "cannot save 'd/t.csv': no backup of its bytes can be kept in '\(folder.path)/state/tablesh/"
          + "journal': no space left on the device\n"), "\(full.errors)")
    expectEqual(folder.read("d/t.csv"), Self.table)
    expect(!kept(in: folder).contains { $0.hasSuffix(".backup") })
  }

  private static let large =
    "id,name\n0,Ann\n"
    + (1..<200_000).map { "\($0),name \($0)\n" }.joined()

  @Test(
    "whatever fails while the bytes are overwritten, the former ones are written back",
    arguments: [
      Fault("pwrite", EIO, path: "d/t.csv", number: 0),
      Fault("pwrite", ENOSPC, path: "d/t.csv", number: 1),
      Fault("pwrite", EIO, path: "d/t.csv", number: 2),
      Fault("ftruncate", EIO, path: "d/t.csv", number: 0),
      Fault("fsync", EIO, path: "d/t.csv", number: 0),
      Fault("fallocate", ENOSPC, path: "d/t.csv", number: 0),
    ])
  func writtenBack(_ fault: Fault) throws {
    let folder = try folder(Self.large)
    let child = try run(
      "edit 0:* name := name .. '+'", "save --in-place", fault: fault.environment, in: folder)
    expect(
      child.status == 1 && child.errors.contains("error: cannot save 'd/t.csv': "), "\(child)")
    expectEqual(folder.read("d/t.csv"), Self.large)
    expect(!kept(in: folder).contains { $0.hasSuffix(".backup") })
  }

  /// Runs the command that a note or a hint names.
  private func bringBack(_ errors: String, in folder: TemporaryFolder) throws {
    let command = try require(errors.firstMatch(of: /cp \S+\.backup d\/t\.csv/), "\(errors)")
    let child = try ChildProcess.run("/bin/sh", ["-c", String(command.0)], directory: folder.path)
    expectEqual(child.status, 0, "\(child)")
  }

  @Test("where that fails, too, the error names the backup, and its hint brings it back")
  func cutOff() throws {
    let folder = try folder(Self.large)
    var fault = Fault("pwrite", EIO, path: "d/t.csv").environment
    fault["FAULT_SKIP"] = "1"
    let child = try run("delete 0:0", "save --in-place", fault: fault, in: folder)
    expect(
      child.errors.contains(
        "its former content could not be written back; a copy is kept\nhint:  cp "),
      "\(child.errors)")
    expect(folder.read("d/t.csv") != Self.large)
    try bringBack(child.errors, in: folder)
    expectEqual(folder.read("d/t.csv"), Self.large)
  }

  @Test(
    "a kill in the middle leaves the former bytes, which the next opening tells of",
    arguments: ["pwrite 1", "pwrite 2", "ftruncate 0"], [true, false])
  func killed(_ moment: String, isTable: Bool) throws {
    let folder = try folder(Self.large)
    let parts = moment.split(separator: " ")
    let fault = Fault(
      before: String(parts[0]), run: "kill -9 $PPID", path: "d/t.csv",
      skipping: Int(parts[1]) ?? 0)
    _ = try run("delete 0:0-9", "save --in-place", fault: fault.environment, in: folder)
    expect(folder.read("d/t.csv") != Self.large)
    // What was cut off may be no table any more.
    if !isTable { try folder.write([0xFF, 0x00, 0x22], to: "d/t.csv") }
    let told = try run("recover; save", in: folder)
    expect(told.status == 1 && told.errors.contains("in place was cut off"), "\(told.errors)")
    try bringBack(told.errors, in: folder)
    expectEqual(folder.read("d/t.csv"), Self.large)
    let child = try run("recover", "save", in: folder)
    expect(child.status == 0 && !child.errors.contains("cut off"), "\(child.errors)")
    expectEqual(folder.read("d/t.csv")?.hasPrefix("id,name\n10,name 10\n"), true)
    expectEqual(kept(in: folder), [])
  }

  @Test("a kill when all was written leaves nothing to tell of")
  func killedLate() throws {
    let folder = try folder()
    let fault = Fault(before: "fsync", run: "kill -9 $PPID", path: "d/t.csv")
    _ = try run(Self.edit, "save --in-place", fault: fault.environment, in: folder)
    expectEqual(folder.read("d/t.csv"), Self.saved)
    let child = try run("count", in: folder)
    expect(child.errors == "" && child.output == "2\n", "\(child)")
    expectEqual(kept(in: folder), [])
  }

  @Test(
    "in a folder that takes no file, a file that may be written is saved in place",
    .enabled(if: OrdinaryUser.isThere))
  func readOnlyFolder() throws {
    let folder = try folder()
    chmod(folder.path, 0o755)
    chmod(folder.path + "/d/t.csv", 0o666)
    mkdir(folder.path + "/state", 0o777)
    chmod(folder.path + "/state", 0o777)
    chmod(folder.path + "/d", 0o555)
    defer { chmod(folder.path + "/d", 0o755) }
    func run(_ lines: String...) throws -> ChildProcess {
      try OrdinaryUser.run(
        product("tablesh"), ["--no-init", "--quiet", "d/t.csv"] + lines.flatMap { ["-c", $0] },
        environment: ["XDG_STATE_HOME": "\(folder.path)/state"], directory: folder.path)
    }
    let child = try run(Self.edit, "save")
    expectEqual(
      child.errors,
      """
      -c:1: error: cannot save 'd/t.csv': cannot make a file in folder 'd': permission denied
      hint:  save --in-place overwrites it, and keeps a backup until all is written

      """)
    try expectEqual(run(Self.edit, "save --in-place").status, 0)
    expectEqual(folder.read("d/t.csv"), Self.saved)
    try expectEqual(run("save d/new.csv").errors.contains("hint"), false)
  }

  @Test(
    "a full disk under a file that is mounted leaves it as it was", .enabled(if: DiskTests.canMount)
  )
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProcess.run(
      home: folder, program: "/usr/bin/unshare",
      [
        "-m", "/bin/sh", "-c",
        """
        mount -t tmpfs -o size=64k none /mnt && seq 1000 >/mnt/t.csv && seq 1000 >ref || exit 99
        : >t.csv && mount --bind /mnt/t.csv t.csv || exit 99
        "$0" --no-header --quiet t.csv -c 'edit * column1 := column1 .. ("x"):rep(999); save --in-place'
        status=$?; cmp t.csv ref || exit 98
        "$0" --no-header --quiet t.csv -c 'edit * column1 := column1 .. "x"; save --in-place' || exit 97
        sed 's/$/x/' ref | cmp - t.csv && exit $status
        """, product("tablesh"),
      ])
    expectEqual(child.status, 1, "\(child)")
    expect(child.errors.contains("no space left on the device; the file is as it was\n"))
    expectEqual(kept(in: folder), [])
  }

  @Test("a person is asked once before a file is overwritten in place")
  func question() throws {
    let folder = try folder()
    let terminal = try PseudoTerminal(home: folder, ["--no-init", "d/t.csv"])
    try terminal.expect("t.csv> ")
    try terminal.enter(Self.edit, expecting: "t.csv*> ")
    try terminal.enter("save --in-place", expecting: "Overwrite the bytes of d/t.csv in place?")
    try terminal.enter("n", expecting: "nothing was done")
    expectEqual(folder.read("d/t.csv"), Self.table)
    try terminal.enter("save --in-place", expecting: "[y/N]")
    try terminal.enter("y", expecting: "saved 2 rows")
    expectEqual(folder.read("d/t.csv"), Self.saved)
    try expectEqual(terminal.leave("quit"), 0)
  }
}
