import ArgumentParser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A command and its arguments, as dumped by ArgumentParser.
struct ToolDescription: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var arguments: [Argument]?
  var subcommands: [ToolDescription]?

  struct Argument: Decodable {
    var kind: String
    var names: [Name]?
    var abstract: String?
    var discussion: String?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var completionKind: Completion?

    struct Name: Decodable {
      var kind: String
      var name: String
    }

    struct Completion: Decodable {
      var file: File?

      struct File: Decodable {}
    }

    /// The spellings of the option; empty for a positional argument.
    var spellings: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }

    var values: [String] { allValues ?? [] }

    /// True if its value may be left out, and stands after `=`.
    var isBare: Bool { spellings.contains { BareOptions.value(of: $0) != nil } }

    /// True if the next word is its value.
    var takesNextWord: Bool { kind == "option" && !isBare }
  }

  func option(_ spelling: String) -> Argument? {
    (arguments ?? []).first { $0.spellings.contains(spelling) }
  }

  /// The whole command line.
  static var ofTablesh: ToolDescription {
    struct Dump: Decodable {
      var command: ToolDescription
    }
    let text = TableshCommand._dumpHelp()
    do {
      return try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
    } catch {
      preconditionFailure("ArgumentParser tells commands otherwise: \(error)")
    }
  }
}
