import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// Where a test expects something.
struct TestPlace {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// Makes the test that is running fail, be it one of Swift Testing or of XCTest.
///
/// Without a current test it is one of XCTest, or a detached task of Swift Testing. Either
/// framework ignores what is told it outside of its tests, so both are told.
func fail(_ report: String, at place: TestPlace) {
  let text = "the batch is not as expected\n" + report
  #if canImport(XCTest)
    if Test.current == nil { XCTFail(text, file: place.filePath, line: place.line) }
  #endif
  Issue.record(
    Comment(rawValue: text),
    sourceLocation: SourceLocation(
      fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
      column: Int(place.column)))
}
