/// A function or method that scripts can call, as the reference tells of it.
public struct FunctionReference: Sendable {
  /// The name, without what stands before its dot or colon.
  public var name: String
  /// A call of it, in one or two lines.
  public var usage: String
  /// Its effect, in a sentence or two.
  public var help: String
  /// Its parameters, in order.
  public var parameters: [ValueReference]
  /// Its results, in order.
  public var returns: [ValueReference]
  /// A chunk that runs on the example table; empty where the usage says enough.
  public var example: String
  /// The first version that has it.
  public var since: String

  init(
    _ name: String, _ usage: String, _ help: String, parameters: [ValueReference] = [],
    returns: [ValueReference] = [], example: String = "", since: String = "0.1"
  ) {
    self.since = since
    self.name = name
    self.usage = usage
    self.help = help
    self.parameters = parameters
    self.returns = returns
    self.example = example
  }
}

/// A value that scripts give or get: a parameter, a result, a field.
public struct ValueReference: Sendable {
  /// The name.
  public var name: String
  /// The type, as LuaCATS writes types: `string`, `string[]`, `fun(row: tablesh.Row): boolean`.
  public var type: String
  /// A description, in a line.
  public var help: String
  /// True if it may be nil.
  public var isOptional: Bool
  /// The first version that has it; nil: that which has what it belongs to.
  public var since: String?

  /// - Parameter name: ends in `?` if the value may be nil, as LuaCATS writes it.
  init(_ name: String, _ type: String, _ help: String, since: String? = nil) {
    self.since = since
    isOptional = name.hasSuffix("?")
    self.name = isOptional ? String(name.dropLast()) : name
    self.type = type
    self.help = help
  }
}

/// A kind of object or of table that scripts give or get.
public struct ClassReference: Sendable {
  /// The name, as in `tablesh.Table`.
  public var name: String
  /// The variable that its methods are called on in the reference, such as `table`; nil: no methods.
  public var variable: String?
  /// The class whose fields and methods it has, too.
  public var parent: String?
  /// A description, in a sentence or two.
  public var help: String
  /// Its fields.
  public var fields: [ValueReference]
  /// Its methods, called with a colon.
  public var methods: [FunctionReference]
  /// Its index signature besides its fields, as `[string]: any`; nil: none.
  public var index: String?

  init(
    _ name: String, variable: String? = nil, parent: String? = nil, _ help: String,
    fields: [ValueReference] = [], methods: [FunctionReference] = [], index: String? = nil
  ) {
    self.name = name
    self.variable = variable
    self.parent = parent
    self.help = help
    self.fields = fields
    self.methods = methods
    self.index = index
  }
}
