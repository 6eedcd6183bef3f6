import Expectations
import Glibc
import Testing

/// Waits until something holds; false if it does not within the patience of tests.
public func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = Deadline()
  while try !condition() {
    if deadline.hasPassed { return false }
    usleep(2000)
  }
  return true
}

/// Expects that a condition holds sooner or later.
///
/// - Parameter seen: what there is instead; asked when patience has ended.
public func expectEventually(
  _ condition: @autoclosure () throws -> Bool, _ seen: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line
) rethrows {
  let holds = try eventually(condition)
  expect(holds, seen(), file: file, line: line)
}

/// Expects a value sooner or later; where it is another to the end, both are in the message.
public func expectEventuallyEqual<Value: Equatable>(
  _ value: @autoclosure () throws -> Value, _ wanted: Value,
  _ comment: @autoclosure () -> Comment? = nil,
  file: StaticString = #filePath, line: Int = #line
) rethrows {
  var last = try value()
  let deadline = Deadline()
  while last != wanted, !deadline.hasPassed {
    usleep(2000)
    last = try value()
  }
  expectEqual(last, wanted, comment(), file: file, line: line)
}
