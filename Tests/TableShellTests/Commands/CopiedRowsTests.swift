import Expectations
import Testing

@testable import TableShell

/// Rows that `insert from` and `duplicate` copy keep their bytes.
struct CopiedRowsTests {
  @Test(
    "rows of a file keep their bytes where they look like those of the table, else they are written as those"
  )
  func insertedBytes() throws {
    let head = "id,note\n1,\"a\"\n"
    for (own, file, saved) in [
      (head, "id,note\n2,\"b\"\n3,\"\"\n4,\n", head + "2,\"b\"\n3,\"\"\n4,\n"),
      ("id,note\n1,a\n", "id,note\n2,\"b\"\n3,c", "id,note\n1,a\n2,\"b\"\n3,c\n"),
      (head, "id,note\n2,\"b\"\n3,c", head + "2,\"b\"\n3,\"c\"\n"),
      (head, "note,id\n\"b,\",2\nc,3\n", head + "2,\"b,\"\n3,\"c\"\n"),
      ("id,note\n1,a", "id,note\n2,\"b\"\n3,c", "id,note\n1,a\n2,b\n3,c"),
      (head, "id,note\r\n2,\"b\"\r\n3,c\r\n", head + "2,\"b\"\n3,\"c\"\n"),
      (head, "id,note\n2,\"b\"\n\n3,c\n", head + "2,\"b\"\n3,\"c\"\n"),
      (head, "id;note\n2;\"b,\"\n3;c\n", head + "2,\"b,\"\n3,\"c\"\n"),
      (head, "id\n2\n3\n", head + "2,\n3,\n"),
      ("id,note\r\n1,a\r\n", "id,note\n2,\"b\"\n", "id,note\r\n1,a\r\n2,b\r\n"),
      ("id,note\n", "id,note\n2,\"b\"\n", "id,note\n2,b\n"),
    ] {
      let folder = TemporaryFolder()
      let table = try folder.write(own, to: "a.csv")
      let session = Session(nil)
      session.run("open \(table)")
      let other = try folder.write(file, to: "b.csv")
      expect(session.run("insert from \(other)").hasPrefix("inserted"))
      session.run("save")
      try expectEqual(folder.read("a.csv"), saved, "\(file.debugDescription)")
      session.run("undo")
      session.run("save")
      try expectEqual(folder.read("a.csv"), own, "\(file.debugDescription)")
    }
  }

  @Test("copies behind the largest number get keys that are texts")
  func largestKey() throws {
    let folder = TemporaryFolder()
    let rows = "id,n\n9223372036854775806,a\n"
    let session = Session(nil)
    session.run("open --key id \(try folder.write(rows, to: "a.csv"))")
    session.run("duplicate *; duplicate @9223372036854775806; save")
    try expectEqual(
      folder.read("a.csv"),
      "id,n\n9223372036854775806,a\n9223372036854775806 copy,a\n"
        + "9223372036854775807,a\n")
    session.run("undo; undo; save")
    try expectEqual(folder.read("a.csv"), rows)
  }

  @Test(
    "copies keep the bytes of their rows; a comment or a blank line behind a row is none of them")
  func copiedBytes() throws {
    let rows = "1,\"a\"\n2,\"b, c\"\n3,\n4,\"\"\n"
    let copies = "1,\"a\"\n5,\"a\"\n2,\"b, c\"\n6,\"b, c\"\n3,\n7,\n4,\"\"\n8,\"\"\n"
    for (own, saved) in [
      ("id,note\n" + rows, "id,note\n" + copies),
      (
        "id,note\n1,a\n\n2,b\n3,c\n", "id,note\n1,a\n\n4,a\n2,b\n5,b\n3,c\n6,c\n"
      ),
      (
        "id,note\r\n1,a\r\n2,b\r\n3,c\r\n",
        "id,note\r\n1,a\r\n4,a\r\n2,b\r\n5,b\r\n3,c\r\n6,c\r\n"
      ),
      ("id,note\n1,a\n2,b\n3,c", "id,note\n1,a\n4,a\n2,b\n5,b\n3,c\n6,c"),
    ] {
      let folder = TemporaryFolder()
      let session = Session(nil)
      session.run("open --key id \(try folder.write(own, to: "a.csv"))")
      session.run("duplicate *")
      session.run("save")
      try expectEqual(folder.read("a.csv"), saved, "\(own.debugDescription)")
      session.run("edit * id := id + 100; undo; undo")
      session.run("save")
      try expectEqual(folder.read("a.csv"), own, "\(own.debugDescription)")
    }
  }

  @Test("copies keep quotes that need not be, however many rows are copied")
  func copiedQuotes() throws {
    // Two are written anew, three share the bytes of their rows.
    for cells in [["b", "\"007\""], ["\"a\"", "b"], ["b", "\"007\"", "c"], ["\"a\"", "b", "c"]] {
      let own = "id,x\n" + cells.enumerated().map { "\"\($0)\",\($1)\n" }.joined()
      let copies = cells.enumerated().map { i, cell in
        "\"\(i)\",\(cell)\n\"\(cells.count + i)\",\(cell)\n"
      }
      let folder = TemporaryFolder()
      let session = Session(nil)
      session.run("open --key id \(try folder.write(own, to: "a.csv"))")
      session.run("duplicate *; save")
      try expectEqual(folder.read("a.csv"), "id,x\n" + copies.joined())
    }
  }

  @Test("a copy of a row has null where the row has it, and lacks the members that the row lacks")
  func copiedNulls() throws {
    for (name, own, file, copied, inserted) in [
      (
        "a.json", "[{\"k\":1,\"n\":null},{\"k\":2}]", "[{\"k\":3,\"n\":null},{\"k\":4}]",
        "[{\"k\":1,\"n\":null},{\"k\":1,\"n\":null},{\"k\":2},{\"k\":2}]",
        "[{\"k\":1,\"n\":null},{\"k\":2},{\"k\":3,\"n\":null},{\"k\":4}]"
      ),
      (
        "a.ndjson", "{\"k\":1,\"n\":null}\n{\"k\":2}\n", "{\"k\":3,\"n\":null}\n{\"k\":4}\n",
        "{\"k\":1,\"n\":null}\n{\"k\":1,\"n\":null}\n{\"k\":2}\n{\"k\":2}\n",
        "{\"k\":1,\"n\":null}\n{\"k\":2}\n{\"k\":3,\"n\":null}\n{\"k\":4}\n"
      ),
      (
        "a.yaml", "- k: 1\n  n: null\n- k: 2\n", "- k: 3\n  n: ~\n- k: 4\n",
        "- k: 1\n  n: null\n- k: 1\n  n: null\n- k: 2\n- k: 2\n",
        "- k: 1\n  n: null\n- k: 2\n- k: 3\n  n: null\n- k: 4\n"
      ),
    ] {
      let folder = TemporaryFolder()
      let session = Session(nil)
      session.run("open \(try folder.write(own, to: name))")
      session.run("duplicate *")
      session.run("save")
      try expectEqual(folder.read(name), copied, "\(name)")
      session.run("undo")
      let other = try folder.write(file, to: "b-" + name)
      session.run("insert from \(other)")
      session.run("save")
      try expectEqual(folder.read(name), inserted, "\(name)")
    }
  }
}
