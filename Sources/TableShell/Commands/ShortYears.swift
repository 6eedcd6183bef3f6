import Wording

/// The years that patterns with two digits lose or make up.
struct ShortYears {
  /// The years that two digits are read as.
  static let read = 1969...2068

  private let to: DatePattern
  /// The dates of the last century and of this one that had two digits, and those of other centuries
  /// that are written with two.
  private var (last, this, lost) = (0, 0, 0)

  init(to: DatePattern) { self.to = to }

  /// Counts a date that a pattern has read.
  mutating func add(_ date: CalendarDate, from: DatePattern) {
    guard let year = date.year else { return }
    if from.hasShortYear {
      if year < 2000 { last += 1 } else { this += 1 }
    } else if to.hasShortYear, !Self.read.contains(year) {
      lost += 1
    }
  }

  /// What to say of them.
  var notes: [String] {
    var notes: [String] = []
    if to.tellsCentury, last + this > 0 {
      notes.append(
        "years of two digits: \(Counts.of(last, "date")) from 69 to 99 read as 19.., "
          + "\(Counts.of(this, "date")) from 00 to 68 as 20..")
    }
    if lost > 0 {
      notes.append(
        "two digits lose the century of \(Counts.of(lost, "date")): "
          + "they are read as 1969 to 2068")
    }
    return notes
  }
}
