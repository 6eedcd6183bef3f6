/// The files that the examples of help name: the staff of the tour, and what goes with it.
public enum StaffFiles {
  /// What each file holds, by its name. staff.csv is opened with the key id and a section for each team.
  public static func texts() throws -> [String: String] {
    var texts = others
    texts["staff.csv"] = try staff.get()
    return texts
  }

  /// The table that users have, too; read once.
  private static let staff = Result { try Repository.read("Examples/tour/staff.csv") }

  private static let others = [
    "more.csv": """
    id,name,team,pay,since
    041,"Berg, Ann",Kitchen,33,2024-05-02

    """,
    "sites.csv": """
    team,site,phone
    Dock,North,20 31
    Office,Centre,20 10
    Kitchen,South,20 47

    """,
    "old.csv": """
    id,name,team,pay,since
    007,"Olsen, Mia",Dock,30,2019-04-01
    012,"Baker, Tom",Kitchen,27,2023-09-15
    015,"Ito, Kira",Office,38,2016-01-04

    """,
    "steps.tsh": """
    trim
    sort by name

    """,
  ]
}
