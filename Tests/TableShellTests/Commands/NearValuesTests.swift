import Expectations
import Testing

@testable import TableShell

/// Values that differ only in capitals or in blanks around them, where rows are grouped by them.
struct NearValuesTests {
  private let folder = TemporaryFolder()

  private func session(_ rows: String) throws -> Session {
    let session = Session(nil)
    session.run("open \(try folder.write("id,City,Kind,Qty\n" + rows, to: "t.csv"))")
    return session
  }

  private static let rows = "1,berlin,a,1\n2,Berlin,a,2\n3,Berlin ,b,3\n4,Ulm,b,4\n5,,b,5\n"

  /// The line at the end of the note on such values.
  private func remedy(_ reply: String) throws -> String {
    let note = try require(
      reply.split(separator: "\n").first { $0.contains("differ only in capitals or blanks") },
      "\(reply)")
    return String(note[try require(note.ranges(of: ": ").last).upperBound...])
  }

  @Test(
    "a note ends with the line after which one value is left of each, and nothing is noted",
    arguments: [
      ("group by City", "open %; trim City; title City; group by City"),
      ("group by Kind,City sum Qty", "open %; trim City; title City; group by Kind,City sum Qty"),
      ("pivot City Kind Qty sum", "open %; trim City; title City; pivot City Kind Qty sum"),
      ("pivot Kind City Qty sum", "open %; trim City; title City; pivot Kind City Qty sum"),
      ("tally City", "trim City; title City; tally City"),
      ("tally --open City", "open %; trim City; title City; tally --open City"),
      ("dedupe by City", "trim City; title City; dedupe by City"),
      ("dedupe by Kind,City", "trim City; title City; dedupe by Kind,City"),
      ("section by City", "undo; trim City; title City; section by City"),
    ])
  func commands(typed: String, line: String) throws {
    let session = try session(Self.rows)
    let reply = session.run(typed)
    expect(
      reply.contains(
        "City has values that differ only in capitals or blanks, such as \"berlin\", \"Berlin\", "
          + "\"Berlin \": "), "\(reply)")
    expectEqual(try remedy(reply), line.replacing("%", with: folder.file("t.csv")))
    let again = session.run(try remedy(reply))
    expect(!again.contains("differ only") && !again.contains("error"), "\(again)")
  }

  @Test(
    "the commands are those that most values need least",
    arguments: [
      ("1,ulm ,a,1\n2,ulm,a,2\n", "trim City"),
      ("1,ULM,a,1\n2,BONN,a,2\n3,Ulm,a,3\n", "upper City"),
      ("1,ulm,a,1\n2,ULM,a,2\n3,bonn,a,2\n4,Bonn,a,5\n", "lower City"),
      ("1,ulm,a,1\n2,Ulm,a,2\n", "title City"),
    ])
  func ways(rows: String, command: String) throws {
    expectEqual(try remedy(session(rows).run("tally City")), "\(command); tally City")
  }

  @Test("of several columns one line mends all")
  func several() throws {
    let session = try session("1,ulm,A,1\n2,Ulm,a,2\n")
    let reply = session.run("group by City,Kind")
    expect(reply.contains("City and Kind have values"), "\(reply)")
    expect(session.run(try remedy(reply)).contains(": 1 row in"))
  }

  @Test("of deleted repeats the line takes the deletion back first")
  func repeats() throws {
    let session = try session(Self.rows + "6,Ulm,b,7\n")
    let reply = session.run("dedupe by City")
    expectEqual(try remedy(reply), "undo; trim City; title City; dedupe by City")
    expect(session.run(try remedy(reply)).contains("deleted 3 rows"))
    expect(!session.run("undo 3; dedupe").contains("differ only"))
  }

  @Test("numbers, empty cells and values that differ otherwise are not noted")
  func others() throws {
    let session = try session("1,ulm,,1\n2,ulmer,,1.0\n3,,,1\n")
    for line in ["tally City", "tally Kind", "tally Qty", "tally id"] {
      expect(!session.run(line).contains("note: "), "\(line)")
    }
  }
}
