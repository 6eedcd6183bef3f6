extension PseudoTerminal {
  /// A key, as the bytes a terminal sends for it.
  public enum Key: String, Sendable {
    case enter = "\r"
    case tab = "\t"
    case up = "\u{1B}[A"
    case down = "\u{1B}[B"
    case left = "\u{1B}[D"
    case right = "\u{1B}[C"
    case controlC = "\u{03}"
    case controlD = "\u{04}"
    case controlR = "\u{12}"
    case controlU = "\u{15}"
    case controlZ = "\u{1A}"
  }
}
