import Expectations
import TestSupport
import Testing

/// `tablesh apply` on patches that say something twice.
struct DoubledPatchTests {
  private static let staff = """
    id,name,team,pay
    007,"Olsen, Mia",Dock,31
    012,"Tom",Dock,27
    015,Ito,Office,38
    023,Silva,Dock,29

    """

  @Test("a patch that names a column twice, or a row at two places, is refused")
  func doubled() throws {
    let columns = #""before":["id","name","team","pay"],"after":["id","name","team","#
    let row = #"{"id":"012","name":"Tom","team":"Dock","pay":"27"}"#
    let deleted =
      #"{"rows":{"delete":[[0,1]]},"contents":{"deleted":[\#(row)],"order":"view"}}"#
    let folder = try TemporaryFolder()
    try folder.write(Self.staff, to: "staff.csv")
    for (stages, problem) in [
      (
        #"{"rows":{"reconfigure":"all"},"contents":{"columns":{\#(columns)"pay","pay"]}}}"#,
        "'after' names the column 'pay' twice"
      ),
      (
        #"{"rows":{"reconfigure":"all"},"contents":{"columns":{\#(columns)"team"],"#
          + #""renamed":[["pay","team"]]}}}"#,
        "'after' names the column 'team' twice"
      ),
      (
        #"{"rows":{"reconfigure":"all"},"contents":{"columns":{\#(columns)"pay"],"#
          + #""renamed":[["pay","a"],["pay","b"]]}}}"#,
        "'renamed' names the column 'pay' twice"
      ),
      ("\(deleted),\(deleted)", "stage 2, row 0:1: expected '012', found '015'"),
    ] {
      try folder.write(#"{"stages":[\#(stages)]}"#, to: "change.json")
      for options in [[], ["--section-by", "team"]] {
        let child = try ChildProcess.run(
          home: folder, ["apply"] + options + ["staff.csv", "change.json"])
        expectEqual(child.status, 1, "\(child.errors)")
        let place = problem.hasPrefix("stage") && !options.isEmpty ? "stage 2" : problem
        expect(child.errors.contains(place), "\(child.errors)")
      }
      expectEqual(folder.read("staff.csv"), Self.staff)
    }
  }
}
