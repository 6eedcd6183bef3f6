import ArgumentParser
import Wording

/// The completions of the last word of a command line.
///
/// The scripts that `--generate-completion-script` prints ask for it, so that a shell knows what the
/// program knows: see `CompletionScript`.
struct CommandLineCompletion {
  /// The completing words, in the order of the help.
  private(set) var candidates: [Completion.Candidate] = []
  /// True if a file name can complete the word.
  private(set) var takesFile = false

  /// - Parameter words: the words after the program's name; the last is the one to complete, and
  ///   may be empty.
  init(_ words: some Collection<String>) {
    let typed = words.map { $0 }.last ?? ""
    let root = ToolDescription.ofTablesh
    var command = root
    var operands = 0
    var takesOptions = true
    var pending: ToolDescription.Argument?
    for word in words.dropLast() {
      if pending != nil {
        pending = nil
      } else if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word.hasPrefix("-"), word != "-" {
        pending = command.option(word).flatMap { $0.takesNextWord ? $0 : nil }
      } else {
        operands += 1
        if operands == 1, let named = root.subcommands?.first(where: { $0.commandName == word }) {
          // Options of the shell precede `run`; other subcommands accept them after their name,
          // too.
          command = named
          operands = 0
          // Words after a script are its arguments.
          if word != "run" { continue }
          command.arguments = root.arguments
          command.subcommands = nil
        } else if command.commandName == "run" {
          takesOptions = false
        }
      }
    }
    let offered = root.subcommands ?? []
    if let pending {
      offer(valuesOf: pending, behind: "")
    } else if takesOptions, typed.hasPrefix("-"), let equals = typed.firstIndex(of: "=") {
      if let option = command.option(String(typed[..<equals])), option.kind == "option" {
        offer(valuesOf: option, behind: String(typed[...equals]))
      }
    } else if takesOptions, typed.hasPrefix("-") {
      for argument in command.arguments ?? [] {
        for name in argument.spellings { add(name, argument.abstract) }
      }
    } else {
      if command.commandName == root.commandName, operands == 0 {
        for each in offered { add(each.commandName, each.abstract) }
      }
      if command.commandName == "help" {
        for each in offered where each.commandName != "help" {
          add(each.commandName, each.abstract)
        }
      } else {
        takesFile = true
      }
    }
    candidates = candidates.filter { $0.text.hasPrefix(typed) }
  }

  /// The lines for the scripts: each word, a tab and its meaning, and `:file` if a file name fits.
  var lines: String {
    let words = candidates.map { $0.text + ($0.description.map { "\t" + $0 } ?? "") }
    return (words + (takesFile ? [CompletionScript.file] : [])).joined(separator: "\n")
  }

  private mutating func offer(valuesOf option: ToolDescription.Argument, behind name: String) {
    for value in option.values { add(name + value, nil) }
    takesFile = option.completionKind?.file != nil
  }

  private mutating func add(_ word: String, _ meaning: String?) {
    candidates.append(.init(word, meaning))
  }
}
