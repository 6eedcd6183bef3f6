/// Who is measured.
enum Engine: String, CaseIterable {
  /// This package's planner as it is unless told otherwise.
  case ours
  /// The same, told that no identity is twice in a table.
  case unchecked
  /// What apps are told to use: the plan with the sections after each stage.
  case updates
  case differenceKit = "differencekit"
  case standardLibrary = "standard-library"

  /// What stands above the column.
  var title: String {
    switch self {
    case .ours: "ours"
    case .unchecked: "unchecked"
    case .updates: "updates"
    case .differenceKit: "DifferenceKit"
    case .standardLibrary: "difference(from:)"
    }
  }

  /// Whether this is our own, with one setting or another.
  var isOurs: Bool { self == .ours || self == .unchecked }

  /// The engines that this program was built with.
  static var present: [Engine] {
    #if DIFFERENCEKIT
      allCases
    #else
      allCases.filter { $0 != .differenceKit }
    #endif
  }
}
