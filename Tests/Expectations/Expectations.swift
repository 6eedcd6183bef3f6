import Testing

// Functions in place of Swift Testing's macros `#expect` and `#require`: of the time that tests with
// these macros take to compile, three quarters are theirs. A macro takes `a == b` apart to say what both
// are; here one writes `expectEqual(a, b)`.

/// Expects that a condition holds; where it does not, its line of the source is in the message.
public func expect(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line
) {
  if condition { return }
  record("does not hold: \(SourceLine.text(file, line))", comment(), file, line)
}

/// Expects a value; where it is another, both are in the message.
public func expectEqual<Value: Equatable>(
  _ value: Value, _ wanted: Value, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line
) {
  if value == wanted { return }
  record(Difference.text(of: value, and: wanted), comment(), file, line)
}

/// Expects that there is no value.
public func expectNil<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line
) {
  guard let value else { return }
  record("is not nil: \(String(reflecting: value))", comment(), file, line)
}

/// Expects that a piece of code throws an error of a type.
///
/// - Returns: the error.
@discardableResult
public func expect<Failure: Error, Result>(
  throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line, performing body: () throws -> Result
) -> Failure? {
  do {
    let result = try body()
    if type == Never.self { return nil }
    record("throws no \(type), and returns \(result)", comment(), file, line)
  } catch let error as Failure {
    return error
  } catch {
    record("throws no \(type), but \(String(reflecting: error))", comment(), file, line)
  }
  return nil
}

/// Expects that a piece of code throws this error.
///
/// - Returns: the error.
@discardableResult
public func expect<Failure: Error & Equatable, Result>(
  throws wanted: Failure, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line, performing body: () throws -> Result
) -> Failure? {
  let error = expect(
    throws: Failure.self, comment(), file: file, line: line, performing: body)
  if let error { expectEqual(error, wanted, comment(), file: file, line: line) }
  return error
}

/// Returns a value, and ends the test where there is none.
public func require<Value>(
  _ value: Value?, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line
) throws(Missing) -> Value {
  guard let value else {
    throw Missing(text: "no value", comment: comment(), file: file, line: line)
  }
  return value
}

/// Ends the test where a condition does not hold.
public func require(
  _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line
) throws(Missing) {
  if condition { return }
  throw Missing(text: "does not hold", comment: comment(), file: file, line: line)
}

/// Expects that a piece of code throws an error of a type, and ends the test where it does not.
@discardableResult
public func require<Failure: Error, Result>(
  throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line, performing body: () throws -> Result
) throws(Missing) -> Failure {
  do {
    _ = try body()
  } catch let error as Failure {
    return error
  } catch {
    throw Missing(
      text: "throws no \(type), but \(error)", comment: comment(), file: file, line: line)
  }
  throw Missing(text: "throws no \(type)", comment: comment(), file: file, line: line)
}

/// Says that a test fails.
public func fail(_ comment: Comment, file: StaticString = #filePath, line: Int = #line) {
  record("fails", comment, file, line)
}

/// What ends a test that cannot go on.
public struct Missing: Error, CustomStringConvertible {
  /// The place, the line of the source, and the comment.
  public let description: String

  init(text: String, comment: Comment?, file: StaticString, line: Int) {
    let source = SourceLine.text(file, line)
    let place = SourceLine.name(of: file)
    description =
      "\(place):\(line): \(text): \(source)" + (comment.map { "\n\($0.rawValue)" } ?? "")
  }
}

private func record(_ text: String, _ comment: Comment?, _ file: StaticString, _ line: Int) {
  let path = "\(file)"
  Issue.record(
    Comment(rawValue: text + (comment.map { "\n" + $0.rawValue } ?? "")),
    sourceLocation: SourceLocation(
      fileID: SourceLine.name(of: file), filePath: path, line: line, column: 1))
}
