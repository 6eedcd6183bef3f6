import CReadline
import LibC
import Wording

/// A terminal on which pictures are drawn one over the other while a command runs: keys are read one
/// by one and not shown, and the cursor is hidden. Never more is cleared than was drawn.
///
/// A class, because it holds the modes of the terminal, which `end` puts back.
public final class DrawingTerminal {
  /// The least number of lines of a terminal on which pictures are drawn.
  public static let leastHeight = 10

  /// No cursor, and no line that goes on in the next one.
  private static let begin = "\u{1B}[?25l\u{1B}[?7l"
  private static let end = "\u{1B}[?7h\u{1B}[?25h"

  private let input: Int32
  private let output: Int32
  private let modes: termios
  private let size: (columns: Int, rows: Int)
  private var height = 0
  /// Keys that were read ahead of a wait.
  private var pending: [UInt8] = []

  /// Whether the terminal shows all of a frame at once if told to; nil: not asked yet.
  nonisolated(unsafe) private static var synchronizes: Bool?

  /// Begins to draw.
  ///
  /// - Returns: nil if input or output is no terminal, or one that is too small or cannot be drawn on.
  public init?(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    var modes = termios()
    guard LineEditor.canEdit(input: input), let size = StandardStreams.size(of: output),
      size.rows >= Self.leastHeight, tcgetattr(input, &modes) == 0
    else { return nil }
    self.modes = modes
    self.size = size
    (self.input, self.output) = (input, output)
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // ^Z would leave the terminal without a cursor.
    withUnsafeMutableBytes(of: &modes.c_cc) { $0[Int(VSUSP)] = noKey }
    guard tcsetattr(input, TCSADRAIN, &modes) == 0 else { return nil }
    if Self.synchronizes == nil { Self.synchronizes = asksToSynchronize() }
    write(Self.begin)
  }

  /// Takes the last picture away and puts the terminal back as it was.
  ///
  /// - Returns: what was typed meanwhile and nobody waited for.
  public func end() -> String {
    var modes = modes
    write((height > 0 ? "\r\u{1B}[\(height)A\u{1B}[J" : "") + Self.end)
    height = 0
    let typed = String(decoding: pending, as: UTF8.self)
    tcsetattr(input, TCSADRAIN, &modes)
    return typed.replacing("\r", with: "\n").filter { $0 == "\n" || !($0.isASCII && $0 < " ") }
  }

  /// Draws a picture over the last one, in one write.
  public func draw(_ lines: [String]) {
    var frame = height > 0 ? "\r\u{1B}[\(height)A" : "\r"
    let lines = lines.prefix(size.rows - 1)
    for line in lines { frame += line + "\u{1B}[0m\u{1B}[K\n" }
    if height > lines.count { frame += "\u{1B}[J" }
    height = lines.count
    write(Self.synchronizes == true ? "\u{1B}[?2026h" + frame + "\u{1B}[?2026l" : frame)
  }

  /// Waits for a time, or until something happens.
  public func wait(_ time: Duration?) -> ScreenEvent {
    let clock = ContinuousClock()
    let end = time.map { clock.now + $0 }
    while true {
      if let key = takeKey() { return .key(key) }
      let rest = end.map { end in
        max(0, Int32(((end - clock.now) / .milliseconds(1)).rounded(.up)))
      }
      switch cs_wait(input, rest ?? -1) {
      case Int32(CS_TIMEOUT): return .timeIsOver
      case Int32(CS_INPUT):
        if !fill() { return .ended }
      case SIGWINCH:
        if hasItsSize { continue }
        // Where the lines of the last picture stand now is not known.
        height = 0
        return .ended
      case SIGCONT: write(Self.begin)
      case SIGINT:
        cs_interrupt_honoured()
        return .ended
      default: return .ended
      }
    }
  }

  /// Has a key be read again.
  public func putBack(_ key: Character) { pending = Array(String(key).utf8) + pending }

  private var hasItsSize: Bool { StandardStreams.size(of: output).map { $0 == size } ?? false }

  /// Takes the next key. Arrows to the sides are `→` and `←`, other keys that send a sequence `?`.
  private func takeKey() -> Character? {
    guard let first = pending.first else { return nil }
    if first == 0x1B {
      let sequence = String(decoding: pending, as: UTF8.self)
      pending = []
      switch sequence {
      case "\u{1B}": return "\u{1B}"
      case "\u{1B}[C", "\u{1B}OC": return "→"
      case "\u{1B}[D", "\u{1B}OD": return "←"
      default: return "?"
      }
    }
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let key = String(decoding: pending.prefix(count), as: UTF8.self)
    pending.removeFirst(min(count, pending.count))
    return key.first
  }

  /// Reads what has been typed.
  ///
  /// - Returns: false at the end of the input.
  private func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(input, &bytes, bytes.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    pending += bytes[..<count]
    return count > 0
  }

  /// Asks the terminal whether it knows mode 2026. Every terminal answers the second question, so that
  /// nothing comes later, as if it were typed.
  private func asksToSynchronize() -> Bool {
    write("\u{1B}[?2026$p\u{1B}[c")
    var answer: [UInt8] = []
    let end = ContinuousClock.now + .milliseconds(500)
    while ContinuousClock.now < end {
      guard cs_wait(input, 50) == Int32(CS_INPUT) else { continue }
      guard fill() else { break }
      answer += pending
      pending = []
      if let mark = Self.end(ofAnswer: answer) {
        pending = Array(answer[mark...])
        break
      }
    }
    let text = String(decoding: answer, as: UTF8.self)
    if !text.contains("\u{1B}[?") { pending = answer }
    return text.contains("\u{1B}[?2026;1$y") || text.contains("\u{1B}[?2026;2$y")
  }

  /// Where the answer to the question what terminal it is ends: `ESC [ ? … c`.
  private static func end(ofAnswer bytes: [UInt8]) -> Int? {
    guard let last = bytes.lastIndex(of: UInt8(ascii: "c")),
      let start = bytes[..<last].lastIndex(of: 0x1B),
      bytes[start...].starts(with: Array("\u{1B}[?".utf8))
    else { return nil }
    return last + 1
  }

  private func write(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { writeAll($0, to: output) }
  }
}
