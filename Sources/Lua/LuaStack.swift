import CLua

/// The stack of one coroutine: how values cross between Swift and Lua.
///
/// Raw pointers stay in here. Every use leaves the stack balanced, unless its comment states
/// otherwise.
struct LuaStack {
  let pointer: OpaquePointer

  /// The wrapper of the state this stack belongs to.
  var state: LuaState? {
    guard let owner = clua_owner(clua_of(pointer)) else { return nil }
    return Unmanaged<LuaState>.fromOpaque(owner).takeUnretainedValue()
  }

  /// Makes room for `count` more values.
  func reserve(_ count: Int) throws(LuaError) {
    guard count < 1_000_000, clua_checkstack(pointer, Int32(count)) else {
      throw LuaError("stack overflow")
    }
  }

  /// Runs `body`, and asserts that it leaves the stack balanced.
  func balanced<Result>(_ body: () throws(LuaError) -> Result) throws(LuaError) -> Result {
    let top = clua_gettop(pointer)
    defer {
      assert(clua_gettop(pointer) == top, "the Lua stack has \(clua_gettop(pointer) - top) left")
    }
    return try body()
  }
}

// MARK: - Pushing

extension LuaStack {
  func push(_ text: String) {
    var text = text
    text.withUTF8 { push(UnsafeRawBufferPointer($0)) }
  }

  func push(_ bytes: UnsafeRawBufferPointer) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    clua_pushbytes(pointer, start, bytes.count)
  }

  private func push(decimal bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return clua_pushnil(pointer) }
    clua_push_decimal(pointer, start.assumingMemoryBound(to: CChar.self), bytes.count)
  }

  func push(_ value: LuaValue) {
    switch value {
    case .nil: clua_pushnil(pointer)
    case .boolean(let value): clua_pushboolean(pointer, value)
    case .integer(let value): clua_pushinteger(pointer, Int64(value))
    case .number(let value): clua_pushnumber(pointer, value)
    case .string(let string): string.bytes.withUnsafeBytes { push($0) }
    case .decimal(let string): string.bytes.withUnsafeBytes { push(decimal: $0) }
    case .table(let table): table.push(on: self)
    case .function(let function): function.push(on: self)
    case .object(let object): push(object: object, type: nil)
    case .other(let reference): reference.push(on: self)
    }
  }

  func push(object: AnyObject, type: LuaObjectType?) {
    let retained = Unmanaged.passRetained(object).toOpaque()
    clua_push_object(pointer, retained, type?.reference ?? 0)
  }

  func push(_ name: String? = nil, _ body: @escaping LuaBody) {
    clua_push_closure(pointer, Unmanaged<AnyObject>.passRetained(LuaClosure(name, body)).toOpaque())
  }

  /// Pushes the error thrown by a Swift function, in the form that a script can catch.
  func push(_ error: LuaError) {
    state?.passing = error.traceback.map { (error.message, $0) }
    guard error.scriptCode != nil || error.hint != nil else {
      if let place = error.place {
        push("\(place): \(error.message)")
      } else {
        clua_push_where(pointer, 1)
        let place = text(-1) ?? ""
        clua_pop(pointer, 1)
        push(place + error.message)
      }
      return
    }
    clua_push_error_object(pointer)
    setField("message", .string(error.message))
    if let code = error.scriptCode { setField("code", .string(code)) }
    if let hint = error.hint { setField("hint", .string(hint)) }
    if let place = error.place {
      setField("chunk", .string(place.chunk))
      setField("line", .integer(place.line))
    }
  }

  /// Sets a field of the table on top, without metamethods.
  func setField(_ name: String, _ value: LuaValue) {
    push(name)
    push(value)
    clua_rawset(pointer, -3)
  }

  // MARK: Reading

  func type(_ index: Int32) -> Int { Int(clua_type(pointer, index)) }

  func typeName(_ index: Int32) -> String { String(cString: clua_typename(pointer, index)) }

  /// The bytes of a string, valid while it is on the stack; nil for any other value.
  func bytes(_ index: Int32) -> UnsafeRawBufferPointer? {
    var count = 0
    guard let start = clua_tobytes(pointer, index, &count) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  private func decimal(_ index: Int32) -> [UInt8]? {
    var count = 0
    guard let start = clua_todecimal(pointer, index, &count) else { return nil }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  func text(_ index: Int32) -> String? {
    bytes(index).map { String(decoding: $0, as: UTF8.self) }
  }

  func box(_ index: Int32) -> AnyObject? {
    clua_toobject(pointer, index).map {
      Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
    }
  }

  func value(_ index: Int32) -> LuaValue {
    switch type(index) {
    case CLUA_TNONE, CLUA_TNIL:
      return .nil
    case CLUA_TBOOLEAN:
      return .boolean(clua_toboolean(pointer, index))
    case CLUA_TNUMBER:
      var integer: Int64 = 0
      var number = 0.0
      if clua_isinteger(pointer, index), clua_tointeger(pointer, index, &integer) {
        return .integer(Int(integer))
      }
      _ = clua_tonumber(pointer, index, &number)
      return .number(number)
    case CLUA_TSTRING:
      return .string(LuaString(bytes: bytes(index).map { Array($0) } ?? []))
    case CLUA_TTABLE:
      return .table(LuaTable(self, at: index))
    case CLUA_TFUNCTION:
      return .function(LuaFunction(self, at: index))
    default:
      if let object = box(index) { return .object(object) }
      if let text = decimal(index) { return .decimal(LuaString(bytes: text)) }
      return .other(LuaReference(self, at: index))
    }
  }

  /// A field of the table at `index`, without metamethods.
  func field(_ name: String, of index: Int32) -> LuaValue {
    let table = clua_absindex(pointer, index)
    push(name)
    clua_rawget(pointer, table)
    defer { clua_pop(pointer, 1) }
    return value(-1)
  }

  /// The text that `tostring` gives.
  func display(_ index: Int32) throws(LuaError) -> String {
    try check(clua_tostring(pointer, index))
    defer { clua_pop(pointer, 1) }
    return text(-1) ?? ""
  }
}
