/// The one range of bytes in which two texts differ.
///
///     ByteChange(from: Array("[1,2]"), to: Array("[1,30]"))  // 3..<4 became 2 bytes
struct ByteChange {
  /// The bytes that were replaced, as few as possible.
  let old: Range<Int>
  /// How many bytes stand there instead.
  let newCount: Int
  /// The bytes that were replaced wherever the change is said to begin: `[1,1,2]` loses `1,` or `,1`
  /// to become `[1,2]`.
  let reach: Range<Int>

  init(from old: [UInt8], to new: [UInt8]) {
    let (before, after) = Self.common(old, new)
    let shared = min(old.count, new.count)
    let start = min(before, shared)
    let end = min(after, shared - start)
    self.old = start..<old.count - end
    newCount = new.count - end - start
    reach = min(start, shared - min(after, shared))..<old.count - end
  }

  /// Whether bytes were only taken away, or nothing changed.
  var isRemoval: Bool { newCount == 0 }
  /// Whether bytes were only added, or nothing changed.
  var isInsertion: Bool { old.isEmpty }

  /// Returns how many bytes two texts share at their start and at their end.
  private static func common(_ a: [UInt8], _ b: [UInt8]) -> (before: Int, after: Int) {
    let shared = min(a.count, b.count)
    return a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        var before = 0
        while before < shared, a[before] == b[before] { before += 1 }
        var after = 0
        while after < shared, a[a.count - 1 - after] == b[b.count - 1 - after] { after += 1 }
        return (before, after)
      }
    }
  }
}
