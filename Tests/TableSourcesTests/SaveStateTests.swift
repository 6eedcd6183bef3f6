import Expectations
import Glibc
import Testing

@testable import TableKit
@testable import TableSources

struct SaveStateTests {
  private let folder = TemporaryFolder()

  private func failure(_ body: () throws(SourceError) -> Void) -> SourceError? {
    do throws(SourceError) { try body() } catch { return error }
    return nil
  }

  @Test("a copy leaves the source where it is: the next save writes the source")
  func copyThenSave() throws {
    let path = folder.write("id,n\r\n1,a\r\n2,b", to: "t.csv")
    let copy = folder.path + "/copy.csv"
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "n", "x")
    _ = try loaded.origin.save(loaded.table, to: copy)
    expectEqual(readFile(copy), "id,n\r\n1,x\r\n2,b")
    expectEqual(readFile(path), "id,n\r\n1,a\r\n2,b")
    loaded.set(1, "n", "y")
    _ = try loaded.origin.save(loaded.table)
    expectEqual(readFile(path), "id,n\r\n1,x\r\n2,y")
    expectEqual(readFile(copy), "id,n\r\n1,x\r\n2,b")
    // What others do to the copy is no concern of the source.
    writeFile(copy, Array("id\n".utf8))
    loaded.set(1, "n", "z")
    _ = try loaded.origin.save(loaded.table)
    expectEqual(readFile(path), "id,n\r\n1,x\r\n2,z")
  }

  private func readsTheSame(_ loaded: inout LoadedTable) -> Bool { loaded.origin.readsTheSame() }

  @Test(
    "a file reads the same until its bytes change, whatever its state says",
    arguments: ["id,n\n1,a\n2,b\n", "\u{FEFF}id,n\r\n1,a\r\n2,b", "[{\"id\":1}, {\"id\":2}]\n"])
  func readsTheSame(text: String) throws {
    let path = folder.write(text, to: text.hasPrefix("[") ? "t.json" : "t.csv")
    var loaded = try LoadedTable(path: path)
    expect(readsTheSame(&loaded))
    // The same bytes in another file, and with an old time: that state is trusted from then on.
    writeFile(path, Array(text.utf8))
    var old = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    utimes(path, &old)
    expect(readsTheSame(&loaded))
    // One byte, with the size and the time of before.
    writeFile(path, text.utf8.map { $0 == 0x31 ? 0x37 : $0 })
    utimes(path, &old)
    expect(!readsTheSame(&loaded))
    loaded = try LoadedTable(path: path)
    expect(readsTheSame(&loaded))
    // What was saved may read as something else.
    _ = try loaded.origin.save(loaded.table)
    expect(!readsTheSame(&loaded))
    unlink(path)
    expect(!readsTheSame(&loaded))
  }

  @Test("after moving to another file, that one is watched and the former one left alone")
  func adopt() throws {
    let path = folder.write("id,n\n1,a\n", to: "t.csv")
    let other = folder.path + "/other.csv"
    var loaded = try LoadedTable(path: path)
    _ = try loaded.origin.save(loaded.table, to: other, adopt: true)
    writeFile(path, Array("id\nchanged\n".utf8))
    loaded.set(0, "n", "b")
    _ = try loaded.origin.save(loaded.table)
    expectEqual(readFile(other), "id,n\n1,b\n")
    expectEqual(readFile(path), "id\nchanged\n")
    writeFile(other, Array("id,n\n1,b\n2,c\n".utf8))
    let error = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
    expectEqual(error?.code, "source-changed")
  }

  @Test("the source under another name, by link or by way, is not overwritten when it changed")
  func aliases() throws {
    let path = folder.write("id\n1\n", to: "t.csv")
    let link = folder.path + "/link.csv"
    symlink(path, link)
    for other in [link, folder.path + "/./t.csv"] {
      var loaded = try LoadedTable(path: path)
      loaded.set(0, "id", "2")
      writeFile(path, Array("id\n1\n9\n".utf8))
      let error = failure { () throws(SourceError) in
        _ = try loaded.origin.save(loaded.table, to: other)
      }
      expectEqual(error?.code, "source-changed")
      expectEqual(readFile(path), "id\n1\n9\n")
      // Saved through the other name it is the source that was saved.
      var again = try LoadedTable(path: path)
      again.set(0, "id", "3")
      _ = try again.origin.save(again.table, to: other)
      again.set(0, "id", "4")
      _ = try again.origin.save(again.table)
      expectEqual(readFile(path), "id\n4\n9\n")
      expectNil(failure { () throws(SourceError) in _ = try again.origin.save(again.table) })
      var status = stat()
      lstat(link, &status)
      expectEqual(status.st_mode & S_IFMT, S_IFLNK)
      writeFile(path, Array("id\n1\n".utf8))
    }
    expectEqual(folder.names, ["link.csv", "t.csv"])
  }

  @Test("a source that was deleted is refused, written when forced, and watched from then on")
  func deleted() throws {
    let path = folder.write("id,n\n1,a\n", to: "t.csv")
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "n", "b")
    unlink(path)
    let error = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
    expectEqual(error, .sourceRemoved(path))
    expect(folder.names.isEmpty)
    _ = try loaded.origin.save(loaded.table, force: true)
    expectEqual(readFile(path), "id,n\n1,b\n")
    loaded.set(0, "n", "c")
    _ = try loaded.origin.save(loaded.table)
    expectEqual(readFile(path), "id,n\n1,c\n")
    unlink(path)
    writeFile(path, Array("id,n\n1,z\n".utf8))
    let changed = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
    expectEqual(changed?.code, "source-changed")
  }

  @Test("a link whose file was deleted is refused, and leads to the new file when forced")
  func brokenLink() throws {
    let path = folder.write("id\n1\n", to: "real.csv")
    let link = folder.path + "/link.csv"
    symlink("real.csv", link)
    var loaded = try LoadedTable(path: link)
    loaded.set(0, "id", "2")
    unlink(path)
    expectEqual(
      failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) },
      .sourceRemoved(link))
    _ = try loaded.origin.save(loaded.table, force: true)
    expectEqual(readFile(path), "id\n2\n")
    expectEqual(folder.names, ["link.csv", "real.csv"])
  }

  @Test("a file that grows or shrinks while it is read is noticed before it is saved over")
  func changedWhileRead() throws {
    for text in ["id\n1\n2\n3\n", "id\n", "id\n9\n"] {
      let path = folder.write("id\n1\n", to: "t.csv")
      utimes(path, [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)])
      var polls = 0
      let progress = Progress {
        polls += 1
        // Behind the first read.
        if polls == 2 { writeFile(path, Array(text.utf8)) }
        return false
      }
      var loaded = try LoadedTable(path: path, progress: progress)
      expect(polls > 1)
      expect(
        loaded.notes.map(\.text).contains(
          "'\(path)' was changed by others while it was read: reload"))
      loaded.set(0, "id", "5")
      let error = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
      expectEqual(error?.code, "source-changed")
      expectEqual(readFile(path), text)
    }
  }

  @Test("sections added to a delimited text are said to be lost, and its rows are all there")
  func addedSections() throws {
    let path = folder.write("id,n\n1,a\n2,b\n3,c\n", to: "t.csv")
    let loaded = try LoadedTable(path: path)
    var origin = loaded.origin
    var editor = Editor(table: loaded.table)
    try editor.perform([.insertSection(name: "Late", at: 1)], title: "section add Late")
    let late = editor.table.sections[1].id
    try editor.perform([.move([RowID(0)], section: late, at: 0)], title: "move")
    let report = try origin.save(editor.table)
    expectEqual(
      report.notes.map(\.text),
      [
        "delimited text cannot keep the 2 sections: rows are written in their order, without them"
      ])
    expectEqual(readFile(path), "id,n\n2,b\n3,c\n1,a\n")
    editor.markSaved()
    // Read again, nothing is new: the sections here stay, and so does the selection in them.
    try editor.perform([.select([RowID(0)])], title: "select")
    let fresh = try LoadedTable(path: path)
    let (transaction, conflicts) = try editor.merge(
      incoming: fresh.table, base: editor.saved, title: "reload",
      keepingSections: !fresh.origin.hasSections)
    origin.adopt(fresh.origin, as: editor.saved, read: fresh.table)
    expect(conflicts.isEmpty)
    expectEqual(editor.table.sections.map(\.name), ["rows", "Late"])
    expectEqual(editor.table.sections.map(\.count), [2, 1])
    expect(!transaction.changesTable)
    expectEqual(editor.selection.rows, [RowID(0)])
    // A new row goes with the row before it; unsaved edits stay.
    try editor.perform([.insertSection(name: "Mine", at: 0)], title: "section add Mine")
    writeFile(path, Array("id,n\n2,b\n9,new\n1,A\n8,end\n".utf8))
    let later = try LoadedTable(path: path)
    try editor.merge(
      incoming: later.table, base: editor.saved, title: "reload",
      keepingSections: !later.origin.hasSections)
    origin.adopt(later.origin, as: editor.saved, read: later.table)
    expectEqual(
      editor.table.sections.map { $0.name + ":" + $0.rows.map(editor.table.key).joined() },
      ["Mine:", "rows:29", "Late:18"])
    _ = try origin.save(editor.table)
    expectEqual(readFile(path), "id,n\n2,b\n9,new\n1,A\n8,end\n")
  }

  @Test(
    "what was saved is known: the same bytes are no change of others, and any other byte is one",
    arguments: [
      ("t.csv", "id,n\n1,a\n"), ("t.json", "[{\"id\":1,\"n\":\"a\"}]\n"),
      ("t.yaml", "- id: 1\n  n: a\n"), ("t.ndjson", "{\"id\":1,\"n\":\"a\"}\n"),
    ])
  func saved(name: String, text: String) throws {
    let path = folder.write(text, to: name)
    var loaded = try LoadedTable(path: path)
    for value in ["b", "c"] {
      loaded.set(0, "n", value)
      _ = try loaded.origin.save(loaded.table)
      let saved = readFile(path)
      expectEqual(saved, text.replacing("a", with: value))
      expect(loaded.origin.isAsKnown())
      expectEqual(loaded.origin.fingerprint, Array(saved.utf8).withUnsafeBytes(ContentHash.of))
      // Others write the same, in place and as another file.
      writeFile(path, Array(saved.utf8))
      expect(loaded.origin.isAsKnown())
      unlink(path)
      writeFile(path, Array(saved.utf8))
      expect(loaded.origin.isAsKnown())
      // Others write as many other bytes, those of before, more and fewer.
      for other in [saved.replacing(value, with: "z"), text, saved + "\n", ""] {
        writeFile(path, Array(other.utf8))
        expect(!loaded.origin.isAsKnown(), "\(other)")
        expectEqual(
          loaded.origin.isContinued(), other == saved + "\n", "\(other)")
        loaded.set(0, "n", "lost")
        let error = failure { () throws(SourceError) in _ = try loaded.origin.save(loaded.table) }
        expectEqual(error?.code, "source-changed", "\(other)")
        expectEqual(readFile(path), other)
        loaded.set(0, "n", value)
      }
      writeFile(path, Array(saved.utf8))
    }
  }
}
