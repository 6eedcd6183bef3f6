import TableKit
import TableSources
import Wording

/// What git is told of tables: how it merges and compares them with this program.
package struct GitTables {
  let shell: Shell

  /// The attributes that the files of tables get.
  private static let attributes = formats.map { "*.\($0) merge=tablesh diff=tablesh" }
  /// The formats of tables that are lines of text.
  private static let formats = [TableFormats.plain.name, TableFormats.pasted.name]

  /// How git merges. Where this program cannot, or is missing, git's own merge does it.
  private static let driver =
    "tablesh merge --conflicts mark --name %P -o %A %O %A %B; s=$?; "
    + "[ $s -lt 2 ] && exit $s; git merge-file --diff3 %A %O %B"

  /// What `git mergetool` does: what is left of conflicts is settled in the shell. It is done if no
  /// marker is left; else git would stage the file with its markers.
  private static let tool =
    "tablesh merge --conflicts mark -o \"$MERGED\" \"$BASE\" \"$LOCAL\" \"$REMOTE\" "
    + "|| { tablesh \"$MERGED\"; ! grep -q '^<<<<<<< ' \"$MERGED\"; }"

  /// The lines for `sh` that set git up, in the repository of the working folder.
  package static var script: String {
    let settings = [
      ("merge.tablesh.name", "tables, by key and cell by cell"),
      ("merge.tablesh.driver", driver), ("mergetool.tablesh.cmd", tool),
      ("mergetool.tablesh.trustExitCode", "true"), ("diff.tablesh.textconv", "tablesh git text"),
      ("diff.tablesh.xfuncname", "^row .*"),
    ]
    let lines = settings.map { "git config \($0) \(ShellWord.sh($1))" }
    let files = attributes.map { line in
      "grep -qxsF \(ShellWord.sh(line)) .gitattributes || echo \(ShellWord.sh(line)) >> .gitattributes"
    }
    return (lines + ["cd \"$(git rev-parse --show-toplevel)\""] + files).joined(separator: "\n")
      + "\n"
  }

  /// Runs the lines.
  package func install() -> Outcome {
    do throws(CommandError) {
      try ProgramPipe.give(Array(Self.script.utf8), to: "sh -e")
    } catch {
      return shell.fail(
        .outside(
          code: "git", message: "git was not set up: \(error.message)",
          hint: "this is done in the folder of a repository, which git init makes"),
        of: "git install")
    }
    shell.emit(
      "git merges and compares \(Counts.list(Self.formats.map { "." + $0 }, last: "and")) files of this "
        + "repository with tablesh\n"
        + "commit .gitattributes; who clones it runs tablesh git install, too\n")
    return .done
  }

  /// Prints a table as lines that git compares: one for each cell, below one for each row. What cannot be
  /// read as a table is printed as it is.
  package func printText(of path: String) -> Outcome {
    let document: Document
    do throws(CommandError) {
      document = try shell.read(path, shell.options.reading, loader: shell.options.loader)
    } catch {
      guard case .source = error, let bytes = try? TextFile.readBytes(path) else {
        return shell.fail(error, of: "git text \(path)")
      }
      shell.emit(bytes: bytes)
      return .done
    }
    shell.emit(Self.text(of: document.table))
    return .done
  }

  /// The lines of a table.
  static func text(of table: Table) -> String {
    var text = "columns " + table.columns.map { shown($0.name) }.joined(separator: ", ") + "\n"
    let named = table.hasKey ? table.keyColumns : Array(table.columns.prefix(1).map(\.id))
    for section in table.sections {
      if table.sections.count > 1 { text += "section \(shown(section.title))\n" }
      for row in section.rows {
        let name = named.map { shown(table.cell(row, $0).text) }.joined(separator: "/")
        text += "row \(name)\n"
        for column in table.columns where !table.keyColumns.contains(column.id) {
          let cell = table.cell(row, column.id)
          if !cell.isNull { text += "  \(shown(column.name)): \(shown(cell.text))\n" }
        }
      }
    }
    return text
  }

  private static func shown(_ text: String) -> String { VisibleText.line(text) }
}
