/// A piece of Swift or Objective-C that has a value.
struct CodeExpression {
  indirect enum Kind {
    case number(Int)
    case bool(Bool)
    /// `nil`.
    case null
    case name(String)
    /// `.fade`.
    case implicit(String)
    case member(CodeExpression, String)
    /// A call in Swift, or a message of Objective-C, `[receiver name:value label:value]`, as the call of
    /// a member.
    case call(CodeExpression, [CodeArgument], isMessage: Bool)
    case list([CodeExpression])
    case subscripted(CodeExpression, [CodeArgument])
    case closure(CodeClosure)
    case unary(String, CodeExpression)
    case binary(String, CodeExpression, CodeExpression)
    case ternary(CodeExpression, CodeExpression, CodeExpression)
    /// `=`, `+=` and their like; `++` and `--` add and subtract 1.
    case assignment(String, CodeExpression, CodeExpression)
    /// What is not understood, with what it is made of.
    case other([CodeExpression])
  }

  let kind: Kind
  /// The numbers of its tokens.
  let range: Range<Int>

  /// The parts, in the order of the source.
  var parts: [CodeExpression] {
    switch kind {
    case .number, .bool, .null, .name, .implicit, .closure: []
    case .member(let base, _), .unary(_, let base): [base]
    case .call(let base, let arguments, _), .subscripted(let base, let arguments):
      [base] + arguments.map(\.value)
    case .list(let all), .other(let all): all
    case .binary(_, let a, let b), .assignment(_, let a, let b): [a, b]
    case .ternary(let a, let b, let c): [a, b, c]
    }
  }

  /// The last name of `a.b.c`, or of what is called.
  var lastName: String? {
    switch kind {
    case .name(let name), .member(_, let name), .implicit(let name): name
    default: nil
    }
  }
}

struct CodeArgument {
  /// The name before the value; empty for none.
  let label: String
  let value: CodeExpression
}

/// `{ (a, b) in … }`, `^(int a) { … }`, or the braces of a function.
struct CodeClosure {
  var parameters: [String] = []
  var body: [CodeStatement] = []
  /// Whether the closing brace is there.
  var isClosed = true
}

/// `case .insert, .update:` and what it does.
struct CodeCase {
  /// What it is for; empty for `default`, and nil for patterns.
  let labels: [String]?
  /// The names that its pattern binds.
  let names: [String]
  let body: [CodeStatement]
}

/// A part of a condition of Swift, of which there may be several.
enum CodeCondition {
  case value(CodeExpression)
  /// `let name = value`.
  case binding(String, CodeExpression)
  /// A pattern, with the names that it binds.
  case pattern([String], CodeExpression?)
}

struct CodeStatement {
  indirect enum Kind {
    case expression(CodeExpression)
    /// `let a = 1`, `NSInteger a = 1;`, and names of patterns, whose value is unknown.
    case declaration(CodeDeclaration)
    case condition(word: String, [CodeCondition], then: [CodeStatement], otherwise: [CodeStatement])
    /// The rest of the block is left where the conditions do not hold.
    case check([CodeCondition], otherwise: [CodeStatement])
    case loop(CodeLoop, [CodeStatement])
    case choice(CodeExpression, [CodeCase])
    case block([CodeStatement])
    case function(CodeClosure)
    /// A class, a structure and their like, or what stands between `@implementation` and `@end`.
    case type([CodeStatement])
    case exit(word: String, CodeExpression?)
  }

  let kind: Kind
  /// The number of its first token.
  let start: Int
}

struct CodeDeclaration {
  let name: String
  var value: CodeExpression?
  /// Whether it keeps the value that it begins with.
  var isConstant: Bool
  /// Whether another name may stand for the same, changeable object.
  var isShared = false
}

enum CodeLoop {
  case each(names: [String], CodeExpression, where: CodeExpression?)
  /// `for (start; condition; step)`.
  case counted(CodeStatement?, CodeExpression?, CodeExpression?)
  /// `while`, `repeat`.
  case other(word: String, [CodeCondition])

  var word: String { if case .other(let word, _) = self { word } else { "for" } }
}
