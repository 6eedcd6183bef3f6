import ArgumentParser
import TableShell
import Wording

/// `tablesh merge`: two versions of a table, made one.
struct MergeCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge what two people did to one table, by key and cell by cell.",
    usage: "tablesh merge [options] BASE OURS THEIRS [-o FILE]",
    discussion: """
      BASE is the table before both changes; an empty file if there was none. Rows are matched by \
      key. Without a key, equal rows are paired first and the others by position. All changes of \
      one side come in: rows, columns, sections and cells. The result has the format of OURS, and \
      keeps the bytes of OURS wherever THEIRS changed nothing. merge prints it, or writes it to \
      FILE with -o. --section-by is refused.

      If both sides changed the same cell, row, column or section in different ways, there is a \
      conflict. merge lists each conflict with its key, its column and all three values, and \
      writes nothing. With --conflicts ours or theirs that side wins. With --conflicts mark the \
      file holds both sides between git's markers. Open this file in tablesh: 'conflicts keep mine' \
      or 'conflicts keep theirs' settles the conflicts.

      Status 0; 1 with conflicts that are left; 2 if there is trouble; 64 if the command line is \
      wrong.
      """)

  static let failureStatus: Int32 = 2

  @OptionGroup var shared: SharedArguments

  @Option(name: [.short, .long], help: ArgumentHelp("Where the result goes.", valueName: "file"))
  var output: String?

  @Option(help: "What to do with conflicts: take ours, take theirs, or mark them.")
  var conflicts: MergeRequest.Policy?

  @Option(
    help: ArgumentHelp(
      "The path whose extension tells the format, if the names of the three do not.",
      valueName: "path"))
  var name: String?

  @Argument(help: "The version before.", completion: .file())
  var base: String

  @Argument(help: "One side, whose format and bytes are kept.", completion: .file())
  var ours: String

  @Argument(help: "The other side.", completion: .file())
  var theirs: String

  var replyFormat: ShellOptions.Format { .text }

  func validate() throws {
    if [base, ours, theirs].count(where: { $0 == "-" }) > 1 {
      throw ValidationError("only one of BASE, OURS and THEIRS can be standard input")
    }
    if shared.sectionBy != nil {
      throw ValidationError(
        "sections that a column makes are merged with its cells: no --section-by")
    }
  }

  func run(in shell: Shell) -> Outcome {
    var request = MergeRequest(base: base, ours: ours, theirs: theirs)
    request.output = output
    request.policy = conflicts
    request.name = name
    return shell.merger.merge(request)
  }
}

extension MergeRequest.Policy: ExpressibleByArgument {}
