/// The files that the examples of help name: a staff, and what goes with it.
public enum StaffFiles {
  /// What each file holds, by its name. staff.csv is opened with the key id and a section for each team.
  public static let texts = [
    "staff.csv": """
    id,name,team,pay,since
    007,"Olsen, Mia",Dock,31,2019-04-01
    012,"Baker, Tom",Dock,27,2023-09-15
    015,"Ito, Kira",Office,38,2016-01-04
    021,"Abara, Ola",Office,41,2021-06-01
    030,"Lund, Per",Yard,29,2020-02-17

    """,
    "more.csv": """
    id,name,team,pay,since
    041,"Berg, Ann",Yard,33,2024-05-02

    """,
    "sites.csv": """
    team,site,phone
    Dock,North,20 31
    Office,Centre,20 10
    Yard,South,20 47

    """,
    "old.csv": """
    id,name,team,pay,since
    007,"Olsen, Mia",Dock,30,2019-04-01
    012,"Baker, Tom",Yard,27,2023-09-15
    015,"Ito, Kira",Office,38,2016-01-04

    """,
    "steps.tsh": """
    trim
    sort by name

    """,
  ]
}
