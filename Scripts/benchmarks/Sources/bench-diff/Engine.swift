/// Who is measured.
enum Engine: String, CaseIterable {
  /// This package's planner.
  case ours
  case differenceKit = "differencekit"
  case standardLibrary = "standard-library"

  /// What stands above the column.
  var title: String {
    switch self {
    case .ours: "ours"
    case .differenceKit: "DifferenceKit"
    case .standardLibrary: "difference(from:)"
    }
  }

  /// The engines that this program was built with.
  static var present: [Engine] {
    #if DIFFERENCEKIT
      allCases
    #else
      allCases.filter { $0 != .differenceKit }
    #endif
  }
}
