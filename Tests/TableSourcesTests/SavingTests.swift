import Expectations
import Glibc
import Testing

@testable import TableKit
@testable import TableSources

struct SavingTests {
  private let folder = TemporaryFolder()

  private func failure(_ body: () throws(SourceError) -> Void) -> SourceError? {
    do throws(SourceError) { try body() } catch { return error }
    return nil
  }

  @Test("saving replaces the file and leaves no other behind, mode kept")
  func saves() throws {
    let path = folder.write("id,n\n1,a\n", to: "t.csv")
    chmod(path, 0o640)
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "n", "b")
    let report = try loaded.origin.save(loaded.table)
    expectEqual(readFile(path), "id,n\n1,b\n")
    expect(report.path == path && report.byteCount == 9 && report.notes.isEmpty)
    expectEqual(folder.names, ["t.csv"])
    var status = stat()
    stat(path, &status)
    expectEqual(status.st_mode & 0o7777, 0o640)
    loaded.set(0, "n", "c")
    _ = try loaded.origin.save(loaded.table)
    expectEqual(readFile(path), "id,n\n1,c\n")
  }

  @Test("of a symbolic link the file it points to is replaced")
  func link() throws {
    let path = folder.write("id\n1\n", to: "real.csv")
    let link = folder.path + "/link.csv"
    symlink("real.csv", link)
    var loaded = try LoadedTable(path: link)
    loaded.set(0, "id", "2")
    _ = try loaded.origin.save(loaded.table)
    expectEqual(readFile(path), "id\n2\n")
    var status = stat()
    lstat(link, &status)
    expectEqual(status.st_mode & S_IFMT, S_IFLNK)
    expectEqual(folder.names, ["link.csv", "real.csv"])
  }

  @Test("a file changed or removed by others is not overwritten unless forced")
  func changed() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    var loaded = try LoadedTable(path: path)
    writeFile(path, Array("id\n1\n2\n".utf8))
    let error = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
    expectEqual(error?.code, "source-changed")
    let reason = error?.message.split(separator: "'").last.map(String.init) ?? ""
    expect(reason.hasPrefix(" was changed by others: it "))
    // Times to the second.
    expect(reason.contains("Z") && !reason.contains("."))
    expectEqual(error?.hint, "reload  # brings theirs in; or save --force, or save PATH")
    expectEqual(readFile(path), "id\n1\n2\n")
    expectEqual(folder.names, ["t.csv"])
    _ = try loaded.origin.save(loaded.table, to: folder.path + "/copy.csv")
    _ = try loaded.origin.save(loaded.table, force: true)
    expectEqual(readFile(path), "id\n1\n")
    unlink(path)
    let removed = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
    expectEqual(removed, .sourceRemoved(path))
    _ = try loaded.origin.save(loaded.table, force: true)
    expectEqual(readFile(path), "id\n1\n")
  }

  @Test("a file that was only touched counts as unchanged")
  func touched() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    var loaded = try LoadedTable(path: path)
    writeFile(path, Array("id\n1\n".utf8))
    utimes(path, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)])
    _ = try loaded.origin.save(loaded.table)
    utimes(path, [timeval(tv_sec: 2, tv_usec: 0), timeval(tv_sec: 2, tv_usec: 0)])
    _ = try loaded.origin.save(loaded.table)
    writeFile(path, Array("id\n2\n".utf8))
    let error = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
    expectEqual(error?.code, "source-changed")
  }

  @Test("a full disk leaves the old file and no other")
  func fullDisk() throws {
    let mounted = folder.path + "/small"
    mkdir(mounted, 0o755)
    defer { rmdir(mounted) }
    guard mount("tmpfs", mounted, "tmpfs", 0, "size=64k") == 0 else {
      // Without the right to mount, a device that is always full shows the error at least.
      var loaded = try load("id\n1\n")
      let error = failure { () throws(SourceError) in
        _ = try loaded.origin.save(loaded.table, to: "/dev/full")
      }
      expectEqual(error?.code, "disk-full")
      return
    }
    defer { umount(mounted) }
    let path = mounted + "/t.csv"
    let text = "id,n\n" + (0..<3000).map { "\($0),some text\n" }.joined()
    writeFile(path, Array(text.utf8))
    var loaded = try LoadedTable(path: path)
    loaded.set(5, "n", "other")
    let error = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
    expectEqual(
      error?.message, "cannot save '\(path)': no space left on the device; the file is as it was")
    expectEqual(readFile(path), text)
    var names: [String] = []
    if let stream = opendir(mounted) {
      while let entry = readdir(stream) { if entry.pointee.d_type == 8 { names.append("file") } }
      closedir(stream)
    }
    expectEqual(names, ["file"])
  }

  @Test("a device is written to, and one that is full is an error")
  func device() throws {
    var loaded = try load("id\n1\n")
    _ = try loaded.origin.save(loaded.table, to: "/dev/null")
    let error = failure { () throws(SourceError) in
      _ = try loaded.origin.save(loaded.table, to: "/dev/full")
    }
    expectEqual(error?.code, "disk-full")
  }

  @Test("a folder that is gone and a folder as target are errors")
  func targets() throws {
    var loaded = try load("id\n1\n", name: "stdin")
    let gone = folder.path + "/gone/t.csv"
    expectEqual(
      failure { () throws(SourceError) in
        _ = try loaded.origin.save(loaded.table, to: gone)
      }?.message, "cannot save '\(gone)': folder '\(folder.path)/gone' does not exist")
    expectEqual(
      failure { () throws(SourceError) in
        _ = try loaded.origin.save(loaded.table, to: folder.path)
      }?.message, "cannot save '\(folder.path)': it is a folder")
  }

  @Test("stopping a save leaves the old file and no other")
  func cancelling() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "id", "2")
    let error = failure { () throws(SourceError) in
      _ = try loaded.origin.save(loaded.table, progress: .cancelled)
    }
    expectEqual(error?.code, "cancelled")
    expectEqual(readFile(path), "id\n1\n")
    expectEqual(folder.names, ["t.csv"])
  }

  @Test("until all is written the old file stands whole under its name")
  func wholeness() throws {
    let path = folder.write("old", to: "t.csv")
    let text = Array("new".utf8)
    let file = AtomicFile(FileTarget(path))
    _ = try file.write { (sink) throws(SourceError) in
      try (try ByteBuffer(text)).withBytes(sink)
      expectEqual(readFile(path), "old")
      expectEqual(folder.names.count, 2)
    } willReplace: {
      expectEqual(readFile(path), "old")
    }
    expectEqual(readFile(path), "new")
    expectEqual(folder.names, ["t.csv"])
  }

  @Test("a change that comes while saving is noticed before the file is replaced")
  func changedMeanwhile() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "id", "2")
    var polls = 0
    let error = failure { () throws(SourceError) in
      _ = try loaded.origin.save(
        loaded.table,
        progress: Progress {
          polls += 1
          writeFile(path, Array("id\n1\n9\n".utf8))
          return false
        })
    }
    expect(polls > 0)
    expectEqual(error?.code, "source-changed")
    expectEqual(readFile(path), "id\n1\n9\n")
    expectEqual(folder.names, ["t.csv"])
  }

  @Test("reading stops when the user wants it to")
  func stoppedReading() {
    let path = folder.write("id\n1\n", to: "t.csv")
    let error = failure { () throws(SourceError) in
      _ = try LoadedTable(path: path, progress: .cancelled)
    }
    expectEqual(error?.code, "cancelled")
  }

  @Test("the file of a new table takes the format of its name")
  func newFile() throws {
    let path = folder.path + "/new.tsv"
    var loaded = try load("[{\"a\":1,\"b\":\"x\"}]", name: "t.json")
    loaded.origin = FileOrigin(newFile: path)
    _ = try loaded.origin.save(loaded.table)
    expectEqual(readFile(path), "a\tb\n1\tx\n")
    _ = try loaded.origin.save(loaded.table)
    _ = try FileOrigin.export(loaded.table, to: path, format: .jsonRows)
    expectEqual(readFile(path), "[\n  {\"a\":1,\"b\":\"x\"}\n]\n")
  }

  @Test("a backup keeps the former file under another name")
  func backup() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    var loaded = try LoadedTable(path: path)
    for text in ["2", "3"] {
      loaded.set(0, "id", text)
      _ = try loaded.origin.save(loaded.table, backupSuffix: "~")
    }
    expectEqual(readFile(path), "id\n3\n")
    expectEqual(readFile(path + "~"), "id\n2\n")
    expectEqual(folder.names, ["t.csv", "t.csv~"])
  }

  @Test("other names of a file keep the former content, which a note says")
  func hardLinks() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    Glibc.link(path, folder.path + "/other.csv")
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "id", "2")
    let report = try loaded.origin.save(loaded.table)
    expectEqual(
      report.notes.map(\.text), ["'\(path)' has 2 hard links; the others keep the former content"])
    expectEqual(readFile(folder.path + "/other.csv"), "id\n1\n")
  }

  @Test("a copy takes the format of its extension, and the source's dialect where that is its own")
  func copies() throws {
    let path = folder.write("id;n\r\n1;a\r\n", to: "t.csv")
    var loaded = try LoadedTable(path: path)
    _ = try loaded.origin.save(loaded.table, to: folder.path + "/copy.csv")
    expectEqual(readFile(folder.path + "/copy.csv"), "id;n\r\n1;a\r\n")
    _ = try loaded.origin.save(loaded.table, to: folder.path + "/copy.tsv")
    expectEqual(readFile(folder.path + "/copy.tsv"), "id\tn\n1\ta\n")
    _ = try loaded.origin.save(loaded.table, to: folder.path + "/copy.json", adopt: true)
    expect(readFile(folder.path + "/copy.json").hasPrefix("{\"columns\":[\"id\",\"n\"]"))
    expectEqual(loaded.origin.path, folder.path + "/copy.json")
    loaded.set(0, "n", "b")
    _ = try loaded.origin.save(loaded.table)
    expect(readFile(folder.path + "/copy.json").contains("\"n\":\"b\""))
    expectEqual(readFile(path), "id;n\r\n1;a\r\n")
  }

  @Test("sections that a file cannot keep are said")
  func losses() throws {
    var loaded = try load("id\n1\n")
    try expect(loaded.origin.losses(in: loaded.table).isEmpty)
    loaded.table.appendSection(
      Section.Label(name: "two", title: "two", header: nil, footer: nil), [])
    try expectEqual(
      loaded.origin.losses(in: loaded.table).map(\.text),
      [
        "delimited text cannot keep the 2 sections: rows are written in their order, without them"
      ])
  }

  @Test("a stream is read to its end")
  func stream() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    let text = Array("id\n1\n2\n".utf8)
    _ = text.withUnsafeBytes { Glibc.write(ends[1], $0.baseAddress, $0.count) }
    close(ends[1])
    let loaded = try LoadedTable(descriptor: ends[0], name: "stdin")
    close(ends[0])
    expectEqual(loaded.texts, [["1"], ["2"]])
    expectNil(loaded.origin.path)
  }
}
