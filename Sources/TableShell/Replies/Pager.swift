import LibC
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

  /// The program as it is chosen: empty for `less`; nil: none.
  private func program(_ environment: (String) -> String?) -> String? {
    switch self {
    case .off: nil
    case .standard: environment("PAGER") ?? ""
    case .program(let line): line
    }
  }

  /// The line for the system's shell; nil: none, as on a terminal that cannot move its cursor
  /// (`TERM=dumb`).
  func line(environment: (String) -> String?) -> String? {
    guard let chosen = program(environment), let terminal = environment("TERM"),
      !terminal.isEmpty, terminal != "dumb"
    else { return nil }
    // It leaves at once where all fits, shows colours, leaves the text on the screen, says how it is left,
    // and writes no file: who types the next command in it would begin one by its first letter.
    let options =
      "export LESS=\"${LESS-RFX -Psq leaves, space shows more, arrow keys move\\$}\" LESSCHARSET=\"${LESSCHARSET-utf-8}\" "
      + "LESSSECURE=\"${LESSSECURE-1}\"; "
    return options
      + (chosen.isEmpty
        ? "if command -v less > /dev/null; then exec less; else exec cat; fi" : chosen)
  }

  /// Whether it is `less`, which shows long lines one screen after the other (`→`), unless its options
  /// say that it does not.
  func scrollsSideways(environment: (String) -> String?) -> Bool {
    guard let chosen = program(environment) else { return false }
    let wraps = [chosen, environment("LESS") ?? ""].contains {
      $0.split(separator: " ").contains { $0.hasPrefix("-") && $0.contains("+S") }
    }
    if wraps { return false }
    if chosen.isEmpty {
      return (environment("PATH") ?? "").split(separator: ":").contains {
        access("\($0)/less", X_OK) == 0
      }
    }
    return Self.isLess(chosen)
  }

  /// Whether a line for the system's shell runs `less` and nothing else, with whichever options.
  private static func isLess(_ line: String) -> Bool {
    guard !line.contains(where: { "|;&<>`$(".contains($0) }) else { return false }
    let words = line.split(separator: " ")
    // Variables may be set for it.
    return words.first { !$0.contains("=") }?.split(separator: "/").last == "less"
  }

  /// The line for the system's shell, with which `less` cuts long lines at the edge of the screen. What
  /// the user has set for it counts more.
  static func chopping(_ line: String) -> String {
    line.replacing("export LESS=\"", with: "export LESS=\"-S ", maxReplacements: 1)
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
