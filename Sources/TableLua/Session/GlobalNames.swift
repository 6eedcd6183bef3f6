import Lua

/// What the chunks of one environment name: a read of a global that none of them assigns is an error.
///
/// A class because each chunk that is loaded is noted in the same one.
final class GlobalNames {
  /// False if the owner has set `tablesh.strict` to false.
  var isStrict = true
  private var reads: Set<String> = []
  private var assigned: Set<String> = []
  private var declared: Set<String> = []

  /// Notes a chunk.
  func note(_ bytes: [UInt8]) {
    let chunk = GlobalReader(bytes: bytes)
    reads.formUnion(chunk.reads)
    assigned.formUnion(chunk.assigned)
    declared.formUnion(chunk.declared)
  }

  /// Names that scripts ask for to learn which Lua they run on, and whether as a program.
  private static let others: Set<String> = [
    "unpack", "loadstring", "bit32", "bit", "jit", "setfenv", "getfenv", "module", "newproxy",
    "gcinfo", "arg",
  ]

  /// Whether a global without a value must not be read.
  func refuses(_ name: String) -> Bool {
    isStrict && reads.contains(name) && !assigned.contains(name) && !Self.others.contains(name)
  }

  /// The failure of a read of such a global.
  ///
  /// - Parameter known: the names of globals that have a value.
  func failure(of name: String, known: [String]) -> LuaFailure {
    .noSuchGlobal(name, among: Set(known).union(declared).union(assigned).sorted())
  }
}

extension LuaSession {
  /// Makes reads of unknown globals in an environment errors.
  func openGlobals(of environment: LuaTable, _ names: GlobalNames) {
    state.setMissing(in: environment) { [weak state, weak environment] call throws(LuaError) in
      guard let state, call.isString(2) else { return try call.returning(.nil) }
      let name = try call.string(2)
      let value = state[name]
      guard value == .nil, names.refuses(name) else { return try call.returning(value) }
      let known = [environment, state.globals].flatMap { $0?.fields(beginningWith: "") ?? [] }
      var error = names.failure(of: name, known: known.map(\.name)).luaError
      error.place = call.place
      throw error
    }
  }

  /// Notes a chunk where its environment belongs to a plugin or to scripts.
  func note(_ bytes: [UInt8], in environment: LuaTable) {
    for owner in [scripts] + owners.values where owner.environment.isSame(as: environment) {
      owner.globals.note(bytes)
    }
  }
}
