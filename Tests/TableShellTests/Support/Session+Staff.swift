@testable import TableShell

extension TemporaryFolder {
  /// Writes the files that the examples of help name; what an example has changed is as it was.
  func writeStaff() throws {
    let files = [
      "staff.csv": """
      id,name,team,pay,since
      007,"Olsen, Mia",Dock,31,2019-04-01
      012,"Baker, Tom",Dock,27,2023-09-15
      015,"Ito, Kira",Office,38,2016-01-04
      021,"Abara, Ola",Office,41,2021-06-01
      030,"Lund, Per",Yard,29,2020-02-17

      """,
      "more.csv": "id,name,team,pay,since\n041,\"Berg, Ann\",Yard,33,2024-05-02\n",
      "sites.csv": "team,site,phone\nDock,North,20 31\nOffice,Centre,20 10\nYard,South,20 47\n",
      "old.csv": "id,name,team,pay,since\n007,\"Olsen, Mia\",Dock,30,2019-04-01\n",
      "steps.tsh": "trim\nsort by name\n",
    ]
    for (name, text) in files { try write(text, to: name) }
  }

  /// A line whose files are those of the folder.
  func placing(_ line: String) -> String {
    line.replacing(/[^\s"'=]+\.(?:tsh|json|csv)\b/) { file(String($0.output)) }
  }
}

extension Session {
  /// Opens the table of the examples of help.
  init(staffIn folder: TemporaryFolder, configure: (inout ShellOptions) -> Void = { _ in }) throws {
    try folder.writeStaff()
    self.init(nil, configure: configure)
    run("open --section-by team --key id \(folder.file("staff.csv"))")
  }
}
