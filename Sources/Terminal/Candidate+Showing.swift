extension Candidate {
  /// Whether it can stand on a terminal as it is: one that would drive the terminal, or hide there,
  /// is not offered, because what is accepted stands in the line that is edited.
  var canBeShown: Bool {
    (text + (description ?? "")).unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned: false
      // Joiners shape the letters around them.
      case .format: scalar.value == 0x200C || scalar.value == 0x200D
      default: true
      }
    }
  }
}
