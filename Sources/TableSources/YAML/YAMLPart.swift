import TableKit

/// One of several documents of a text, as `FILE#2` names it.
struct YAMLPart: Sendable {
  /// The whole text.
  let whole: ByteBuffer
  /// The range of the document.
  let range: Range<Int>
  /// The number of lines before it.
  let lineCount: Int

  /// Finds a document.
  ///
  /// - Parameter number: counted from 1.
  init(_ number: Int, of whole: ByteBuffer, progress: Progress) throws(TextProblem) {
    self.whole = whole
    let bytes = whole.bytes
    let marks = try TextProblem.keeping(try YAMLMarks(bytes))
    let parser = try YAMLParser(marks, progress: progress)
    var count = 0
    var start = 0
    var range: Range<Int>?
    while parser.kind != .streamEnd {
      if parser.kind == .documentStart {
        count += 1
        start = parser.range.lowerBound
      } else if parser.kind == .documentEnd, count == number {
        range = start..<max(start, parser.range.lowerBound)
      }
      try parser.next()
    }
    guard let range else {
      throw .malformed(
        offset: 0, "there is no document \(number)",
        hint: "it has \(count): #1\(count > 1 ? " to #\(count)" : "")")
    }
    self.range = range
    lineCount = bytes[..<range.lowerBound].count { $0 == 0x0A }
  }

  /// The bytes before it.
  var before: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: whole.bytes[..<range.lowerBound])
  }

  /// The bytes after it.
  var after: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: whole.bytes[range.upperBound...])
  }
}

extension SourceError {
  /// The same error some lines further down, for a text that is a part of another.
  func moved(down lines: Int) -> SourceError {
    guard case .badText(let format, var place, let problem, let hint) = self else { return self }
    place.line += lines
    return .badText(format, place, problem: problem, hint: hint)
  }
}
