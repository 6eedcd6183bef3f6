import Expectations
import Glibc
import TestSupport
import Testing

/// What a disk can do to a save. A shell sets each limit, because limits are inherited.
struct DiskTests {
  private static let table = "id,name\n" + (0..<2000).map { "\($0),name \($0)\n" }.joined()
  private static let save = "exec \"$0\" --quiet table.csv -c 'delete 0:0; save'"

  private func run(_ script: String, in folder: TemporaryFolder) throws -> ChildProcess {
    try ChildProcess.run(
      "/bin/sh", ["-c", script, product("tablesh")], directory: folder.path)
  }

  private func names(in folder: TemporaryFolder) throws -> String {
    try ChildProcess.run("/bin/ls", ["-A", folder.path]).output
  }

  @Test("a file that may not grow so far stays as it was, and nothing is left beside it")
  func sizeLimit() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table, to: "table.csv")
    let child = try run("ulimit -f 8; \(Self.save)", in: folder)
    expectEqual(child.status, 1)
    expect(child.errors.hasPrefix("-c:1: error: cannot save 'table.csv': "))
    expect(child.errors.contains("the file is as it was\n"))
    expectEqual(folder.read("table.csv"), Self.table)
    try expectEqual(names(in: folder), "table.csv\n")
  }

  @Test(
    "a full disk leaves the old file and nothing beside it", .enabled(if: DiskTests.canMount))
  func fullDisk() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table, to: "table.csv")
    let child = try ChildProcess.run(
      "/usr/bin/unshare",
      [
        "-m", "/bin/sh", "-c",
        """
        mount -t tmpfs -o size=48k none /mnt && cp table.csv /mnt && cd /mnt || exit 99
        "$0" --quiet table.csv -c 'delete 0:0; save'; status=$?
        cmp table.csv "$1/table.csv" && ls -A; exit $status
        """, product("tablesh"), folder.path,
      ], directory: folder.path)
    expectEqual(child.status, 1)
    expect(child.errors.contains("no space left on the device; the file is as it was\n"))
    expect(child.output.hasSuffix("table.csv\n"))
  }

  @Test(
    "a folder that may not be written leaves the old file",
    .enabled(if: geteuid() != 0 || DiskTests.canDropPrivileges))
  func readOnlyFolder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table, to: "table.csv")
    let before = geteuid() == 0 ? "exec setpriv \(Self.ordinary) " : "exec "
    let command = Self.save.replacing("exec ", with: before)
    let child = try run("chmod 500 .; \(command)", in: folder)
    chmod(folder.path, 0o700)
    expectEqual(child.status, 1)
    expect(child.errors.contains("error: cannot save 'table.csv': "))
    expectEqual(folder.read("table.csv"), Self.table)
    try expectEqual(names(in: folder), "table.csv\n")
  }

  @Test("a file that is read-only is refused, and replaced when forced")
  func readOnlyFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.table, to: "table.csv")
    chmod(path, 0o444)
    let child = try run(Self.save, in: folder)
    expectEqual(child.status, 1)
    expectEqual(
      child.errors,
      """
      -c:1: error: cannot save 'table.csv': it is read-only
      hint:  --force replaces it anyway; or give another PATH

      """)
    expectEqual(folder.read("table.csv"), Self.table)
    let forced = try run(Self.save.replacing("save'", with: "save --force'"), in: folder)
    expectEqual(forced.status, 0)
    expectEqual(folder.read("table.csv")?.hasPrefix("id,name\n1,"), true)
    try expectEqual(names(in: folder), "table.csv\n")
  }

  @Test("a file that others change after it was read is refused, naming both times")
  func changed() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table, to: "table.csv")
    let change = "touch -d 2001-02-03T04:05:06Z table.csv"
    let child = try run(
      "exec \"$0\" --quiet table.csv -c 'delete 0:0' -c 'echo 9,x | cat >>table.csv && \(change)' "
        + "-c save", in: folder)
    expectEqual(child.status, 1)
    expect(child.errors.contains("'table.csv' was changed by others: it was of 2"))
    expect(child.errors.contains(" and is of 2001-02-03T04:05:06Z\n"))
    expect(
      child.errors.contains("hint:  reload  # brings theirs in; or save --force, or save PATH\n"))
    expectEqual(folder.read("table.csv"), Self.table + "9,x\n")
  }

  @Test("with standard streams closed a file gets nothing that was meant for them")
  func closedStreams() throws {
    for closing in [">&-", "2>&-", "<&-", "<&- >&- 2>&-"] {
      let folder = try TemporaryFolder()
      try folder.write(Self.table, to: "table.csv")
      let child = try run("\"$0\" table.csv -c 'delete 0:0; save; nosuch' \(closing)", in: folder)
      expectEqual(child.status, 1)
      expectEqual(
        folder.read("table.csv"), Self.table.replacing("0,name 0\n", with: "", maxReplacements: 1)
      )
      try expectEqual(names(in: folder), "table.csv\n")
    }
  }

  @Test(
    "a failing disk is told, the file being the old or the new one, and nothing stays beside it",
    .enabled(if: DiskTests.canTrace),
    arguments: [
      ("fsync:error=EIO:when=1", 1, "error: cannot save 'table.csv': input/output error"),
      (
        "fsync:error=EDQUOT:when=1", 1,
        "cannot save 'table.csv': the disk quota is used up; the file is as it was"
      ),
      ("renameat2:error=ENOSPC", 1, "no space left on the device; the file is as it was"),
      ("fchmod:error=EPERM", 0, "note: the mode of 'table.csv' could not be kept"),
      ("fchown:error=EPERM", 0, "note: the owner of 'table.csv' could not be kept"),
      (
        "fsync:error=EIO:when=2", 0,
        "note: 'table.csv' is saved, but its folder could not be synced (input/output error): "
          + "a power cut may bring the former file back"
      ),
    ])
  func failingDisk(fault: String, status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table, to: "table.csv")
    let child = try run(
      Self.save.replacing("exec ", with: "exec strace -f -o /dev/null -e inject=\(fault) "),
      in: folder)
    expectEqual(child.status, status)
    expect(child.errors.contains(message))
    expectEqual(folder.read("table.csv") == Self.table, status == 1)
    try expectEqual(names(in: folder), "table.csv\n")
  }

  @Test(
    "the file is synced before it gets its name, and the folder afterwards",
    .enabled(if: DiskTests.canTrace))
  func order() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table, to: "table.csv")
    let trace = "exec strace -f -y -o trace -e trace=fsync,renameat2 "
    _ = try run(Self.save.replacing("exec ", with: trace), in: folder)
    // The journal lies elsewhere.
    let calls = (folder.read("trace") ?? "").split(separator: "\n")
      .filter { $0.contains("(") && !$0.contains("/tablesh/journal") }
    expectEqual(calls.count, 4)
    expect(calls.first?.contains("fsync(") == true && calls.first?.contains("/.tablesh-") == true)
    expectEqual(calls.dropFirst().first?.contains("RENAME_NOREPLACE"), true)
    expectEqual(calls.dropFirst(2).first?.contains("\"table.csv\", RENAME_EXCHANGE)"), true)
    expect(
      calls.last?.contains("fsync(") == true && calls.last?.contains("\(folder.path)>)") == true)
  }

  @Test(
    "a journal on the disk is synced with what is about to be saved before the file is replaced",
    .enabled(if: DiskTests.canTrace))
  func journalOrder() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table, to: "table.csv")
    // The journal is synced within a second of the first change, and then must not fall behind.
    try folder.write(
      "cat >/dev/null\nuntil grep -q '^[^\"]*fdatasync(.*/tablesh/journal/' trace; do sleep 0.01; done\n",
      to: "synced.sh")
    let child = try ChildProcess.run(
      home: folder, program: "/bin/sh",
      [
        "-c",
        """
        exec strace -f -y -o trace -e trace=fdatasync,pwrite64,renameat2 "$0" --quiet table.csv \
          -c 'delete 0:0' -c 'count | sh synced.sh' -c save
        """, product("tablesh"),
      ])
    expectEqual(child.status, 0, "\(child.errors)")
    let calls = (folder.read("trace") ?? "").split(separator: "\n").filter { $0.contains("(") }
    func isOfJournal(_ call: Substring) -> Bool { call.contains("/tablesh/journal/") }
    let replaced = try require(calls.firstIndex { $0.contains("RENAME_EXCHANGE") })
    let written = try require(
      calls[..<replaced].lastIndex { $0.contains("pwrite64(") && isOfJournal($0) })
    let synced = try require(
      calls[..<replaced].lastIndex { $0.contains("fdatasync(") && isOfJournal($0) })
    expect(calls[..<written].contains { $0.contains("fdatasync(") && isOfJournal($0) })
    expect(written < synced)
  }

  @Test(
    "a journal that takes the place of another is synced before", .enabled(if: DiskTests.canTrace))
  func journalReplaced() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.table, to: "table.csv")
    let child = try ChildProcess.run(
      home: folder, program: "/bin/sh",
      [
        "-c",
        """
        exec strace -f -y -o trace -e trace=fdatasync,rename,renameat,renameat2 "$0" --quiet table.csv \
          -c 'delete 0:0' -c 'set journal off' -c 'delete 0:0' -c 'set journal on' -c 'quit!'
        """, product("tablesh"),
      ])
    expectEqual(child.status, 0, "\(child.errors)")
    let calls = (folder.read("trace") ?? "").split(separator: "\n").filter { $0.contains("/.new-") }
    let renamed = try require(
      calls.firstIndex { $0.contains("rename") && $0.contains(".journal\"") })
    expect(calls[..<renamed].contains { $0.contains("fdatasync(") }, "\(calls)")
  }

  /// Without the superuser's right to write anywhere.
  private static let ordinary = "--bounding-set=-dac_override,-dac_read_search"

  private static var canDropPrivileges: Bool {
    works("/usr/bin/setpriv", [ordinary, "/bin/true"])
  }

  static var canMount: Bool {
    works("/usr/bin/unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"])
  }

  private static var canTrace: Bool {
    works(
      "/usr/bin/strace", ["-f", "-o", "/dev/null", "-e", "inject=fsync:error=EIO", "/bin/true"])
  }

  private static func works(_ program: String, _ arguments: [String]) -> Bool {
    (try? ChildProcess.run(program, arguments))?.status == 0
  }
}
