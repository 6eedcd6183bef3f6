import Expectations
import TableSources
import TestSupport
import Testing

@testable import TableShell

/// Several documents of one file, each an open table of its own.
struct DocumentsOfFileTests {
  private let folder = TemporaryFolder()
  private let session = Session(nil)

  private var path: String { "\(folder.path)/f.yaml" }
  private var file: String? { try? folder.read("f.yaml") }

  private func openBoth() throws {
    try folder.write("- id: 1\n  v: x\n---\n- id: 2\n  v: y\n", to: "f.yaml")
    session.run("open '\(path)#2'; open '\(path)#1'")
  }

  @Test("a save of one document keeps what was saved of the other", arguments: ["", " --force"])
  func both(option: String) throws {
    try openBoth()
    session.run("edit * v=a; save; open '\(path)#2'; edit * v=b")
    expect(session.run("save\(option)").contains("saved 1 row"))
    expectEqual(file, "- id: 1\n  v: a\n---\n- id: 2\n  v: b\n")
    session.run("open '\(path)#1'; edit * v=longer; save\(option)")
    session.run("open '\(path)#2'; edit * v=c; save\(option)")
    expectEqual(file, "- id: 1\n  v: longer\n---\n- id: 2\n  v: c\n")
    expect(session.run("undo; save\(option)").contains("saved 1 row"))
    expectEqual(file, "- id: 1\n  v: longer\n---\n- id: 2\n  v: b\n")
  }

  @Test("after a reload, too, undo leads back to the document among the others as they are now")
  func reloaded() throws {
    try openBoth()
    session.run("edit * v=a; save; open '\(path)#2'; reload; edit * v=b; save; undo; save")
    expectEqual(file, "- id: 1\n  v: a\n---\n- id: 2\n  v: y\n")
  }

  @Test("a document that has changed in its file is not overwritten")
  func changed() throws {
    try openBoth()
    session.run("edit * v=a")
    try folder.write("- id: 1\n  v: z\n---\n- id: 2\n  v: w\n", to: "f.yaml")
    expect(session.run("save").contains("was changed by others"))
    expectEqual(file?.contains("v: z"), true)
    // Forced, it replaces this document alone.
    session.run("save --force")
    expectEqual(file, "- id: 1\n  v: a\n---\n- id: 2\n  v: w\n")
    session.run("open '\(path)#2'; edit * v=b")
    expect(session.run("save").contains("was changed by others"))
    session.run("reload; conflicts keep mine; save")
    expectEqual(file, "- id: 1\n  v: a\n---\n- id: 2\n  v: b\n")
  }

  @Test("a document is not written into a file that has it no more")
  func gone() throws {
    try openBoth()
    session.run("open '\(path)#2'; edit * v=b")
    try folder.write("- id: 1\n  v: x\n", to: "f.yaml")
    expect(session.run("save").contains("was changed by others"))
    expectEqual(file, "- id: 1\n  v: x\n")
  }
}
