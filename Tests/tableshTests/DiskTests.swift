import Glibc
import TestSupport
import Testing

/// What a disk can do to a save. A shell sets each limit, because limits are inherited.
@Suite struct DiskTests {
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
    #expect(child.status == 1)
    #expect(child.errors.hasPrefix("-c:1: error: cannot save 'table.csv': "))
    #expect(child.errors.contains("the file is as it was\n"))
    #expect(folder.read("table.csv") == Self.table)
    #expect(try names(in: folder) == "table.csv\n")
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
    #expect(child.status == 1)
    #expect(child.errors.contains("no space left on the device; the file is as it was\n"))
    #expect(child.output.hasSuffix("table.csv\n"))
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
    #expect(child.status == 1)
    #expect(child.errors.contains("error: cannot save 'table.csv': "))
    #expect(folder.read("table.csv") == Self.table)
    #expect(try names(in: folder) == "table.csv\n")
  }

  /// Without the superuser's right to write anywhere.
  private static let ordinary = "--bounding-set=-dac_override,-dac_read_search"

  private static var canDropPrivileges: Bool {
    works("/usr/bin/setpriv", [ordinary, "/bin/true"])
  }

  private static var canMount: Bool {
    works("/usr/bin/unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"])
  }

  private static func works(_ program: String, _ arguments: [String]) -> Bool {
    (try? ChildProcess.run(program, arguments))?.status == 0
  }
}
