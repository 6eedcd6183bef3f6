/// A small reader of JSON that takes nothing but RFC 8259, without blanks between tokens, keeps
/// the order of members, and keeps numbers as text: what the printers are judged by.
enum StrictJSON: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([StrictJSON])
  case object([Member])

  struct Member: Equatable {
    let name: String
    let value: StrictJSON
  }

  /// The value of a text; nil when it is not exactly one compact JSON value.
  init?(_ text: String) {
    var reader = Reader(rest: Array(text.unicodeScalars)[...])
    guard let value = reader.value(), reader.rest.isEmpty else { return nil }
    self = value
  }

  subscript(name: String) -> StrictJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  subscript(index: Int) -> StrictJSON? {
    guard case .array(let values) = self, index < values.count else { return nil }
    return values[index]
  }

  private struct Reader {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.unicodeScalars) else { return false }
      rest = rest.dropFirst(text.unicodeScalars.count)
      return true
    }

    mutating func value() -> StrictJSON? {
      if take("null") { return .null }
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      if rest.first == "\"" { return string().map(StrictJSON.string) }
      if take("[") { return array() }
      if take("{") { return object() }
      return number()
    }

    mutating func array() -> StrictJSON? {
      var values: [StrictJSON] = []
      if take("]") { return .array([]) }
      repeat {
        guard let value = value() else { return nil }
        values.append(value)
      } while take(",")
      return take("]") ? .array(values) : nil
    }

    mutating func object() -> StrictJSON? {
      var members: [Member] = []
      if take("}") { return .object([]) }
      repeat {
        guard let name = string(), take(":"), let value = value(),
          !members.contains(where: { $0.name == name })
        else { return nil }
        members.append(Member(name: name, value: value))
      } while take(",")
      return take("}") ? .object(members) : nil
    }

    mutating func number() -> StrictJSON? {
      let token = String(
        String.UnicodeScalarView(rest.prefix { "0123456789+-.eE".unicodeScalars.contains($0) }))
      rest = rest.dropFirst(token.unicodeScalars.count)
      let isNumber = token.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
      return isNumber ? .number(token) : nil
    }

    mutating func string() -> String? {
      guard take("\"") else { return nil }
      var units: [UInt16] = []
      while let scalar = rest.popFirst() {
        switch scalar {
        case "\"": return String(validating: units, as: UTF16.self)
        case "\\":
          guard let unit = escape() else { return nil }
          units.append(unit)
        case "\u{0}"..<" ": return nil
        default: units.append(contentsOf: String(scalar).utf16)
        }
      }
      return nil
    }

    mutating func escape() -> UInt16? {
      guard let scalar = rest.popFirst() else { return nil }
      if scalar == "u" {
        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
        rest = rest.dropFirst(4)
        return digits.utf8.count == 4 ? UInt16(digits, radix: 16) : nil
      }
      let known: [Unicode.Scalar: UInt16] = [
        "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
      ]
      return known[scalar]
    }
  }
}
