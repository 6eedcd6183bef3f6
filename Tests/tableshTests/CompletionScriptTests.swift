import Expectations
import TestSupport
import Testing

@testable import tablesh

/// The scripts that teach shells to complete `tablesh`, in those shells.
struct CompletionScriptTests {
  /// What is typed, and what becomes of it.
  private static let lines: [(typed: String, completed: String)] = [
    ("tablesh appl", "tablesh apply "), ("tablesh apply --i", "tablesh apply --invert "),
    ("tablesh diff --po", "tablesh diff --policy "),
    ("tablesh --key id diff --exi", "tablesh --key id diff --exit-code "),
    ("tablesh diff --policy i", "tablesh diff --policy identity "),
    ("tablesh --format=js", "tablesh --format=json "),
    ("tablesh --table v", "tablesh --table viewport "),
    ("tablesh peo", "tablesh people.csv "), ("tablesh check peo", "tablesh check people.csv "),
    ("tablesh run scr", "tablesh run script.tsh "),
    ("tablesh run script.tsh peo", "tablesh run script.tsh people.csv "),
    ("tablesh --plugin scr", "tablesh --plugin script.tsh "),
    ("tablesh tw", "tablesh two\\ words.csv "),
    ("tablesh run script.tsh tw", "tablesh run script.tsh two\\ words.csv "),
    ("tablesh --plugin=tw", "tablesh --plugin=two\\ words.csv "),
    ("tablesh ~/peo", "tablesh ~/people.csv "), ("tablesh help ch", "tablesh help check "),
  ]

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["people.csv", "two words.csv", "script.tsh"] { try folder.write("", to: name) }
    return folder
  }

  private static var environment: [String: String] {
    let programs = product("tablesh").split(separator: "/").dropLast().joined(separator: "/")
    return ["PATH": "/\(programs):/usr/bin:/bin", "PS1": "ready> ", "TERM": "dumb"]
  }

  private static func type(_ script: String, at shell: PseudoTerminal) throws {
    try shell.enter(script + "; echo so'urced'", expecting: "sourced\r\n", "ready> ")
    for (typed, completed) in lines {
      try shell.type(typed + "\t", expecting: completed)
      // Not ^C, behind which bash and zsh can lose their own prompt.
      shell.press(.controlU)
      try shell.press(.enter, expecting: "ready> ")
    }
  }

  @Test("bash completes subcommands, options, their values, and files, also with blanks")
  func bash() throws {
    let folder = try Self.folder()
    let shell = try PseudoTerminal(
      home: folder, program: "/bin/bash", ["--norc", "--noprofile", "-i"], columns: 200,
      environment: Self.environment, prompt: "ready> ")
    try Self.type("source <(tablesh --generate-completion-script bash)", at: shell)
    // What could be either is both.
    try folder.write("", to: "checked.csv")
    try shell.type("tablesh chec\t\t\t", expecting: "checked.csv")
  }

  @Test("zsh completes subcommands, options, their values, and files, also with blanks")
  func zsh() throws {
    let folder = try Self.folder()
    let shell = try PseudoTerminal(
      home: folder, program: "/bin/zsh", ["-f", "-i"], columns: 200, environment: Self.environment,
      prompt: "ready> ")
    try Self.type(
      "autoload -U compinit; compinit -u; source <(tablesh --generate-completion-script zsh)",
      at: shell)
  }

  @Test("fish completes subcommands, options, their values, and files, also with blanks")
  func fish() throws {
    let folder = try Self.folder()
    var script = "tablesh --generate-completion-script fish | source\n"
    for (typed, _) in Self.lines {
      script += "echo (complete -C '\(typed)' | string split -f 1 \\t)\n"
    }
    let child = try ChildProcess.run(
      home: folder, program: "/usr/bin/fish", ["--no-config", "-c", script],
      environment: Self.environment)
    expectEqual(child.errors, "")
    let found = child.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    expectEqual(found.count, Self.lines.count)
    for ((_, completed), word) in zip(Self.lines, found) {
      let line = completed.replacing("\\ ", with: " ")
      expect(line.hasSuffix(" \(word) "), "\(word)")
    }
  }

  @Test("a script asks for every option that the help has, and for no others")
  func options() throws {
    for (words, help) in [([], []), (["diff"], ["diff"]), (["check"], ["check"]), (["run"], [])] {
      let found = CommandLineCompletion(words + ["--"]).candidates.map(\.text)
      let text = try ChildProcess.run(product("tablesh"), help + ["--help"]).output
      expect(found.count > 15)
      for option in found { expect(text.contains(option), "\(option)") }
    }
    expect(CommandLineCompletion(["run", "x.lua", "--"]).candidates.isEmpty)
    expect(CommandLineCompletion(["run", "x.lua", ""]).takesFile)
    expect(CommandLineCompletion(["--", "--f"]).candidates.isEmpty)
    expect(!CommandLineCompletion(["--key", ""]).takesFile)
    expect(CommandLineCompletion(["--allow-read", "x"]).takesFile)
    expect(CommandLineCompletion(["--lenient", "c"]).candidates.contains { $0.text == "check" })
    expectEqual(CommandLineCompletion(["--lenient=c"]).candidates.map(\.text), ["--lenient=cut"])
  }

  @Test("a script is for a shell that is named, else for the user's own")
  func shells() throws {
    for shell in CompletionScript.allCases {
      for arguments in [[shell.rawValue], []] {
        let child = try ChildProcess.run(
          product("tablesh"), ["--generate-completion-script"] + arguments,
          environment: ["SHELL": "/bin/\(shell.rawValue)"])
        expectEqual(child.output, shell.text + "\n")
        expectEqual(child.status, 0)
      }
    }
    let child = try ChildProcess.run(product("tablesh"), ["--generate-completion-script=tcsh"])
    expectEqual(child.status, 64)
    expect(child.errors.contains("no completion script for the shell 'tcsh'"))
  }
}
