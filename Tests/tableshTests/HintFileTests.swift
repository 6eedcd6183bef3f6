import Expectations
import Foundation
import TestSupport
import Testing

/// Hints that name a file to write: never another one than was typed.
struct HintFileTests {
  private let folder: TemporaryFolder
  private static let text = "id,City,Qty\n1,Bonn,3\n2,Ulm,5\n"

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.text, to: "orders.csv")
  }

  private func run(_ lines: String...) throws -> ChildProcess {
    try ChildProcess.run(
      home: folder, ["orders.csv", "-c", "edit 0:0 Qty=77", "-c", lines.joined(separator: "\n")],
      input: "")
  }

  @Test("a script of commands where none is read leads to run, with the table")
  func scripts() throws {
    try folder.write("count\n", to: "clean.tsh")
    let meant = "\nhint:  tablesh run clean.tsh orders.csv\n"
    for arguments in [
      ["run", "orders.csv", "clean.tsh"], ["-c", "clean.tsh", "orders.csv"],
    ] {
      let child = try ChildProcess.run(home: folder, arguments, input: "")
      expect(child.status != 0 && child.errors.hasSuffix(meant), "\(child)")
    }
    let child = try ChildProcess.run(home: folder, ["run", "clean.tsh", "orders.csv"], input: "")
    expectEqual(child.output, "2\n")
  }

  /// A line, the one that it is hinted to, and the file that this writes.
  private static let lines: [(line: String, meant: String, file: String)] = [
    ("save as clean.csv", "save --as clean.csv", "clean.csv"),
    ("save as copy2.json", "save --as copy2.json", "copy2.json"),
    ("save as \"My Orders.csv\"", "save --as \"My Orders.csv\"", "My Orders.csv"),
    ("save as backup", "save --as backup", "backup"),
    ("save to x.csv", "save x.csv", "x.csv"), ("save to out.csv", "save out.csv", "out.csv"),
    ("save copy clean.csv", "export clean.csv", "clean.csv"),
    ("save orders as clean.csv", "save --as clean.csv", "clean.csv"),
    ("save orders.csv as clean.csv", "save --as clean.csv", "clean.csv"),
    ("save orders.csv clean.csv", "save clean.csv", "clean.csv"),
    ("save orders.csv to clean.csv", "save clean.csv", "clean.csv"),
    ("cp orders.csv clean.csv", "save clean.csv", "clean.csv"),
    ("copy orders.csv to clean.csv", "export clean.csv", "clean.csv"),
    ("save as csv", "save orders-copy.csv", "orders-copy.csv"),
    ("save to json", "save orders.json", "orders.json"),
    ("save csv", "save orders-copy.csv", "orders-copy.csv"),
    ("save x.csv where Qty > 5", "export x.csv where Qty > 5", "x.csv"),
    ("export to clean.csv", "export clean.csv", "clean.csv"),
    ("export as clean.json", "export clean.json", "clean.json"),
    ("export orders.csv clean.csv", "export clean.csv", "clean.csv"),
    ("export > clean.csv", "export clean.csv", "clean.csv"),
    ("save -o clean.csv", "save clean.csv", "clean.csv"),
    ("export out.csv --columns City", "export out.csv City", "out.csv"),
  ]

  @Test(
    "a file that is named is the one that the hint writes, and the table's own stays",
    arguments: lines.indices)
  func files(index: Int) throws {
    let (line, meant, file) = Self.lines[index]
    let told = try run(line)
    expect(told.errors.contains("\nhint:  \(meant)\n"), "\(line): \(told.errors)")
    expect(folder.read(file) == nil, "\(line)")
    let done = try run(meant)
    let isDone = !done.errors.contains("error: ") || done.errors.contains("error: unsaved changes")
    expect(isDone, "\(meant): \(done.errors)")
    expect(folder.read(file)?.contains("Bonn") == true, "\(meant)")
    expectEqual(folder.read("orders.csv"), Self.text, "\(meant)")
  }

  @Test("diff of tables whose keys repeat leads to what pairs them")
  func repeatedKeys() throws {
    try folder.write("order id,n\na,1\na,2\nb,3\n", to: "a.csv")
    try folder.write("order id,n\na,1\na,4\nb,3\n", to: "b.csv")
    let told = try ChildProcess.run(
      home: folder, ["diff", "--key", "order id", "a.csv", "b.csv"], input: "")
    let line = "changes --key \"order id\" a.csv"
    expect(told.errors.hasSuffix("\nhint:  tablesh -c '\(line)' b.csv\n"), "\(told.errors)")
    let done = try ChildProcess.run(home: folder, ["-c", line, "b.csv"], input: "")
    expectEqual(done.status, 0)
    expect(done.output.contains("2") && done.output.contains("4"), "\(done.output)")
  }
}
