import Expectations
import Glibc
import TestSupport
import Testing

/// What a source can be that is no sound table, through the program.
@Suite(.ends) struct BadInputTests {
  private static let lenient = "hint:  --lenient repairs this and lists each repair\n"

  /// A name, what the file holds, options, and what is said; nothing where it is read.
  private static let files: [(String, String, [String], String)] = [
    ("cut.csv", "a,b\n1,2\n3", [], "cut.csv:3:1: row has 1 cell, the header has 2"),
    ("cut.csv", "a,b\n1,\"2", [], "cut.csv:2:3: bad quotes: a quote is opened here and never"),
    ("ragged.csv", "a,b\n1,2,3\n", [], "ragged.csv:2:1: row has 3 cells, the header has 2"),
    ("nul.csv", "a,b\n1,\0\n", [], "nul.csv:2:3: NUL byte in text"),
    ("lone.csv", "a,b\n1,2\n\"q\"z,2\n", [], "lone.csv:3:4: bad quotes: text follows"),
    ("inside.csv", "a,b\n1,x\"y\n", [], ""),
    ("mixed.csv", "a,b\r\n1,2\n3,4\r5,6", [], ""),
    ("zero.csv", "", [], "'zero.csv' is empty: it has no header and no row"),
    ("header.csv", "a,b\n", [], ""), ("header.csv", "a,b", [], ""),
    (
      "names.csv", "a,a\n1,2\n", ["--strict"],
      "names.csv:1:3: columns 1 and 2 of the header are both named"
    ),
    ("names.csv", "a,\n1,2\n", ["--strict"], "names.csv:1:3: column 2 of the header has no name"),
    ("keys.csv", "id,b\n1,2\n1,3\n", ["--key", "id"], "keys.csv:3: key '1' (id) is already used"),
    ("deep.json", String(repeating: "[", count: 100_000), [], "deep.json:1:2: a row must be an"),
    (
      "deep.json", "[{\"a\":" + String(repeating: "[", count: 100_000), [],
      "deep.json:1:516: values nest deeper than 512"
    ),
    ("cut.json", "[{\"a\":1},{\"a\"", [], "cut.json:1:14: "),
    ("two.json", "[{\"a\":1}][]", [], "two.json:1:10: text follows the end of the document"),
    ("twice.json", "[{\"a\":1,\"a\":2}]", [], "twice.json:1:9: member 'a' appears twice"),
  ]

  @Test("a file is read, or refused with its place, and never changed", arguments: files.indices)
  func file(_ index: Int) throws {
    let (name, content, options, message) = Self.files[index]
    let folder = try TemporaryFolder()
    try folder.write(content, to: name)
    let child = try ChildProcess.run(
      product("tablesh"), options + [name, "-c", "count"], directory: folder.path)
    expectEqual(child.status, message.isEmpty ? 0 : 1)
    expect(child.errors.hasPrefix(message.isEmpty ? "" : "error: \(message)"))
    expectEqual(child.errors.isEmpty, message.isEmpty)
    expectEqual(folder.read(name), content)
  }

  @Test("bytes that are no UTF-8 are named with their place")
  func invalidUTF8() throws {
    let folder = try TemporaryFolder()
    let child = try ChildProcess.run(
      "/bin/sh",
      ["-c", "printf 'a\\nx\\303\\n' >t.csv; exec \"$0\" t.csv -c count", product("tablesh")],
      directory: folder.path)
    expectEqual(child.status, 1)
    expectEqual(
      child.errors,
      """
      error: t.csv:2:2: invalid UTF-8
      hint:  --encoding latin1 keeps all bytes; \
      --lenient replaces such bytes with U+FFFD, also in rows that you don't edit

      """)
  }

  @Test(
    "what is no file of rows is a clear error, at once",
    arguments: [
      ("mkdir t", "cannot read 't': it is a folder"),
      ("ln -s /dev/null t", "'t' is empty: it has no header and no row"),
      ("ln -s /dev/zero t", "t:1:1: NUL byte in text"),
      ("ln -s /dev/urandom t", "cannot read 't': it is a device that never ends"),
      ("ln -s t t", "cannot read 't': too many levels of symbolic links"),
      ("ln -s nowhere t", "no file 't'"),
      ("mkfifo t; : >t &", "'t' is empty: it has no header and no row"),
      // What the runner of tests has open is none of it.
      (
        "echo a >t; exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n 5",
        "cannot read 't': too many open files"
      ),
    ])
  func noFile(_ setup: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", "\(setup)\nexec \"$0\" t -c count", product("tablesh")],
      directory: folder.path)
    expectEqual(child.status, 1)
    expect(child.errors.hasPrefix("error: \(message)\n"))
    expectEqual(child.output, "")
  }

  @Test(
    "a file of another kind is refused as what it is, with --lenient, packed and from a pipe, too",
    arguments: [
      ("PK\\003\\004abc", "an Excel workbook or another ZIP archive", "save a workbook as CSV"),
      ("PK\\003\\004a\\000bc", "an Excel workbook or another ZIP archive", "unzip FILE"),
      ("\\320\\317\\021\\340\\241", "an old Office file", "save it as CSV"),
      ("%%PDF-1.4", "a PDF", "as CSV"), ("PAR1\\000\\000PAR1", "a Parquet file", "as CSV"),
    ])
  func otherKinds(_ bytes: String, _ what: String, _ hint: String) throws {
    let folder = try TemporaryFolder()
    for (reading, name) in [
      ("t.xlsx", "t.xlsx"), ("--lenient t.csv", "t.csv"), ("t.csv.gz", "t.csv.gz"),
      ("- <t.csv", "stdin"),
    ] {
      let child = try ChildProcess.run(
        "/bin/sh",
        [
          "-c",
          "printf '\(bytes)' | tee t.csv t.xlsx | gzip >t.csv.gz; exec \"$0\" -c count \(reading)",
          product("tablesh"),
        ], directory: folder.path)
      expectEqual(child.status, 1)
      expect(
        child.errors.hasPrefix("error: '\(name)' is \(what), which tablesh cannot read\nhint:  "))
      expect(child.errors.contains(hint) && !child.errors.contains("lenient"))
    }
  }

  @Test("a text that begins like a file of another kind is read")
  func likeOtherKinds() throws {
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", "printf 'PAR1,PK\\n1,2\\n' | \"$0\" -c count -", product("tablesh")])
    expect(child.status == 0 && child.output == "1\n")
  }

  @Test("a stream of nothing but NUL ends at once")
  func zeros() throws {
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", "exec \"$0\" - -c count </dev/zero", product("tablesh")])
    expectEqual(child.status, 1)
    expect(child.errors.hasPrefix("error: stdin:1:1: NUL byte in text\n"))
  }

  @Test("a file that may not be read is an error", .enabled(if: BadInputTests.canForbid))
  func forbidden() throws {
    let folder = try TemporaryFolder()
    let before = geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search" : ""
    let child = try ChildProcess.run(
      "/bin/sh",
      ["-c", "echo a >t; chmod 0 t; exec \(before) \"$0\" t -c count", product("tablesh")],
      directory: folder.path)
    expectEqual(child.status, 1)
    expectEqual(child.errors, "error: cannot read 't': permission denied\n")
  }

  private static var canForbid: Bool {
    geteuid() != 0
      || (try? ChildProcess.run(
        "/usr/bin/setpriv", ["--bounding-set=-dac_override,-dac_read_search", "/bin/true"]
      ))?.status == 0
  }

  @Test("a socket is an error")
  func socketFile() throws {
    let folder = try TemporaryFolder()
    let end = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(end) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder.path)/t".utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let number = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(end, $0, size) }
    }
    expectEqual(number, 0)
    let child = try ChildProcess.run(
      product("tablesh"), ["t", "-c", "count"], directory: folder.path)
    expectEqual(child.status, 1)
    expectEqual(child.errors, "error: cannot read 't': it is a socket\n")
  }

  @Test("a file of the system that has no size is read to its end")
  func systemFile() throws {
    let child = try ChildProcess.run(
      product("tablesh"), ["--no-header", "/proc/sys/kernel/ostype", "-c", "find Linux"])
    expect(child.output.contains("1 cell in 1 row"))
  }

  @Test("a pipe is read when its writer comes, and ^C ends the waiting for one")
  func pipes() throws {
    let folder = try TemporaryFolder()
    expectEqual(mkfifo("\(folder.path)/t.csv", 0o600), 0)
    let reader = try LiveProcess(
      product("tablesh"), ["t.csv", "-c", "count"], directory: folder.path,
      errorPath: "\(folder.path)/errors")
    // It can be opened like this only where a program reads.
    var writer: Int32 = -1
    let isRead = eventually {
      writer = open("\(folder.path)/t.csv", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return writer >= 0
    }
    expect(isRead, "\(folder.read("errors") ?? "")")
    expectEqual(write(writer, "id\n1\n2\n", 7), 7)
    close(writer)
    reader.expect("2\n")
    expectEqual(reader.wait(), 0, "\(folder.read("errors") ?? "")")
    let session = try TerminalSession(in: folder)
    try session.terminal.enter("open t.csv", expecting: "\rreading t.csv  0 B  ")
    try session.terminal.press(
      .controlC, expecting: "error: interrupted; this command changed nothing\r\n", "people.csv> ")
  }

  @Test("a table of very many columns prints no more on a terminal than a small one")
  func wide() throws {
    let folder = try TemporaryFolder()
    let names = (0..<20_000).map { "column \($0)" }.joined(separator: ",")
    let cells = (0..<20_000).map { "\($0 % 10)" }.joined(separator: ",")
    try folder.write("\(names)\n\(cells)\n\(cells)\n", to: "t.csv")
    let session = try TerminalSession(["t.csv"], in: folder, prompt: "t.csv> ")
    for (command, prompt) in [
      ("show", "t.csv> "), ("show @17", "t.csv> "), ("select *", "t.csv (2)> "),
    ] {
      try expect(session.run(command, prompt: prompt).utf8.count < 2000)
    }
    for command in ["sort by nosuch", "edit 0:0 nosuch=1", "info"] {
      let child = try ChildProcess.run(
        product("tablesh"), ["t.csv", "-c", command], directory: folder.path)
      expect(child.output.utf8.count + child.errors.utf8.count < 2000)
    }
  }
}
