import TableKit

/// A list or an object of the source, some of whose elements are written again.
struct JSONContainer {
  /// Its range, with the brackets.
  let range: Range<Int>
  /// The number of its elements or members.
  let count: Int
  /// The range of each, with the name of a member.
  let element: (Int) -> Range<Int>

  init(_ range: Range<Int>, count: Int, element: @escaping (Int) -> Range<Int>) {
    (self.range, self.count, self.element) = (range, count, element)
  }

  /// An object with its members.
  init(_ range: Range<Int>, _ members: [JSONMember]) {
    self.init(range, count: members.count) { members[$0].range }
  }

  /// Returns what stands before an element that is written behind another one, if it stood there.
  ///
  /// - Parameter last: the other one; nil: there is none before it, or that is new.
  fileprivate func gap(after last: Int?, before next: Int?, isFirst: Bool) -> Range<Int>? {
    guard let next else { return nil }
    if isFirst { return next == 0 ? range.lowerBound + 1..<element(0).lowerBound : nil }
    guard let last, next == last + 1 else { return nil }
    return element(last).upperBound..<element(next).lowerBound
  }

  /// Returns what stands behind the last element, if that is written last.
  fileprivate func trail(after last: Int?) -> Range<Int>? {
    guard let last, last == count - 1 else { return nil }
    return element(last).upperBound..<range.upperBound - 1
  }
}

extension JSONDocumentWriter {
  /// Writes a container: what stands between elements that followed each other is copied, all else is
  /// written in one spacing.
  ///
  /// - Parameters:
  ///   - count: how many elements are written.
  ///   - container: the container in the source; nil: it is new.
  ///   - former: the index there of each element; nil for one that is new.
  ///   - keepsLeads: whether each element keeps the white space before it.
  func write(
    _ open: UInt8, _ close: UInt8, _ spacing: JSONSpacing, count: Int,
    in container: JSONContainer? = nil, former: (Int) -> Int? = { _ in nil },
    keepsLeads: Bool = false, _ element: (Int) throws(SourceError) -> Void
  ) throws(SourceError) {
    var comments: JSONComments?
    if layout.hasComments, let container {
      comments = JSONComments(
        of: container, keeping: Set((0..<count).compactMap(former)), in: layout.source.bytes)
    }
    try writer.write(byte: open)
    var last: Int?
    for i in 0..<count {
      let next = former(i)
      if let range = container?.gap(after: last, before: next, isFirst: i == 0) {
        try copy(range)
      } else if let comments {
        try writer.write(comments.gap(after: last, before: next, isFirst: i == 0, spacing))
      } else {
        if i > 0 { try writer.write(byte: 0x2C) }
        if keepsLeads, i > 0, let next, next > 0, let start = container?.element(next).lowerBound {
          try writer.write(JSONSpacing.blanks(in: layout.source.bytes, before: start))
        } else {
          try writer.write((i == 0 ? spacing.lead : spacing.gap) ?? [])
        }
      }
      try element(i)
      last = next
    }
    if let range = container?.trail(after: last) {
      try copy(range)
    } else if let comments {
      try writer.write(comments.trail(after: last, isEmpty: count == 0, spacing))
    } else if count > 0 {
      try writer.write(spacing.trail ?? [])
    }
    try writer.write(byte: close)
  }

  /// Writes an object whose members may be the source's, perhaps with other names.
  func writeObject(
    _ members: [(former: Int?, name: String)], from former: [JSONMember], in range: Range<Int>?,
    _ spacing: JSONSpacing, _ value: (Int) throws(SourceError) -> Void
  ) throws(SourceError) {
    if let range, members.isEmpty, former.isEmpty { return try copy(range) }
    try write(
      0x7B, 0x7D, spacing, count: members.count, in: range.map { JSONContainer($0, former) },
      former: { members[$0].former }, keepsLeads: true
    ) { (m) throws(SourceError) in
      let name = members[m].name
      guard let member = members[m].former.map({ former[$0] }) else {
        try writer.write(JSONText.quoted(name))
        try writer.write(spacing.colon ?? [0x3A])
        return try value(m)
      }
      if member.name === name {
        try copy(member.head)
      } else {
        try writer.write(JSONText.quoted(name))
        try copy(member.colon)
      }
      try value(m)
    }
  }

  func copy(_ range: Range<Int>) throws(SourceError) {
    try writer.write(UnsafeRawBufferPointer(rebasing: layout.source.bytes[range]))
  }
}
