import TableKit

/// The spacing of a JSON document, level by level.
struct JSONStyle: Hashable, Sendable {
  /// The outermost object, if there is one.
  var document = JSONSpacing()
  /// The array of sections of a TABLE.
  var sections = JSONSpacing()
  /// A section of a TABLE.
  var section = JSONSpacing()
  /// An array of rows.
  var rows = JSONSpacing()
  /// A row.
  var row = JSONSpacing()

  /// Returns the style with missing parts taken from the style with one row a line.
  func completed(rowIndent: String) -> JSONStyle {
    var style = self
    style.document = document.completed(by: JSONSpacing(lead: "", gap: "\n "))
    style.sections = sections.completed(by: JSONSpacing(lead: "", gap: "\n  "))
    style.section = section.completed(by: .compact)
    style.rows = rows.completed(by: JSONSpacing(lead: "\n" + rowIndent, gap: "\n" + rowIndent))
    style.row = row.completed(by: .compact)
    return style
  }
}

/// The white space in a container, as in the first container of its kind.
struct JSONSpacing: Hashable, Sendable {
  /// After the opening bracket.
  var lead: [UInt8]?
  /// After a comma.
  var gap: [UInt8]?
  /// Before the closing bracket.
  var trail: [UInt8]?
  /// Around the colon of a member, the colon included.
  var colon: [UInt8]?
}

extension JSONSpacing {
  /// One element after the other, without any white space.
  static let compact = JSONSpacing(lead: "", gap: "")

  /// The spacing of a container of the source, as its first elements show it; no parts if it is empty
  /// or no container.
  init(of container: Range<Int>, in bytes: UnsafeRawBufferPointer) {
    self.init()
    var tokens = JSONTokenizer(bytes, at: container.lowerBound + 1, allowsComments: true)
    let isObject = bytes[container.lowerBound] == 0x7B
    tokens.skipSpace()
    guard isObject || bytes[container.lowerBound] == 0x5B,
      tokens.position < container.upperBound - 1
    else { return }
    lead = Self.blanks(in: bytes, before: tokens.position)
    if isObject, let name = try? tokens.name() {
      colon = Self.colon(in: bytes, name.upperBound..<tokens.position)
    }
    _ = try? tokens.value()
    tokens.skipSpace()
    if tokens.byte == 0x2C {
      tokens.position += 1
      tokens.skipSpace()
      if tokens.position < container.upperBound - 1 {
        gap = Self.blanks(in: bytes, before: tokens.position)
      }
    }
    trail = Self.blanks(in: bytes, before: container.upperBound - 1)
  }

  /// Returns what stands between the name and the value of a member, without comments.
  static func colon(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
    bytes[range].contains(0x2F) ? [0x3A, 0x20] : Array(bytes[range])
  }

  /// Returns the white space that ends at an offset.
  static func blanks(in bytes: UnsafeRawBufferPointer, before end: Int) -> [UInt8] {
    var start = end
    while start > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[start - 1]) { start -= 1 }
    return Array(bytes[start..<end])
  }

  /// Returns the spacing of a container that lies some levels deeper.
  func deeper(_ levels: Int) -> JSONSpacing {
    guard let lead, let end = lead.lastIndex(of: 0x0A) else { return self }
    let indent = lead[(end + 1)...]
    var result = self
    for _ in 0..<levels {
      result.lead? += indent
      result.gap = result.lead
      result.trail? += indent
    }
    return result
  }

  /// Returns the spacing with missing parts derived from the others, or taken from another spacing.
  func completed(by other: JSONSpacing) -> JSONSpacing {
    guard lead != nil else { return other }
    var spacing = self
    spacing.gap = gap ?? lead
    spacing.colon = colon ?? other.colon
    return spacing
  }

  /// Creates a spacing without white space before closing brackets and around colons.
  fileprivate init(lead: String, gap: String) {
    self.init(lead: Array(lead.utf8), gap: Array(gap.utf8), trail: [], colon: [0x3A])
  }
}

/// A member of an object: its name, and the ranges of its name and its value.
struct JSONMember: Hashable, Sendable {
  let name: String
  /// The name as written.
  let label: Range<Int>
  let value: Range<Int>

  /// The colon, with the white space around it.
  var colon: Range<Int> { label.upperBound..<value.lowerBound }

  /// The name as written, with the colon and the white space around that.
  var head: Range<Int> { label.lowerBound..<value.lowerBound }

  /// The name and the value as written.
  var range: Range<Int> { label.lowerBound..<value.upperBound }

  /// Returns the members of an object that was read successfully.
  static func members(of object: Range<Int>, in bytes: UnsafeRawBufferPointer) -> [JSONMember] {
    var members: [JSONMember] = []
    forEach(of: object, in: bytes) { label, value in
      let text = CellSyntax.json.cell(UnsafeRawBufferPointer(rebasing: bytes[label])).text
      members.append(JSONMember(name: text, label: label, value: value))
    }
    return members
  }

  /// Calls `body` with the label and the value of each member of an object that was read successfully.
  @inline(__always)
  static func forEach(
    of object: Range<Int>, in bytes: UnsafeRawBufferPointer,
    _ body: (_ label: Range<Int>, _ value: Range<Int>) -> Void
  ) {
    var tokens = JSONTokenizer(bytes, at: object.lowerBound + 1, allowsComments: true)
    tokens.skipSpace()
    while tokens.position < object.upperBound - 1, let label = try? tokens.name() {
      guard let value = try? tokens.value() else { break }
      body(label, value)
      tokens.skipSpace()
      guard tokens.byte == 0x2C else { break }
      tokens.position += 1
      tokens.skipSpace()
    }
  }
}
