import BatchUpdates

/// A flight: its number stays while anything else may change.
struct Flight: PlannableRow {
  let id: String
  var city: String
  var time: String
  var gate: String

  /// All that its row shows.
  var displayedContent: [String] { [city, time, gate] }
}

/// The flights of one status, under a header that has a remark.
struct Status: RebuildableSection {
  let id: String
  var remark = ""
  var rows: [Flight]

  /// What the header shows beside the name, which is the identity.
  var displayedContent: String { remark }

  func withRows(_ rows: [Flight]) -> Status {
    Status(id: id, remark: remark, rows: rows)
  }
}

/// Departures, as they are at some time of the day.
enum Departures {
  /// The board at 10:40.
  static let before = [
    Status(
      id: "Last call",
      rows: [
        Flight(id: "LH 454", city: "New York", time: "10:50", gate: "A12")
      ]),
    Status(
      id: "Boarding", remark: "have your pass ready",
      rows: [
        Flight(id: "BA 903", city: "London", time: "10:55", gate: "B4"),
        Flight(id: "AF 171", city: "Paris", time: "11:05", gate: "A7"),
      ]),
    Status(
      id: "On time", remark: "security takes 5 minutes",
      rows: [
        Flight(id: "KL 176", city: "Amsterdam", time: "11:10", gate: "A20"),
        Flight(id: "SK 636", city: "Copenhagen", time: "11:20", gate: "B9"),
        Flight(id: "OS 126", city: "Vienna", time: "11:30", gate: "A3"),
      ]),
  ]

  /// The board at 10:55: the flight of the last call has left, Amsterdam boards from another
  /// gate, Copenhagen is late, Warsaw is new, and security takes longer.
  static let after = [
    Status(
      id: "Boarding", remark: "have your pass ready",
      rows: [
        Flight(id: "BA 903", city: "London", time: "10:55", gate: "B4"),
        Flight(id: "AF 171", city: "Paris", time: "11:05", gate: "A7"),
        Flight(id: "KL 176", city: "Amsterdam", time: "11:10", gate: "A22"),
      ]),
    Status(
      id: "Delayed",
      rows: [
        Flight(id: "SK 636", city: "Copenhagen", time: "12:05", gate: "B9")
      ]),
    Status(
      id: "On time", remark: "security takes 15 minutes",
      rows: [
        Flight(id: "OS 126", city: "Vienna", time: "11:30", gate: "A3"),
        Flight(id: "LO 380", city: "Warsaw", time: "11:40", gate: "A5"),
      ]),
  ]
}
