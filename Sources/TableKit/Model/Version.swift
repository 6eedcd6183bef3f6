/// What a row holds at one moment: a record of a chunk. Versions are appended, never overwritten;
/// an edit gives a row another one. Equal versions have equal content.
struct Version: Hashable, Sendable {
  let chunk: UInt32
  let record: UInt32

  init(chunk: Int, record: Int) {
    self.chunk = UInt32(chunk)
    self.record = UInt32(record)
  }

  /// What an identity holds that another snapshot gave away.
  static let none = Version(chunk: Int(UInt32.max), record: 0)

  /// A number that tells versions apart, for outlines.
  var content: Int { Int(chunk) << 32 | Int(record) }
}
