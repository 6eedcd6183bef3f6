import CLua

/// The arguments and results of one call from Lua; valid only during that call.
///
/// Arguments count from 1, as in Lua. A Swift function reads them, pushes its results and
/// returns how many it pushed.
public struct LuaCall: ~Copyable {
  let stack: LuaStack
  /// The name of the function in errors; nil: the name by which it was called.
  private let name: String?
  /// The number of arguments.
  public let count: Int

  init(_ stack: LuaStack, name: String? = nil) {
    self.stack = stack
    self.name = name
    count = Int(clua_gettop(stack.pointer))
  }

  /// The state that calls.
  public var state: LuaState? { stack.state }
}

// MARK: - Arguments

extension LuaCall {
  /// True if an argument is nil or missing.
  public func isNil(_ index: Int) -> Bool { index > count || stack.type(Int32(index)) == CLUA_TNIL }

  /// An argument of any type; nil when it is missing.
  public func value(_ index: Int) -> LuaValue { index > count ? .nil : stack.value(Int32(index)) }

  /// The text of a string argument; numbers count, as in Lua's own functions.
  public func string(_ index: Int) throws(LuaError) -> String {
    if index <= count, let text = stack.text(Int32(index)) { return text }
    guard value(index).number != nil else { throw argumentError(index, expected: "string") }
    return try display(index)
  }

  /// The bytes of a string argument.
  public func bytes(_ index: Int) throws(LuaError) -> [UInt8] {
    try withBytes(index) { (bytes) throws(LuaError) in Array(bytes) }
  }

  /// Reads the bytes of a string argument without copying them.
  public func withBytes<Result>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) throws(LuaError) -> Result
  ) throws(LuaError) -> Result {
    guard index <= count, let bytes = stack.bytes(Int32(index)) else {
      throw argumentError(index, expected: "string")
    }
    return try body(bytes)
  }

  /// An integer argument, or a float that is integral.
  public func integer(_ index: Int) throws(LuaError) -> Int {
    try take(value(index).integer, index, "integer")
  }

  /// A table argument.
  public func table(_ index: Int) throws(LuaError) -> LuaTable {
    try take(value(index).table, index, "table")
  }

  /// A function argument.
  public func function(_ index: Int) throws(LuaError) -> LuaFunction {
    try take(value(index).function, index, "function")
  }

  private func take<Value>(
    _ value: Value?, _ index: Int, _ expected: String
  ) throws(LuaError) -> Value {
    guard let value else { throw argumentError(index, expected: expected) }
    return value
  }

  /// A Swift object given to Lua earlier.
  public func object<Object: AnyObject>(
    _ index: Int, as type: Object.Type
  ) throws(LuaError) -> Object {
    guard index <= count, let object = stack.object(Int32(index)) as? Object else {
      throw argumentError(index, expected: "\(Object.self)")
    }
    return object
  }

  /// The Swift object behind an argument, or in a field of it if it is a table; nil if there is
  /// none.
  public func object(_ index: Int, field: String) -> AnyObject? {
    guard index <= count else { return nil }
    guard stack.type(Int32(index)) == CLUA_TTABLE else { return stack.object(Int32(index)) }
    return stack.object(Int32(index), field: field)
  }

  /// The string that `tostring` gives for an argument.
  func displayBytes(_ index: Int) throws(LuaError) -> [UInt8] {
    try stack.reserve(8)
    try stack.check(clua_tostring(stack.pointer, Int32(index)))
    defer { clua_pop(stack.pointer, 1) }
    return stack.bytes(-1).map(Array.init) ?? []
  }

  /// The text that `tostring` gives for an argument.
  public func display(_ index: Int) throws(LuaError) -> String {
    guard index <= count else { return "nil" }
    try stack.reserve(8)
    return try stack.display(Int32(index))
  }

  /// The error for a wrong argument, in Lua's words. The object before a colon is not counted.
  public func argumentError(_ index: Int, expected: String) -> LuaError {
    let got = index > count ? "no value" : stack.typeName(Int32(index))
    var isMethod = false
    let called = clua_called_name(stack.pointer, &isMethod).map { String(cString: $0) }
    let name = (name ?? called).map { " to '\($0)'" } ?? ""
    if isMethod, index == 1 {
      return LuaError("bad self\(name) (\(expected) expected, got \(got))")
    }
    return LuaError(
      "bad argument #\(isMethod ? index - 1 : index)\(name) (\(expected) expected, got \(got))")
  }

  // MARK: Results

  /// Pushes results and returns their number: `return try call.returning(1, "two")`.
  public func returning(_ values: LuaValue...) throws(LuaError) -> Int32 {
    try returning(values)
  }

  /// Pushes bytes as a string. A function may push up to 24 values one by one.
  public func push(bytes: UnsafeRawBufferPointer) { stack.push(bytes) }

  /// Pushes a value.
  public func push(_ value: LuaValue) { stack.push(value) }

  /// Pushes a Swift object, which Lua then keeps alive.
  public func push(object: AnyObject, type: LuaObjectType? = nil) {
    stack.push(object: object, type: type)
  }

  /// Pushes an iterator for a `for … in` loop: it calls `next` until the first result is nil.
  public func push(iterator next: @escaping () throws(LuaError) -> [LuaValue]?) {
    stack.push { call throws(LuaError) in
      try call.returning(try next() ?? [])
    }
  }

  /// The place in Lua from which the function was called.
  public var place: LuaPlace? {
    clua_push_where(stack.pointer, 1)
    defer { clua_pop(stack.pointer, 1) }
    guard let text = stack.text(-1) else { return nil }
    return LuaPlace.split(text) { _ in true }?.place
  }

  /// The line of Lua that runs, by the whole name of its chunk, and not one of the prelude.
  public var runningPlace: LuaPlace? { stack.runningPlace }
}

extension LuaStack {
  /// The line of Lua that runs, by the whole name of its chunk, and not one of the prelude.
  var runningPlace: LuaPlace? {
    var line: Int32 = 0
    return clua_running_chunk(pointer, "=tablesh", &line).map {
      LuaPlace(chunk: String(String(cString: $0).dropFirst()), line: Int(line))
    }
  }
}

extension LuaCall {
  /// Pushes results and returns their number.
  public func returning(_ values: [LuaValue]) throws(LuaError) -> Int32 {
    try stack.reserve(values.count)
    for value in values { stack.push(value) }
    return Int32(values.count)
  }

  /// Pushes an argument as it came, a Swift object with its methods.
  public func returning(argument index: Int32) -> Int32 {
    clua_pushvalue(stack.pointer, index)
    return 1
  }

  /// True if an argument is a string.
  public func isString(_ index: Int) -> Bool {
    index <= count && stack.type(Int32(index)) == CLUA_TSTRING
  }
}
