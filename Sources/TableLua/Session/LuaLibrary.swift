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
      RuleFunction.self, PolicyFunction.self, UpdateCellFunction.self, OnFunction.self,
      LoaderFunction.self,
      CommandFunction.self, PrinterFunction.self, TableFunction.self, EditFunction.self,
      RunFunction.self, PlanFunction.self, SnapshotFunction.self, HealthFunction.self,
      HasFunction.self, ExecFunction.self, FilesFunction.self,
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
    library = { [unowned self] (globals) throws(LuaError) in
      let other = state.function { [unowned self] call throws(LuaError) in
        let name = try call.display(1)
        switch name {
        case "version": return try call.returning(.string(version))
        case "strict": return try call.returning(.boolean(globals.isStrict))
        default: throw Self.noSuchFunction(name)
        }
      }
      let assign = state.function { call throws(LuaError) in
        guard case .boolean(let isStrict) = call.value(2), call.value(1) == "strict" else {
          return try call.returning(false)
        }
        globals.isStrict = isStrict
        return try call.returning(true)
      }
      return try prelude.sealed.call(
        "tablesh", .table(functions), .function(other), .function(assign)
      ).first ?? .nil
    }
    try shell.set("tablesh", library(scripts.globals))
    openAccess()
    openExit()
  }

  private static func noSuchFunction(_ name: String) -> LuaError {
    let names = APIReference.functions.map(\.name) + APIReference.fields.map(\.name)
    return LuaError(
      "no function 'tablesh.\(name)'", code: "no-such-function",
      hint: Nearest.hint(for: name, in: names) ?? "help tablesh")
  }
}
