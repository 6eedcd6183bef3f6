import Expectations
import Foundation
import Testing

@testable import TableShell

/// Hints, followed to the letter.
struct MistakeTests {
  /// A line that people mean, what its reply holds, and what they type instead.
  struct Meant: CustomTestStringConvertible, Sendable {
    var line: String
    var reply = ""
    var typed: [String] = []

    var testDescription: String { line }
  }

  static let all = read(Mistakes.all)
  static let messy = read(
    [
      Mistakes.messy, Mistakes.messyNames, Mistakes.messyHarm, Mistakes.office, Mistakes.loose,
    ]
    .joined(separator: "\n"))

  static func read(_ text: String) -> [Meant] {
    var all: [Meant] = []
    for line in text.split(separator: "\n").map(String.init) {
      if line.hasPrefix("  ") {
        all[all.count - 1].typed.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("= "), all.last?.typed.isEmpty == true {
        all[all.count - 1].reply = String(line.dropFirst(2))
      } else {
        all.append(Meant(line: line))
      }
    }
    return all
  }

  @Test("there are enough of them")
  func count() {
    expect(Self.all.map(\.typed.count).reduce(0, +) > 750)
  }

  @Test("the hint of a mistake works and does what was meant", arguments: all)
  func hints(meant: Meant) throws {
    try check(
      meant, "n.csv",
      "id,City,Last Name,Qty,Price\n1,Bonn,Miller,3,2.5\n2,Berlin,Smith,10,4\n"
        + "3,Bonn,Jones,7,1.25\n4,,Kay,1,9\n")
  }

  @Test("so does one over a table without a key, with dates and amounts", arguments: messy)
  func messyHints(meant: Meant) throws {
    try check(
      meant, "orders.csv",
      "Order Id,Customer,City,Order Date,Price,Qty\nA1,Ann Lee,Bonn,2024-07-21,$9.50,3\n"
        + "A2,Bob Ray,,09.06.2024,USD 4.00,10\nA3,Cid May,Ulm,\"Sep 17, 2024\",2.50,7\n"
        + "A4,Dee Fox,Bonn,2024-12-31,$1.25,1\n")
  }

  func check(_ meant: Meant, _ name: String, _ text: String) throws {
    let folder = TemporaryFolder()
    try folder.write("city,state\nBonn,NW\nUlm,BW\n", to: "cities.csv")
    try folder.write("id,Region\n1,North\n2,South\n", to: "more.csv")
    try folder.write("count\n", to: "more.tsh")
    try folder.write("Customer,City\nEve Orr,Rome\n", to: "rows.csv")
    let other = try folder.write("id,Region\n1,North\n2,South\n", to: "other.csv")
    for mistake in meant.typed {
      let path = try folder.write(text, to: name)
      let session = Session(nil)
      session.run("open '\(other)' '\(path)'; mark 0:3")
      let before = session.run("export --format csv -")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()

      let told = session.run(mistake.replacing("DIR", with: folder.path))
      let line = meant.line.replacing("DIR", with: folder.path)
      expect(told.contains("error: "), "\(mistake): \(told)")
      expect(told.withoutEditNote.hasSuffix("\nhint:  \(line)\n"), "\(mistake): \(told)")
      expectEqual(session.run("export --format csv -"), before, "\(mistake)")
      expectEqual(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), files,
        "\(mistake)")

      let ending = session.shell.run(line)
      let reply = session.console.take().split(whereSeparator: \.isWhitespace).joined(
        separator: " ")
      expect(ending == .done || ending == .leave(status: 0), "\(line): \(reply)")
      expect(!reply.contains("error: "), "\(line): \(reply)")
      if !meant.reply.isEmpty { expect(reply.contains(meant.reply), "\(line): \(reply)") }
      for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
      where file.hasPrefix("out") {
        try FileManager.default.removeItem(atPath: folder.file(file))
      }
    }
  }
}
