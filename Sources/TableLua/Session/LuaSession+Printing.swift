import Lua
import TableKit

extension LuaSession {
  /// A plan as a printer of a plugin prints it.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - table: the table after it.
  ///   - name: the printer's.
  public func print(
    _ plan: LuaPlan, of table: Table, with name: String
  ) throws(LuaFailure) -> String {
    guard let printer = registry.printer(named: name) else {
      throw .noSuchPrinter(name, among: registry.printers.map(\.info.name))
    }
    let held = held
    return try finishing { () throws(LuaError) in
      try held.whileHolding { () throws(LuaError) in
        var text = ""
        let write = state.function("write") { [unowned self] call throws(LuaError) in
          for index in 0..<call.count {
            let piece = try call.string(index + 1)
            try hold(piece.utf8.count, "printer '\(name)'")
            text += piece
          }
          return 0
        }
        let handle = TableHandle(table, selection: [])
        try asked("by a printer", handle) { () throws(LuaError) in
          _ = try printer.print.call(
            try objects?.plan(plan) ?? .nil, try objects?.table(handle) ?? .nil, .function(write))
        }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
      }
    }
  }
}
