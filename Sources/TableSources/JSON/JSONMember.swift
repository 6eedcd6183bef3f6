/// A member of an object: its name and where its value stands.
struct JSONMember: Hashable, Sendable {
  let name: String
  /// Where its name begins.
  let offset: Int
  let value: Range<Int>
  /// The white space in front of its name.
  let lead: Range<Int>
  /// Whether it is the first member.
  let isFirst: Bool
}
