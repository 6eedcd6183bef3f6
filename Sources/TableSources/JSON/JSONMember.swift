/// A member of an object: its name and where its value stands.
struct JSONMember: Hashable, Sendable {
  let name: String
  /// Where its name begins.
  let offset: Int
  let value: Range<Int>
  /// The white space in front of its name.
  let lead: Range<Int>
  /// Where the value before it ends; nil for the first.
  let former: Int?
  /// Whether it is the first member.
  let isFirst: Bool
  /// The name as it is written, the colon and the white space around that.
  let head: Range<Int>
}
