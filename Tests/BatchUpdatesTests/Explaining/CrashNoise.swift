import BatchCheck
import BatchUpdates

/// The ways in which a message is disfigured before it reaches a file.
struct CrashNoise: Sendable, CustomStringConvertible {
  let description: String
  private let bytes: @Sendable (String) -> [UInt8]
  /// True if numbers may be torn apart, so that facts may be lost.
  let tears: Bool

  private init(
    _ name: String, tears: Bool = false, _ disfigure: @escaping @Sendable (String) -> String
  ) {
    description = name
    self.tears = tears
    bytes = { Array(disfigure($0).utf8) }
  }

  private init(_ name: String, bytes: @escaping @Sendable (String) -> [UInt8]) {
    description = name
    tears = false
    self.bytes = bytes
  }

  /// What is read of the disfigured text.
  func text(_ message: String) -> String { CrashEncoding.text(of: bytes(message)) }

  static let all: [CrashNoise] = [
    CrashNoise("a time and a process before each line") {
      lines($0, 9) { "2024-05-01 10:11:12.123456+0200 App[4321:771201] \($0)" }
    },
    CrashNoise("a system log") {
      lines($0, 12) { "May  1 10:11:12 iPhone App(UIKitCore)[4321] <Notice>: \($0)" }
    },
    CrashNoise("frames of a crash report around it") {
      """
      Incident Identifier: 8C5B2A11-0F3E-4C55-9B7A-2D1C6E7F8A90
      Hardware Model:      iPhone14,2
      Exception Type:  EXC_CRASH (SIGABRT)
      Exception Codes: 0x0000000000000000, 0x0000000000000000
      Last Exception Backtrace:
      0   CoreFoundation    0x1a4fa9794 __exceptionPreprocess + 220
      1   libobjc.A.dylib   0x1a4ccbbcc objc_exception_throw + 60

      \($0)

      Thread 0 Crashed:
      0   libsystem_kernel.dylib   0x00000001d0e5f1d4 __pthread_kill + 8
      1   UIKitCore   0x00000001a88a17ac -[UITableView _endCellAnimationsWithContext:] + 1234
      """
    },
    CrashNoise("quoted in a mail and wrapped") { lines($0, 7) { "> > \($0)" } },
    CrashNoise("Markdown") { "**Crash:**\n\n```\n\($0)\n```\n\n- [ ] reproduced" },
    CrashNoise("HTML") {
      "<html><body><p>" + html($0).split(separator: " ").joined(separator: " ") + "</p><br/></body>"
    },
    CrashNoise("JSON") { "{\"level\":\"fatal\",\"message\":\"\(json($0))\",\"line\":2046}" },
    CrashNoise("JSON in JSON") { "{\"log\":\"\(json("{\"message\":\"\(json($0))\"}"))\"}" },
    CrashNoise("UTF-16, little end first") { text in
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    },
    CrashNoise("UTF-16, big end first, without a mark") { text in
      // With letters of Chinese around, zeros are fewer.
      text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    },
    CrashNoise("wrapped with line ends of Windows") { lines($0, 5, end: "\r\n") { "    \($0)" } },
    CrashNoise("wrapped inside words", tears: true) { text in
      var wrapped = ""
      for (i, character) in text.enumerated() {
        wrapped.append(character)
        if i % 37 == 36 { wrapped += "\n" }
      }
      return wrapped
    },
    CrashNoise("other languages around") {
      "アプリがクラッシュしました。\($0)\nПриложение падает при удалении строки 5.\n请问怎么解决？"
    },
    CrashNoise("colours of a terminal") { text in
      "\u{1B}[1;31m"
        + text.split(separator: " ", omittingEmptySubsequences: false)
        .joined(separator: "\u{1B}[0m \u{1B}[33m") + "\u{1B}[0m"
    },
    CrashNoise("blanks that are none, and marks that are not seen") { text in
      "\u{FEFF}"
        + text.split(separator: " ", omittingEmptySubsequences: false)
        .joined(separator: "\u{A0}\u{200B}")
    },
    CrashNoise("typographic") { text in
      String(
        text.map { character -> Character in
          switch character {
          case "'": "’"
          case "-": "–"
          default: character
          }
        }
      ).split(separator: "fi", omittingEmptySubsequences: false).joined(separator: "\u{FB01}")
    },
    CrashNoise("quoted-printable mail", tears: false) { text in
      var encoded = ""
      var width = 0
      for byte in text.utf8 {
        let isPlain = byte == 0x0A || byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "=")
        let hex = String(byte, radix: 16, uppercase: true)
        let piece =
          isPlain ? String(UnicodeScalar(byte)) : "=" + (hex.count == 1 ? "0" : "") + hex
        if width + piece.utf8.count > 75 {
          encoded += "=\r\n"
          width = 0
        }
        encoded += piece
        width = byte == 0x0A ? 0 : width + piece.utf8.count
      }
      return encoded + "=\r\n"
    },
    CrashNoise("an address") { text in
      "https://example.org/report?reason="
        + text.utf8.map { byte -> String in
          let isPlain =
            byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
          let hex = String(byte, radix: 16, uppercase: true)
          return isPlain ? String(UnicodeScalar(byte)) : "%" + (hex.count == 1 ? "0" : "") + hex
        }.joined()
    },
    CrashNoise("line numbers") { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .map { "  \($0 + 1) | \($1)" }.joined(separator: "\n")
    },
    CrashNoise("pieces of a string in C") { text in
      lines(text, 6) { "    @\"\(json($0)) \"" }
    },
    CrashNoise("capitals") { $0.uppercased() },
    CrashNoise("wide letters") { text in
      String(
        String.UnicodeScalarView(
          text.unicodeScalars.map {
            (0x30...0x7A).contains($0.value) ? Unicode.Scalar($0.value + 0xFEE0) ?? $0 : $0
          }))
    },
  ]

  // MARK: Parts

  /// Wraps at a number of words, and changes each line.
  private static func lines(
    _ text: String, _ words: Int, end: String = "\n", _ change: (String) -> String
  ) -> String {
    var result: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let all = line.split(separator: " ", omittingEmptySubsequences: false)
      for start in stride(from: 0, to: max(all.count, 1), by: words) {
        result.append(change(all[start..<min(start + words, all.count)].joined(separator: " ")))
      }
    }
    return result.joined(separator: end)
  }

  private static func html(_ text: String) -> String {
    text.map {
      switch $0 {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "'": "&#39;"
      case "\"": "&quot;"
      case "\n": "<br>\n"
      default: String($0)
      }
    }.joined()
  }

  private static func json(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\t": "\\t"
      case "\r": "\\r"
      default:
        if scalar.value < 0x20 || scalar.value > 0x7E, scalar.value < 0x10000 {
          "\\u" + String(repeating: "0", count: 4 - String(scalar.value, radix: 16).count)
            + String(scalar.value, radix: 16)
        } else {
          String(Character(scalar))
        }
      }
    }.joined()
  }
}
