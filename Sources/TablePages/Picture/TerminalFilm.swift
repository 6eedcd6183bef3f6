/// What happened on a terminal, from which a picture of it is made.
struct TerminalFilm {
  /// What happens.
  enum Event: Equatable {
    /// A line, or several of one command, is typed, each after its prompt.
    case typed([TypedLine], isCommand: Bool)
    /// Text is printed.
    case printed(String)
    /// Nothing happens for some seconds.
    case wait(Double)
  }

  /// A line that is typed after a prompt.
  struct TypedLine: Equatable {
    var prompt: String
    var text: String
  }

  var events: [Event] = []
  /// The prompt at the end.
  var prompt = ""

  /// The number of commands.
  var commandCount: Int {
    events.reduce(0) { if case .typed(_, isCommand: true) = $1 { $0 + 1 } else { $0 } }
  }

  /// Adds printed text.
  mutating func print(_ text: String) {
    guard !text.isEmpty else { return }
    if case .printed(let former)? = events.last {
      events[events.count - 1] = .printed(former + text)
    } else {
      events.append(.printed(text))
    }
  }

  /// Takes back the last line if nothing was printed after it, as of `quit`.
  mutating func dropUnanswered() {
    guard case .typed(let lines, isCommand: true)? = events.last else { return }
    events.removeLast()
    prompt = lines.first?.prompt ?? prompt
  }

  /// Returns what happened until a command was answered.
  ///
  /// - Parameter count: the number of the command, from 1; 0: before the first.
  func until(command count: Int) -> TerminalFilm {
    var film = TerminalFilm(prompt: prompt)
    var seen = 0
    for event in events {
      if case .typed(let lines, let isCommand) = event {
        if seen == count, isCommand || count > 0 {
          film.prompt = lines.first?.prompt ?? ""
          break
        }
        if isCommand { seen += 1 }
      }
      film.events.append(event)
    }
    return film
  }
}
