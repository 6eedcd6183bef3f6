import TableKit
import Lua
import Wording

/// A function of the global `tablesh`: one file in Functions, one line in `LuaLibrary`.
protocol LibraryFunction {
  /// Its entry in the reference.
  static var reference: FunctionReference { get }
  /// Reads its arguments, does one thing, pushes the result.
  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32
}

extension LibraryFunction {
  /// Its name, as in `tablesh.rule`.
  static var name: String { reference.name }
}

/// The functions of the global `tablesh`.
enum LuaLibrary {
  static var functions: [any LibraryFunction.Type] {
    [
      RuleFunction.self, PolicyFunction.self, OnFunction.self, LoaderFunction.self,
      CommandFunction.self, PrinterFunction.self, TableFunction.self, EditFunction.self,
      RunFunction.self, PlanFunction.self, SnapshotFunction.self, HealthFunction.self,
    ]
  }
}

extension LuaSession {
  /// The name and help of each function of `tablesh`.
  public static var libraryHelp: [(name: String, help: String)] {
    LuaLibrary.functions.map { ("tablesh." + $0.name, $0.reference.help) }
  }

  func openLibrary() throws(LuaError) {
    objects = try ObjectKinds(self)
    let functions = state.table()
    for function in LuaLibrary.functions {
      let body = state.function(function.name) { [unowned self] call throws(LuaError) in
        try function.call(call, self)
      }
      try functions.set(.string(function.name), .function(body))
    }
    let names = LuaLibrary.functions.map { $0.name }
    let unknown = state.function { call throws(LuaError) in
      let name = try call.display(1)
      throw LuaError(
        "no function 'tablesh.\(name)'", code: "no-such-function",
        hint: Nearest.hint(for: name, in: names) ?? "help lua")
    }
    library = { [prelude] () throws(LuaError) in
      try prelude.sealed.call("tablesh", .table(functions), .function(unknown)).first ?? .nil
    }
    try shell.set("tablesh", library())
    openAccess()
    openExit()
  }

  /// Returns an environment for a plugin, with its own `tablesh`, which others cannot change.
  func environment() throws(LuaError) -> LuaTable {
    let environment = state.environment()
    try environment.set("tablesh", library())
    return environment
  }
}
