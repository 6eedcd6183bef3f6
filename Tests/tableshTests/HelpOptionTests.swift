import Expectations
import Foundation
import TestSupport
import Testing

/// Each option and each value of a setting that help names is one that works.
struct HelpOptionTests {
  /// A line for each option of a command.
  private static let lines = #"""
    apply --by-key  apply --by-key p.json
    apply --invert  delete 0:1; plan patch > q.json; apply --invert q.json
    batch --animation  batch --animation fade delete 0:0
    batch --data-deletes  batch --data-deletes 0:0 delete 0:0
    batch --keep-data  batch --keep-data reload 0:0
    changes --all  edit 0:0 name=x; changes --all
    click --command  click --command 0:1
    click --shift  click 0:0; click --shift 0:1
    close --force  edit 0:0 name=x; close --force
    column --regex  column rename --regex "^n" N
    describe --open  describe --open
    deselect --partial  select *; deselect --partial 0:0
    discard --all  discard --all
    edit --null  edit --null pay 0:0
    export --bom  export --bom b1.csv
    export --delimiter  export --delimiter ';' b2.csv
    export --encoding  export --encoding latin1 b3.csv
    export --force  export --force --overwrite o.csv
    export --format  export --format markdown -
    export --fragment  export --fragment --format html -
    export --in-place  export --in-place --overwrite o.csv
    export --line-ends  export --line-ends crlf b4.csv
    export --overwrite  export --overwrite o.csv
    export --quoting  export --quoting all b5.csv
    find --column  find --column name Ann
    find --regex  find --regex "^A"
    insert --null  insert --null pay 0 id=9
    insert --update  insert from --update t.csv
    lesson --all  lesson reset --all
    lesson --overwrite  lesson report --overwrite o.csv
    number --decimal  number --decimal , pay
    open --comment  open --comment '##' o.csv
    open --delimiter  open --delimiter ';' semi.txt
    open --encoding  open --encoding latin1 o.csv
    open --escape  open --escape '\' o.csv
    open --header  open --header 1 o.csv
    open --key  open --key team o.csv
    open --lenient  open --lenient ragged.csv
    open --loader  open --loader csv o.csv
    open --no-header  open --no-header o.csv
    open --null  open --null NA o.csv
    open --quote  open --quote none o.csv
    open --section-by  open --section-by team o.csv
    open --skip  open --skip 1 o.csv
    open --strict  open --strict o.csv
    pan --as-published  set pan.enabled on; edit on; pan --as-published 0:0 0:1
    pan --cancel  set pan.enabled on; edit on; pan --cancel 0:0 0:1
    pan --circle  edit on; pan --circle 0:0 0:1
    pan --system  edit on; pan --system 0:0 0:1
    pan --x  set pan.enabled on; edit on; pan --x 10 0:0 0:1
    plan --stages-with-tables  delete 0:0; plan json --stages-with-tables
    changes --format  changes --format summary t.csv
    changes --ignore  changes --ignore pay t.csv
    changes --ignore-blanks  changes --ignore-blanks t.csv
    changes --ignore-case  changes --ignore-case t.csv
    changes --key  changes --key id t.csv
    changes --tolerance  changes --tolerance 1e-9 t.csv
    present --no-open  present --no-open; present stop
    query --local  query --local "select 1 as id"
    record --overwrite  record start --overwrite o.html; delete 0:0; record stop
    record --rows  record start --rows all r.html; delete 0:0; record stop
    record --title  record start --title T r.html; delete 0:0; record stop
    recover --all  recover --list --all
    recover --list  recover --list
    history --clear  history --clear
    history --delete  count; history --delete 1
    history --script  sort by name; history --script
    reload --data  reload --data
    reload --discard  edit 0:0 name=x; reload --discard
    reload --reconfigure  reload --reconfigure 0:0
    reload --sections  reload --sections 0
    reorder --after-tap  reorder sections --after-tap 1 0
    reorder --by-rows  reorder --by-rows sections 0
    rename --regex  rename --regex "^n" N
    replace --regex  replace --regex name "^A" B
    replace --whole  replace --whole name Ann B
    sample --seed  sample --seed 7 2
    save --as  save --as c1.csv
    save --bom  save --bom
    save --delimiter  save --delimiter tab c2.tsv
    save --encoding  save --encoding latin1 c3.csv
    save --line-ends  save --line-ends crlf
    save --quoting  save --quoting all -
    save --backup  edit 0:0 name=x; save --backup
    save --force  edit 0:0 name=x; save --force
    save --in-place  edit 0:0 name=x; save --in-place
    save --overwrite  save --overwrite o.csv
    select --notify  select --notify 0:0
    select --partial  select --partial 0:0
    select --scroll  select --scroll top 0:0
    selection --editing  selection none --editing
    show --record  show --record 0:0
    snapshot --no-animation  diffable on; snapshot delete @1; snapshot apply --no-animation
    snapshot --reload-data  diffable on; snapshot delete @1; snapshot apply --reload-data
    sort --natural  sort --natural by name
    source --echo  source --echo c.tsh
    source --step  source --step c.tsh
    split --rest  split --rest name by n into a,b
    tally --open  tally --open team
    tap --strip  set pan.enabled on; edit on; tap --strip 0:0
    watch --for  watch --for 0.01
    """#

  /// Options that other tests run, as they need a server, a terminal, an editor, others' changes or a
  /// session that was killed.
  private static let elsewhere: Set<String> = [
    "alias --save", "clip --format", "edit --editor", "open --whole", "open --window",
    "present --port", "recover --partial", "serve --port", "set --save", "watch --count",
    "watch --loader", "watch --real-time", "watch --replay", "watch --replication", "watch --sql",
    "watch --timeout", "watch --unsql",
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("id,name,pay,team\n1,Ann,30,x\n2,Bob,25,y\n3,Cid,,x\n", to: "t.csv")
    try folder.write("team,floor\nx,1\n", to: "o.csv")
    try folder.write("id;a\n1;2\n", to: "semi.txt")
    try folder.write("a,b\n1,2,3\n", to: "ragged.csv")
    try folder.write("count\n", to: "c.tsh")
    try folder.write(
      """
      {"stages":[{"rows":{"delete":[[0,0]]},"contents":{"deleted":[\
      {"id":1,"name":"Ann","pay":30,"team":"x"}]}}]}
      """, to: "p.json")
    return folder
  }

  private func run(
    _ arguments: [String], in folder: TemporaryFolder
  ) throws -> ChildProcess {
    try ChildProcess.run(home: folder, ["--no-init"] + arguments)
  }

  @Test("each option of each command is run by a line here, or by another test")
  func commandOptions() throws {
    let shown = try folder()
    let names = try run(["-c", "help commands"], in: shown).output.split(separator: "\n")
      .prefix { !$0.hasPrefix("help COMMAND") }
      .flatMap { $0.dropFirst(11).split(separator: " ").map(String.init) }
    let help = try run(
      names.flatMap { ["-c", "echo '@@ \($0)'", "-c", "help '\($0)'"] }, in: shown)
    expectEqual(help.status, 0, "\(help.errors)")
    var options: Set<String> = []
    for part in help.output.split(separator: "@@ ") {
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      let listed = lines.drop { $0 != "options" }.prefix { !$0.hasPrefix("example") }
      for line in listed {
        guard let option = line.split(separator: " ").first(where: { $0.hasPrefix("--") })
        else { continue }
        options.insert("\(lines[0]) \(option.prefix { $0 != "[" && $0 != "=" })")
      }
    }
    options = options.filter { !$0.hasSuffix(" --dry-run") && !$0.hasSuffix(" --skip-errors") }
    let lines = Self.lines.split(separator: "\n").compactMap { text -> (String, String)? in
      guard let gap = text.firstRange(of: "  ") else { return nil }
      return (
        String(text.prefix(upTo: gap.lowerBound)), String(text.suffix(from: gap.upperBound))
      )
    }
    let known = Set(lines.map { $0.0 }).union(Self.elsewhere)
    expect(options.count > 70)
    expectEqual(options.subtracting(known), [], "no line runs these")
    expectEqual(known.subtracting(options), [], "help does not name these")
    for (option, line) in lines {
      let child = try run(
        ["--quiet", "t.csv"] + [line, "quit!"].flatMap { ["-c", $0] }, in: try folder())
      expectEqual(child.status, 0, "\(option): \(line): \(child.errors)")
    }
  }

  @Test("what other tests run, they do", arguments: elsewhere)
  func others(option: String) throws {
    let words = option.split(separator: " ")
    let child = try ChildProcess.run(
      "/bin/grep", ["-rlE", "\(words[0])[^\"]*\(words[1])", "Tests", "--include=*.swift"],
      directory: Repository.root)
    let files = child.output.split(separator: "\n").filter { !$0.contains("HelpOptionTests") }
    expect(!files.isEmpty, "no test runs \(option)")
  }

  @Test("each option of the program that help names is taken, and does not end it")
  func programOptions() throws {
    let values = [
      "key": "id", "section-by": "team", "null": "NA", "loader": "csv", "delimiter": ",",
      "quote": "none", "escape": "\\", "comment": "##", "header": "1", "skip": "0",
      "encoding": "utf-8", "plugin": "p.lua", "color": "never", "format": "json", "table": "none",
      "token-command": "true",
    ]
    // What leads elsewhere, and what is for tables of a server.
    let others: Set<String> = ["version", "help", "window", "whole"]
    let shown = try folder()
    let help = try run(["--help"], in: shown).output
    let options = help.matches(of: /\n  (?:-h, )?--([a-z-]+)/).map { String($0.output.1) }
    expect(options.count > 30)
    for option in options where !others.contains(option) {
      let own = try folder()
      try own.write("tablesh.rule { name = 'all', fn = function() return true end }", to: "p.lua")
      let value = values[option].map { [$0] } ?? []
      let child = try run(["--\(option)"] + value + ["-c", "count", "t.csv"], in: own)
      // Without a header its line is a row.
      let rows = option == "no-header" ? "4" : "3"
      expect(child.status == 0 && child.output.contains(rows), "--\(option): \(child.errors)")
    }
    for (option, word) in [("--version", "."), ("--help", "USAGE")] {
      try expect(run([option], in: shown).output.contains(word))
    }
  }

  @Test("each value that help names for a setting is one, and is the value then")
  func settings() throws {
    let shown = try folder()
    let list = try run(["-c", "set", "--color", "never"], in: shown).output
    var count = 0
    for line in list.split(separator: "\n") {
      guard let name = line.split(separator: " ").first,
        let values = line.firstMatch(of: /\(([a-z0-9, A-Z-]+)\)$/)
      else { continue }
      for value in values.output.1.split(separator: ", ")
      where value != "custom POINTS" && value != "custom ROWS" {
        count += 1
        let child = try run(
          ["-c", "set \(name) \(value)", "-c", "set \(name)", "t.csv"], in: shown)
        expectEqual(child.status, 0, "set \(name) \(value): \(child.errors)")
        expect(child.output.contains(value), "set \(name) \(value): \(child.output)")
      }
    }
    expect(count > 60)
  }
}
