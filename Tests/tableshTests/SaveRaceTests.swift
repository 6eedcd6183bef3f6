import Expectations
import Glibc
import TestSupport
import Testing

/// What others do to a file while a session works on it, up to the very moment of the save.
struct SaveRaceTests {
  private static let table = "id,a\n1,x\n"

  private func run(
    _ fault: Fault?, _ lines: String..., folder: TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, ["--no-init", "--quiet", "d/t.csv"] + lines.flatMap { ["-c", $0] },
      environment: fault?.environment ?? [:])
  }

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    mkdir(folder.path + "/d", 0o700)
    try folder.write(Self.table, to: "d/t.csv")
    return folder
  }

  private static let edits = [
    "printf 'id,a\\n1,zz\\n' >d/t.csv",
    "cp -p d/t.csv r; printf 'id,a\\n1,z\\n' >d/t.csv; touch -r r d/t.csv",
    "printf 'id,a\\n1,z\\n' >n; touch -r d/t.csv n; mv n d/t.csv",
  ]

  @Test(
    "an edit of others is refused, also one that keeps size and time",
    arguments: edits)
  func changed(_ edit: String) throws {
    let folder = try folder()
    let child = try run(nil, "edit @1 a=4", "echo | sh -c \"\(edit)\"", "save", folder: folder)
    expectEqual(child.status, 1)
    expect(child.errors.contains("'d/t.csv' was changed by others: "), "\(child.errors)")
    expect(
      child.errors.contains("hint:  reload  # brings theirs in; or save --force, or save PATH\n"))
    expectEqual(folder.read("d/t.csv")?.hasPrefix("id,a\n1,z"), true)
    expectEqual(folder.names(in: "d"), ["t.csv"])
  }

  @Test(
    "what changes nothing in a file is no change",
    arguments: ["touch", "chmod 600", "cp d/t.csv n; mv n"])
  func touched(_ command: String) throws {
    let folder = try folder()
    let child = try run(
      nil, "edit @1 a=4", "echo | sh -c '\(command) d/t.csv'", "save", folder: folder)
    expectEqual(child.status, 0, "\(child.errors)")
    expectEqual(folder.read("d/t.csv"), "id,a\n1,4\n")
  }

  @Test(
    "what others write in the moment of the save gets its name back, whether it was written or renamed there",
    arguments: ["printf 'id,a\\n1,zz\\n' >d/t.csv", "printf 'id,a\\n1,z\\n' >n; mv n d/t.csv"])
  func raced(_ edit: String) throws {
    let folder = try folder()
    let fault = Fault(before: "exchange", run: edit, path: "d/")
    let child = try run(fault, "edit @1 a=4; save", folder: folder)
    expectEqual(child.status, 1)
    expect(child.errors.contains("'d/t.csv' was changed by others: "), "\(child.errors)")
    expectEqual(folder.read("d/t.csv")?.hasPrefix("id,a\n1,z"), true)
    expectEqual(folder.names(in: "d"), ["t.csv"])
  }

  @Test("a file that is removed in the moment of the save is not made again")
  func removed() throws {
    let folder = try folder()
    let fault = Fault(before: "exchange", run: "rm d/t.csv", path: "d/")
    let child = try run(fault, "edit @1 a=4; save", folder: folder)
    expectEqual(child.status, 1)
    expect(child.errors.contains("'d/t.csv' was removed by others\n"), "\(child.errors)")
    expectEqual(folder.names(in: "d"), [])
  }

  @Test(
    "what a save that was killed in the moment of the exchange has left is told, and never removed")
  func left() throws {
    let folder = try folder()
    let kill = "exec >/dev/null 2>&1; kill -9 $PPID; sleep 5"
    let fault = Fault(before: "exchange", run: kill, path: "d/")
    let child = try run(fault, "edit @1 a=4; save", folder: folder)
    expectEqual(child.status, 128 + SIGKILL)
    let left = folder.names(in: "d").filter { $0 != "t.csv" }
    expect(left.count == 1 && left[0].hasSuffix("-others"))
    expectEqual(folder.read("d/t.csv"), Self.table)
    for _ in 0..<2 {
      let next = try run(nil, "discard; edit @1 a=5; save; edit @1 a=x; save", folder: folder)
      expect(
        next.errors.contains("note: 'd/\(left[0])' holds what 'd/t.csv' held"), "\(next.errors)")
      expect(folder.names(in: "d").contains(left[0]))
    }
  }

  @Test("where the file system exchanges no files, the save is as safe as a rename")
  func withoutExchange() throws {
    for fault in [
      Fault("exchange", EINVAL, path: "d/"), Fault("renameat2", ENOSYS, path: "d/"),
    ] {
      let folder = try folder()
      let child = try run(fault, "edit @1 a=4; save; edit @1 a=5; save", folder: folder)
      expectEqual(child.status, 0, "\(child.errors)")
      expectEqual(folder.read("d/t.csv"), "id,a\n1,5\n")
      expectEqual(folder.names(in: "d"), ["t.csv"])
    }
  }

  @Test("a file that appears where a new one is about to be is not overwritten")
  func appeared() throws {
    for error in [nil, ENOSYS] {
      let folder = try folder()
      let fault =
        error.map { Fault("renameat2", $0, path: "d/") }
        ?? Fault(before: "renameat2", run: "echo theirs >d/new.csv", path: "d/")
      let child = try run(fault, "export d/new.csv", folder: folder)
      expectEqual(child.status, error == nil ? 1 : 0, "\(child.errors)")
      if error == nil {
        expect(child.errors.contains("cannot save 'd/new.csv': another program has just made it"))
      }
      expectEqual(folder.read("d/new.csv"), error == nil ? "theirs\n" : Self.table)
      expectEqual(folder.names(in: "d"), ["new.csv", "t.csv"])
    }
  }

  @Test("--force and --overwrite replace what was there when they were given, and nothing else")
  func agreed() throws {
    let saves = [
      ("edit @1 a=4; save --force", "d/t.csv"), ("save --overwrite d/o.csv", "d/o.csv"),
      ("export --force d/o.csv", "d/o.csv"), ("export --overwrite d/o.md", "d/o.md"),
    ]
    for (line, file) in saves {
      for (edit, theirs) in [
        ("echo theirs >>\(file)", "theirs\n"), ("echo theirs >n; mv n \(file)", "theirs\n"),
        ("rm \(file)", ""),
      ] {
        let folder = try folder()
        for name in ["o.csv", "o.md"] { try folder.write("old\n", to: "d/\(name)") }
        let child = try run(Fault(before: "exchange", run: edit, path: "d/"), line, folder: folder)
        expectEqual(child.status, 1, "\(line) \(edit)")
        expect(
          child.errors.contains(
            "cannot save '\(file)': another program has just made, changed or removed it"),
          "\(line): \(child.errors)")
        expect((folder.read(file) ?? "").hasSuffix(theirs), "\(line) \(edit)")
        expectEqual(folder.read(file) == nil, theirs.isEmpty, "\(line) \(edit)")
        expect(!folder.names(in: "d").contains { $0.hasPrefix(".") }, "\(line) \(edit)")
        if file == "d/t.csv" { continue }
        let again = try run(nil, line, folder: folder)
        expectEqual(again.status, 0, "\(line): \(again.errors)")
      }
    }
  }

  @Test("a file that appears where --force or --overwrite found none is not overwritten")
  func appearedForced() throws {
    for line in ["save --force d/n.csv", "export --overwrite d/n.csv", "export --force d/n.md"] {
      let folder = try folder()
      let file = "d/n." + (line.hasSuffix("md") ? "md" : "csv")
      let fault = Fault(before: "renameat2", run: "echo theirs >\(file)", path: "d/")
      let child = try run(fault, line, folder: folder)
      expectEqual(child.status, 1, "\(line)")
      expect(
        child.errors.contains("cannot save '\(file)': another program has just made it"),
        "\(child.errors)")
      expectEqual(folder.read(file), "theirs\n")
    }
  }

  @Test("a file that appears while hooks run is not replaced by who was not asked about it")
  func appearedInHook() throws {
    let folder = try folder()
    let hook = "lua tablesh.on(\"will_save\", function() os.rename(\"theirs\", \"d/n.csv\") end)"
    for line in ["save d/n.csv", "save --overwrite d/n.csv"] {
      try folder.write("theirs\n", to: "theirs")
      unlink(folder.path + "/d/n.csv")
      let child = try ChildProcess.run(
        home: folder,
        ["--no-init", "--quiet", "--allow-write=.", "d/t.csv", "-c", hook, "-c", line])
      expectEqual(child.status, 1, "\(line)")
      expect(
        child.errors.contains("another program has just made, changed or removed it"),
        "\(child.errors)")
      expectEqual(folder.read("d/n.csv"), "theirs\n")
    }
  }

  @Test("access that is taken away in the moment of the save stays taken away")
  func narrowed() throws {
    for call in ["fsync", "exchange"] {
      let folder = try folder()
      chmod("\(folder.path)/d/t.csv", 0o664)
      let fault = Fault(
        before: call, run: "chmod 600 d/t.csv", path: call == "fsync" ? "/.tablesh-" : "d/")
      let child = try run(fault, "edit @1 a=4; save", folder: folder)
      expectEqual(child.status, 0, "\(child.errors)")
      expectEqual(folder.read("d/t.csv"), "id,a\n1,4\n")
      var status = stat()
      expect(stat("\(folder.path)/d/t.csv", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
  }

  /// A folder with two databases that an edit tells apart, and a link to the first.
  private func linkedDatabases(_ edit: String) throws -> TemporaryFolder {
    let folder = try folder()
    try folder.write("id,a\n1,x\n2,y\n", to: "d/t.csv")
    let made = try run(
      nil, "export one.db", "echo | cp one.db two.db", "open two.db; \(edit); save",
      folder: folder)
    expectEqual(made.status, 0, "\(made.errors)")
    symlink("one.db", folder.path + "/link.db")
    return folder
  }

  @Test("a database that a link leads to by now is not written unless it holds the same")
  func swappedDatabase() throws {
    for (edit, status) in [("edit @2 a=q", Int32(1)), ("edit @2 a=q; edit @2 a=y", 0)] {
      let folder = try linkedDatabases(edit)
      let before = folder.bytes("two.db")
      let child = try run(
        nil, "open link.db; edit @1 a=4", "echo | ln -sf two.db link.db", "save", folder: folder)
      expectEqual(child.status, status, "\(child.errors)")
      expectEqual(child.errors.contains("'link.db' was changed by others: "), status == 1)
      expectEqual(folder.bytes("two.db") == before, status == 1)
    }
  }

  @Test("a database that SQLite was led to by a link is not written, where the link leads by now")
  func ledElsewhere() throws {
    let folder = try linkedDatabases("edit @2 a=q")
    let before = folder.bytes("two.db")
    let fault = Fault(before: "fstat64", run: "ln -sf one.db link.db", path: "/two.db")
    let child = try run(
      fault, "open link.db; edit @1 a=4", "echo | ln -sf two.db link.db", "save", folder: folder)
    expectEqual(child.status, 1, "\(child.errors)")
    expect(child.errors.contains("'link.db' was changed by others: "), "\(child.errors)")
    expectEqual(folder.bytes("two.db"), before)
    expectEqual(readlink(folder.path + "/link.db"), "one.db")
  }

  private func readlink(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.readlink(path, &buffer, buffer.count)
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }
}
