import Expectations
import Lua
import TestSupport
import Testing

@testable import TableLua

/// The reference is one text: what `help reference`, its page in Examples and the stubs say is what is there.
struct ReferenceTests {
  @Test("tells of each function that there is, and of no other")
  func functions() throws {
    let desk = Desk()
    let names = try desk.lua(
      "local n = {} for name in pairs(tablesh) do n[#n + 1] = name end table.sort(n) return table.concat(n, ' ')"
    )
    expectEqual(names, [APIReference.functions.map(\.name).sorted().joined(separator: " ")])
  }

  @Test("tells of each method of tables, edits, plans and snapshots, and of no other")
  func methods() {
    func names(_ part: ClassReference) -> [String] { part.methods.map(\.name).sorted() }
    expectEqual(names(APIReference.table), TableMethods.all.map(\.name).sorted())
    expectEqual(names(APIReference.edit), EditMethods.all.map(\.name).sorted())
    expectEqual(names(APIReference.plan), PlanMethods.all.map(\.name).sorted())
    expectEqual(names(APIReference.snapshot), SnapshotMethods.all.map(\.name).sorted())
  }

  @Test("each example runs", arguments: APIReference.functions.map { ($0.name, $0.example) })
  func example(name: String, text: String) throws {
    guard !text.isEmpty else { return }
    let desk = Desk(crew())
    try desk.lua(text)
    expect(name != "run" || desk.shell.printed == ["unknown-command\tno such command"])
  }

  @Test("each function has an example or says what it takes")
  func complete() {
    for function in APIReference.functions {
      expect(!function.help.isEmpty && function.usage.hasPrefix("tablesh."), "\(function.name)")
      expect(!function.example.isEmpty, "\(function.name)")
      for parameter in function.parameters {
        let type = parameter.type
        expect(
          !type.hasSuffix("Declaration") || APIReference.class(type) != nil, "\(function.name)")
      }
    }
  }

  @Test("the page in Examples holds it word for word")
  func page() throws {
    try compare(
      "Examples/lua-stubs/REFERENCE.md", between: "<!-- tablesh.* -->\n",
      "<!-- end of tablesh.* -->\n"
    ) { APIReference.markdown }
  }

  @Test("the stubs for editors hold it word for word, and are Lua")
  func stubs() throws {
    let path = "Examples/lua-stubs/tablesh.lua"
    if Repository.recordsTranscripts { try Repository.write(APIReference.stubs, to: path) }
    try expectEqual(Repository.read(path), APIReference.stubs)
    let state = try LuaState()
    try state.run(APIReference.stubs)
    expect(state["tablesh"].table != nil)
  }

  @Test("help reference holds each function, method and event; help tablesh.NAME its fields")
  func help() throws {
    for function in APIReference.functions {
      expect(APIReference.help.contains(function.usage))
      let own = try require(APIReference.help(of: "tablesh." + function.name))
      expect(own.contains(function.usage))
    }
    for name in LuaEvent.Name.allCases { expect(APIReference.help.contains(name.name)) }
    try expect(require(APIReference.help(of: "tablesh.loader")).contains("schemes"))
    expectNil(APIReference.help(of: "tablesh.nothing"))
    for line in APIReference.help.split(separator: "\n") { expect(line.count <= 100, "\(line)") }
  }

  private func compare(
    _ path: String, between start: String, _ end: String, _ text: () -> String
  ) throws {
    let whole = try Repository.read(path)
    let from = try require(whole.firstRange(of: start)).upperBound
    let to = try require(whole.firstRange(of: end)).lowerBound
    if Repository.recordsTranscripts {
      try Repository.write(whole[..<from] + text() + whole[to...], to: path)
    } else {
      expectEqual(String(whole[from..<to]), text())
    }
  }
}
