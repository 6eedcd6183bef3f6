import Expectations
import Testing

@testable import Postgres

/// The messages of the server's log, as bytes.
struct PostgresLogMessageTests {
  private func bytes(_ parts: Any...) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      switch part {
      case let text as String: Array(text.utf8)
      case let number as UInt32: (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
      case let number as UInt16: [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
      case let number as UInt64: (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
      case let byte as UInt8: [byte]
      default: []
      }
    }
  }

  private func value(_ text: String) -> [UInt8] {
    bytes("t", UInt32(text.utf8.count), text)
  }

  @Test("each kind of message is read")
  func kinds() {
    expectEqual(PostgresLogMessage(bytes("B", UInt64(1), UInt64(2), UInt32(3))), .begin)
    let commit = bytes("C", UInt8(0), UInt64(1), UInt64(1 << 40), UInt64(3))
    expectEqual(PostgresLogMessage(commit), .commit(end: 1 << 40))
    let relation =
      bytes("R", UInt32(7), "s\0", "t\0", "d", UInt16(2))
      + bytes(UInt8(1), "id\0", UInt32(23), UInt32(0))
      + bytes(UInt8(0), "x\0", UInt32(25), UInt32(0))
    expectEqual(
      PostgresLogMessage(relation),
      .relation(
        7, schema: "s", name: "t",
        columns: [
          .init(name: "id", type: 23, isKey: true), .init(name: "x", type: 25, isKey: false),
        ]))
    let row = bytes(UInt16(3)) + value("é") + bytes("n", "u")
    let cells: [PostgresLogMessage.Value] = [.text("é"), .null, .unchanged]
    expectEqual(PostgresLogMessage(bytes("I", UInt32(7), "N") + row), .insert(7, cells))
    expectEqual(
      PostgresLogMessage(bytes("U", UInt32(7), "N") + row), .update(7, old: nil, new: cells))
    expectEqual(
      PostgresLogMessage(bytes("U", UInt32(7), "K") + row + bytes("N") + row),
      .update(7, old: cells, new: cells))
    expectEqual(PostgresLogMessage(bytes("D", UInt32(7), "O") + row), .delete(7, cells))
    expectEqual(
      PostgresLogMessage(bytes("T", UInt32(2), UInt8(0), UInt32(7), UInt32(8))), .truncate([7, 8]))
    expectEqual(PostgresLogMessage(bytes("Y", UInt32(7))), .other)
  }

  @Test("a message that is cut off is none")
  func torn() {
    let row = bytes(UInt16(2)) + value("abc") + bytes("n")
    let whole = [
      bytes("U", UInt32(7), "K") + row + bytes("N") + row, bytes("D", UInt32(7), "K") + row,
      bytes("R", UInt32(7), "s\0", "t\0", "d", UInt16(1), UInt8(1), "id\0", UInt32(23), UInt32(0)),
      bytes("T", UInt32(1), UInt8(0), UInt32(7)),
    ]
    for message in whole {
      expect(PostgresLogMessage(message) != nil)
      for length in 0..<message.count { expectNil(PostgresLogMessage(message.prefix(length))) }
    }
    // A count that is far too large.
    expectNil(PostgresLogMessage(bytes("I", UInt32(7), "N", UInt16(1), "t", UInt32.max)))
    expectNil(PostgresLogMessage(bytes("T", UInt32.max, UInt8(0), UInt32(7))))
  }

  @Test("the code of a refused connection is taken out of its message")
  func codes() {
    let text = """
      connection to server on socket "/tmp/x" failed: FATAL:  3D000: database "x" does not exist
      LOCATION:  InitPostgres, postinit.c:1

      """
    let (message, code) = PostgresText.withoutCode(text)
    expectEqual(code, "3D000")
    expectEqual(
      message,
      #"connection to server on socket "/tmp/x" failed: FATAL:  database "x" does not exist"#)
    expectNil(PostgresText.withoutCode("no route:  to host\n").code)
  }
}
