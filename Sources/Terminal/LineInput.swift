import CReadline
import LibC
import Wording

/// The source of an interactive loop's lines: an editor on a terminal, or plain reads.
public protocol LineInput: AnyObject {
  /// Returns the completions at the cursor; set by the loop.
  var completer: ((_ line: String, _ cursor: Int) -> Completion)? { get set }

  /// Returns what is told of the line where the user asks for it; set by the loop.
  var helper: ((_ line: String, _ cursor: Int) -> String?)? { get set }

  /// Has the user edit a text elsewhere, and returns it as it is then; set by the loop.
  var elsewhere: ((_ text: String) -> String)? { get set }

  /// What may come while the user types, set by the loop; a reader of plain lines hears of nothing.
  var news: LineNews? { get set }

  /// True if the end of the input is final; after ^D on a terminal more can follow.
  var endsForGood: Bool { get }

  /// Waits for the next line or event.
  ///
  /// - Parameter typed: text on the line already, for the user to edit.
  func next(prompt: String, typed: String) -> LineEvent

  /// Asks a question while a command runs, and returns the line typed; nil if there is none.
  func answer(to question: String) -> String?

  /// Adds a statement to the lines that the arrow keys recall.
  func remember(_ statement: String)

  /// Has the arrow keys recall these statements alone.
  func recall(_ statements: [String])
}

extension LineInput {
  /// Has the user edit a line while a command runs; signals are for the line meanwhile.
  ///
  /// - Returns: nil after ^C, at the end of the input and where nothing is edited.
  public func edited(_ line: String, prompt: String) -> String? {
    Interrupts.commandEnded()
    defer { Interrupts.commandBegan() }
    guard case .line(let edited) = next(prompt: prompt, typed: line) else { return nil }
    return edited
  }
}

/// What may have to be said while the user types.
public struct LineNews {
  /// Can be read when there is something; nil: nothing will come.
  let descriptor: () -> Int32?
  /// Looks what there is, and returns how it is printed; nil if there is nothing to say.
  ///
  /// - Parameter isTyping: whether something is typed on the line.
  let take: (_ isTyping: Bool) -> (() -> Void)?
  /// Looks, while a question is answered, what has come and waits for the answer; as `take`.
  let takeWaiting: () -> (() -> Void)?
  /// Hears that nothing is typed on the line: what is typed next is a new one.
  let lineIsEmpty: () -> Void
  /// Does a piece of work while the user does nothing, and returns whether more can be done.
  let workAhead: (_ isIdle: @escaping () -> Bool) -> Bool
  /// The prompt afterwards.
  let prompt: () -> String
}

/// A line or another event of a line input.
public enum LineEvent: Equatable, Sendable {
  /// A line, or several in one text: pasted, or taken from the history.
  case line(String)
  /// A line that is not UTF-8.
  case invalidLine
  /// ^C: the line is dropped.
  case interrupted
  /// ^D, or the end of a file.
  case endOfInput
  /// A signal asks the program to end, or the terminal is gone.
  case terminated(signal: Int32)
}

/// Lines read as they come: no escape code, no history, and a prompt only for who types.
///
/// A class, because it holds what was read past the last line. It reads no further than it must
/// on a terminal, where a command may ask a question.
public final class PlainLines: LineInput {
  /// Returns the completions at the cursor; set by the loop.
  public var completer: ((_ line: String, _ cursor: Int) -> Completion)?
  /// Nobody asks.
  public var helper: ((_ line: String, _ cursor: Int) -> String?)?
  /// Nobody asks.
  public var elsewhere: ((_ text: String) -> String)?

  /// What may come meanwhile. As nobody knows what is typed on the line so far, it is told that
  /// something waits; the end of the line lets it in.
  public var news: LineNews?

  /// Nothing follows the end of a file.
  public let endsForGood = true

  /// Called before waiting for more input, so that buffered output can be flushed.
  public var beforeWaiting: (() -> Void)?

  private let input: Int32
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  /// The question that is being answered, or the prompt that waits for a line.
  private var question: String?
  /// The prompt that is printed before the next line is waited for; nil: it is printed.
  private var prompt: String?

  /// Creates a reader of standard input, or of another descriptor.
  public init(input: Int32 = STDIN_FILENO) { self.input = input }

  /// Waits for the next line or event.
  public func next(prompt: String = "", typed: String = "") -> LineEvent {
    if !prompt.isEmpty, isatty(input) != 0 { self.prompt = Self.withoutCodes(prompt) }
    let event = next()
    // Neither ^C nor ^D ends the line of the prompt.
    if question != nil, event == .interrupted || event == .endOfInput { show("\n") }
    (self.prompt, question) = (nil, nil)
    return event
  }

  private func next() -> LineEvent {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return event(for: buffer[position..<end])
      }
      if isAtEnd {
        defer { position = buffer.count }
        return position < buffer.count ? event(for: buffer[position...]) : .endOfInput
      }
      buffer.removeFirst(position)
      position = 0
      searched = buffer.count
      beforeWaiting?()
      if let event = readMore() { return event }
    }
  }

  /// Asks, and returns the line typed in reply: not one that was typed at a terminal before the
  /// question was seen.
  public func answer(to question: String) -> String? {
    if isatty(input) != 0 {
      (buffer, position) = ([], 0)
      tcflush(input, TCIFLUSH)
    }
    var errors = StandardError()
    errors.write(question)
    self.question = question
    defer { self.question = nil }
    guard case .line(let text) = next() else {
      errors.write("\n")
      return nil
    }
    return text
  }

  /// Does nothing: there are no arrow keys.
  public func remember(_ statement: String) {}

  /// The same.
  public func recall(_ statements: [String]) {}

  private func event(for bytes: ArraySlice<UInt8>) -> LineEvent {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    return String(validating: line, as: UTF8.self).map { .line($0) } ?? .invalidLine
  }

  /// Reads once, or returns the signal that came instead. A signal that asks a command to stop is
  /// left for the command to honour.
  private func readMore() -> LineEvent? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    var count = 0
    var event = hear()
    if event == Int32(CS_INPUT) { event = cs_read(input, &chunk, chunk.count, &count) }
    switch event {
    case Int32(CS_INPUT):
      buffer += chunk[..<count]
      isAtEnd = count == 0
    case Int32(CS_HANGUP):
      return .terminated(signal: SIGHUP)
    case SIGINT:
      return .interrupted
    case let signal where cs_terminates(signal):
      return .terminated(signal: signal)
    default:
      break
    }
    return nil
  }

  /// Prints the prompt, once, where a person sees it; what comes meanwhile is told above it.
  private func showPrompt() {
    guard let prompt else { return }
    self.prompt = nil
    question = prompt
    show(prompt)
  }

  /// A prompt without its colours.
  private static func withoutCodes(_ prompt: String) -> String {
    var text = String.UnicodeScalarView()
    var isCode = false
    for scalar in prompt.unicodeScalars {
      if scalar == "\u{1B}" { isCode = true }
      if !isCode { text.append(scalar) }
      if scalar.properties.isAlphabetic { isCode = false }
    }
    return String(text)
  }

  /// Prints a text where a person sees it.
  private func show(_ text: String) {
    if isatty(STDOUT_FILENO) != 0 {
      let output = StandardOutput()
      output.write(text)
      output.flush()
    } else {
      var errors = StandardError()
      errors.write(text)
    }
  }

  /// In milliseconds.
  private static let moment: Int32 = 100

  /// Waits for input or a signal; tells meanwhile that something waits for the end of the line, above
  /// the question if there is one.
  private func hear() -> Int32 {
    guard let news, let descriptor = news.descriptor() else {
      showPrompt()
      return Int32(CS_INPUT)
    }
    if question == nil, buffer.isEmpty {
      let event = cs_wait(input, 0)
      if event != Int32(CS_TIMEOUT) {
        showPrompt()
        return event
      }
      news.take(false)?()
      if let signal = Interrupts.termination { return signal }
      if prompt != nil { prompt = Self.withoutCodes(news.prompt()) }
    }
    showPrompt()
    while true {
      let event = cs_wait_either(input, descriptor, -1)
      guard event == Int32(CS_OTHER) else { return event }
      if let tell = news.takeWaiting() {
        var errors = StandardError()
        if question != nil { errors.write("\n") }
        tell()
        if let question { errors.write(question) }
      }
      // What is left there is looked at again after a moment. A signal may have come as well.
      var rest = cs_wait(descriptor, 0)
      if rest == Int32(CS_INPUT) { rest = cs_wait(input, Self.moment) }
      if rest != Int32(CS_TIMEOUT) { return rest }
    }
  }
}
