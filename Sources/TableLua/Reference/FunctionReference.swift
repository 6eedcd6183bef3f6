// The reference stands in texts, an entry a line; two blanks part what stands in it:
//
//     walks over the rows for which an expression is true
//     < expression  string  columns are variables in it     a parameter
//     > next  fun(): tablesh.Row?  the next row             a result
//     - key  string  its key, as after @                    a field
//     : rows  for row in table:rows() do                    a method: its call, and then its text

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

  /// - Parameter text: its help, its parameters and its results.
  init(
    _ name: String, _ usage: String, _ text: String, example: String = "", since: String = "0.1"
  ) {
    self.since = since
    self.name = name
    self.usage = usage
    help = text.firstLine
    parameters = text.references("<")
    returns = text.references(">")
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

  /// - Parameters:
  ///   - text: its help, its fields and its methods.
  ///   - fields: fields besides those of the text.
  init(
    _ name: String, variable: String? = nil, parent: String? = nil, index: String? = nil,
    _ text: String, fields: [ValueReference] = []
  ) {
    self.name = name
    self.variable = variable
    self.parent = parent
    let parts = text.split(separator: "\n: ").map(String.init)
    help = parts[0].firstLine
    self.fields = parts[0].references("-") + fields
    methods = parts.dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1)
      let call = lines[0].split(separator: "  ", maxSplits: 1)
      return FunctionReference(String(call[0]), String(call[1]), String(lines[1]))
    }
    self.index = index
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }

  /// The values of the lines with a mark.
  func references(_ mark: Character = "-") -> [ValueReference] {
    split(separator: "\n").filter { $0.first == mark }.map { line in
      let parts = line.dropFirst(2).split(separator: "  ", maxSplits: 2).map(String.init)
      return ValueReference(parts[0], parts[1], parts[2])
    }
  }
}
