import Expectations
import TestSupport
import Testing

/// Everyday tasks, each one command.
struct RecipeTests {
  @Test("twenty tasks are one command each, little longer than elsewhere, that does its work")
  func recipes() throws {
    let table = try Repository.read("Examples/recipes/README.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.contains("`") && !$0.contains("`tablesh`") }
    expect(table.count >= 20)
    for row in table {
      let words = row.split(separator: "`")
      let (command, peer) = (String(words[1]), String(words[3]))
      // Counted as typed, where the file is open already: without it.
      let typed = peer.replacing(" sales.csv", with: "").replacing(" zones.csv", with: "")
      expect(Double(command.count) <= 1.3 * Double(typed.count), "\(command): \(typed)")
      let folder = try Repository.copy(of: "Examples")
      let here = "\(folder.path)/recipes"
      func run(_ arguments: [String], _ commands: String...) throws {
        let child = try ChildProcess.run(
          product("tablesh"),
          ["--no-init", "--quiet"] + arguments + (commands + ["quit!"]).flatMap { ["-c", $0] },
          directory: here)
        expectEqual(child.status, 0, "\(commands): \(child.errors)")
      }
      try run(["sales.csv"], "dedupe by order", "fill down region", "export other.csv")
      try run(["--key", "order", "other.csv"], "edit @1002 amount=81; plan patch > p.json")
      if command.hasPrefix("combine") {
        try run(["other.csv"], "split customer by \", \" into last,first; save")
      }
      if command.contains("countries") {
        try run(["zones.csv"], command)
      } else if command == "dedupe" || command.contains("fill") {
        try run(["sales.csv"], command)
      } else {
        try run(["--key", "order", "other.csv"], command)
      }
    }
  }
}
