import Foundation
import Glibc
import Terminal
import Wording

/// Knows a handful of words; repeats everything else between angle brackets.
final class EchoSession: Session {
  let prompt = "\u{1B}[1mprobe>\u{1B}[0m "
  var confirm: ((String) -> Bool)?

  private let output: StandardOutput
  private var errors = StandardError()
  private var isChanged = false

  init(output: StandardOutput) { self.output = output }

  /// A pipe whose text is said when it comes.
  lazy var newsDescriptor: Int32? = getenv("PROBE_NEWS").map { open($0, O_RDWR | O_NONBLOCK) }

  func takeNews(isTyping: Bool) -> (() -> Void)? {
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(newsDescriptor ?? -1, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    return { [output] in output.write("news: \(text)\(isTyping ? ", amid a line" : "")\n") }
  }

  /// Has work for as long as nobody types, and says when it is stopped.
  func workAhead(while isIdle: @escaping () -> Bool) -> Bool {
    guard getenv("PROBE_WORK") != nil else { return false }
    errors.write("working ")
    while isIdle() { usleep(1000) }
    errors.write("stopped ")
    return true
  }

  func isComplete(_ text: String) -> Bool {
    // As if ^C was pressed between Enter and the start of the command.
    if text == "early" { raise(SIGINT) }
    let quotes = text.filter { $0 == "'" }.count
    return quotes.isMultiple(of: 2) && !text.hasSuffix("\\")
  }

  func run(_ text: String, at place: StatementPlace?) -> Outcome {
    switch text {
    case "slow", "early": return slow()
    case "deaf": deaf()
    case "change": isChanged = true
    case "flood": for line in 0..<1_000_000 { output.write("line \(line)\n") }
    case "quit": return endOfInput(at: place)
    case "unmet": return .unmet
    case "leave 3": return .leave(status: 3)
    case "fail":
      errors.write("\(place.map { "\($0): " } ?? "")error: told to fail\n")
      return .failed
    default: output.write("<\(text.split(separator: "\n").joined(separator: "|"))>\n")
    }
    return .done
  }

  /// Goes on until it is asked to stop.
  private func slow() -> Outcome {
    output.write("slow...\n")
    output.flush()
    while !Interrupts.isRequested { usleep(1000) }
    errors.write("error: interrupted\n")
    return .interrupted
  }

  /// Never looks whether it is asked to stop.
  private func deaf() {
    output.write("deaf...\n")
    output.flush()
    while true { usleep(1000) }
  }

  func complete(_ line: String, cursor: Int) -> Completion {
    let before = line.utf8.prefix(cursor)
    let start = before.lastIndex(of: UInt8(ascii: " ")).map { before.index(after: $0) }
    let word = String(decoding: before[(start ?? before.startIndex)...], as: UTF8.self)
    let offset = cursor - word.utf8.count
    if line.hasPrefix("file ") { return Completion(start: offset, choices: .fileNames()) }
    let all = [
      Completion.Candidate("select", "choose rows"),
      Completion.Candidate("sections", "list the sections"),
      Completion.Candidate("\"Cabin crew\"", "section of 3 rows"),
      Completion.Candidate("@1042"), Completion.Candidate("0:2", appendsSpace: false),
      Completion.Candidate("größe"),
    ]
    let fitting = all.filter { $0.text.hasPrefix(word) || $0.text.hasPrefix("\"\(word)") }
    return Completion(start: offset, choices: .candidates(fitting))
  }

  func continuationPrompt(of text: String) -> String { "  ...> " }
  func lineIsUnfinished(_ text: String) {}
  func begin() {}
  func greet() {}
  func end() {}
  func help(_ line: String, cursor: Int) -> String? { nil }
  func edited(_ text: String) -> String { text }
  func takeWaiting() -> (() -> Void)? { nil }
  func lineIsEmpty() {}
  func path(of folder: String) -> String { folder }

  func report(_ error: TerminalError, at place: StatementPlace?, of line: String) {
    errors.report(error, at: place)
  }

  func fileNames(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  func endOfInput(at place: StatementPlace?) -> Outcome {
    guard isChanged else { return .leave(status: 0) }
    guard let confirm else {
      errors.write("\(place.map { "\($0): " } ?? "")error: unsaved changes\n")
      return .failed
    }
    return confirm("leave without saving?") ? .leave(status: 0) : .done
  }
}
