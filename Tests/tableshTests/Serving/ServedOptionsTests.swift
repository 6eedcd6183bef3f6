import Expectations
import TestSupport
import Testing

/// The options of `tablesh serve FILE` and `tablesh present FILE` that say what the rows are.
struct ServedOptionsTests {
  @Test(
    "--section-by and --key are those of FILE, and a table opened later has its own",
    arguments: ["serve", "present"])
  func ownOptions(_ subcommand: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("code,team\nx,Dock\ny,Office\n", to: "staff.csv")
    try folder.write("id,name\n1,Ann\n", to: "people.csv")
    let child = try ChildProcess.run(
      home: folder,
      [
        subcommand, "staff.csv", "--section-by", "team", "--key", "code", "--quiet",
        "-c", "info; open people.csv; info; new notes.csv id,text",
      ])
    expectEqual(child.status, 0, "\(child.errors)")
    expect(child.output.contains("opened people.csv: 1 row in 1 section"), "\(child.output)")
    expect(child.output.contains("new notes.csv: 0 rows"), "\(child.output)")
  }
}
