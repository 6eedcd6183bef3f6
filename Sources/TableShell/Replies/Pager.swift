import TablePrinters

/// The program that shows what is taller than the screen.
enum Pager: Equatable {
  case off
  /// `$PAGER`, else `less`, else nothing.
  case standard
  /// A line for the system's shell.
  case program(String)

  /// The setting as it is typed.
  init?(_ text: String) {
    switch text {
    case "": return nil
    case "off": self = .off
    case "on": self = .standard
    default: self = .program(text)
    }
  }

  /// The setting as it is typed.
  var text: String {
    switch self {
    case .off: "off"
    case .standard: "on"
    case .program(let line): line
    }
  }

  /// The line for the system's shell; nil: none.
  func line(environment: (String) -> String?) -> String? {
    let chosen: String? =
      switch self {
      case .off: nil
      case .standard: environment("PAGER") ?? ""
      case .program(let line): line
      }
    guard let chosen else { return nil }
    // It leaves at once where all fits, shows colours, leaves the text on the screen, and writes no
    // file: who types the next command in it would begin one by its first letter.
    let options =
      "export LESS=\"${LESS-RFX}\" LESSCHARSET=\"${LESSCHARSET-utf-8}\" "
      + "LESSSECURE=\"${LESSSECURE-1}\"; "
    return options
      + (chosen.isEmpty
        ? "if command -v less > /dev/null; then exec less; else exec cat; fi" : chosen)
  }
}

extension Pager {
  /// How many lines of a terminal a text takes, where long ones go on in the next line.
  static func lineCount(of text: String, columns: Int) -> Int {
    var count = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // What has no more bytes than columns needs no measuring.
      let width = line.count <= columns ? 1 : DisplayText(line: withoutCodes(line)).width
      count += max(1, (width + columns - 1) / columns)
      if count > 10_000 { break }
    }
    return count - 1
  }

  /// A line without the codes of colours.
  private static func withoutCodes(_ line: Substring.UTF8View) -> String {
    var bytes: [UInt8] = []
    var isCode = false
    for byte in line {
      if byte == 0x1B { isCode = true }
      if !isCode { bytes.append(byte) }
      if byte == UInt8(ascii: "m") { isCode = false }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
