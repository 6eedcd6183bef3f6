extension TableRule {
  /// A document or an observation that a rule is from.
  public struct Source: Hashable, Sendable {
    /// The subject and its author or project.
    public let name: String
    /// The address, if it has one.
    public let link: String?

    init(_ name: String, _ link: String? = nil) {
      self.name = name
      self.link = link
    }
  }
}

// MARK: - Apple

extension TableRule.Source {
  /// A page of Apple's reference: a type, or a member of it.
  static func reference(_ type: String, _ member: String? = nil) -> Self {
    Self(
      "Apple's reference of `\(type)\(member.map { ".\($0)" } ?? "")`",
      "https://developer.apple.com/documentation/uikit/"
        + type.lowercased().split(separator: ".").joined(separator: "/"))
  }

  /// A chapter of Apple's archived guide.
  enum Chapter: String {
    case selections = "ManageSelections"
    case insertDelete = "ManageInsertDeleteRow"
    case reorder = "ManageReorderRow"
  }

  static func guide(_ chapter: Chapter) -> Self {
    Self(
      "Apple's Table View Programming Guide for iOS (archived), \(chapter.rawValue)",
      "https://developer.apple.com/library/archive/documentation/UserExperience/Conceptual/"
        + "TableView_iPhone/\(chapter.rawValue)/\(chapter.rawValue).html")
  }

  static let handling = Self(
    "Apple, \"Handling row selection in a table view\"",
    "https://developer.apple.com/documentation/uikit/handling-row-selection-in-a-table-view")

  // MARK: What was watched, and what is settled here

  static let ours = Self("this package")
  static let iOS17 = Self("UITableView of iOS 17")
  static let iOS12 = Self("UITableView of iOS 11 and 12")
  static let systemPan = Self("UIKit's multiple selection of iOS 13 and later")
  static let crashReports = Self(
    "exceptions measured on Mac Catalyst, and a report of Chat, by exyte",
    "https://github.com/exyte/Chat/issues/56")
  static let radar27041784 = Self(
    "radar 27041784, on a moved section and a reloaded row",
    "https://github.com/lionheart/openradar-mirror/issues/15192")
  static let radar33662307 = Self(
    "radar 33662307, on a row that is moved and reloaded",
    "https://github.com/lionheart/openradar-mirror/issues/18100")

  // MARK: What others published

  /// A chapter of a book.
  static func book(_ chapter: Int) -> Self {
    Self(
      "Brian Slick, \"A Reasonably Complete Guide to UITableView\", chapter \(chapter)",
      "https://github.com/BriTerIdeas/Book-UITableViewGuide")
  }

  static let crew = Self(
    "TableSectionsAndAnimatedUpdate, by dhoerl, and its answer at stackoverflow.com/q/59095550",
    "https://github.com/dhoerl/TableSectionsAndAnimatedUpdate")
  static let scrollAndSelect = Self(
    "TableViewScrollAndSelect, by Will Loderhose",
    "https://github.com/wloderhose/TableViewScrollAndSelect")
  static let animateUpdates = Self(
    "Stan Ostrovskiy, \"Animate TableView Updates\"",
    "https://medium.com/@stasost/ios-aimate-tableview-updates-dc3df5b3fe07")
  static let reloadableTableView = Self(
    "ReloadableTableView, by Stan Ostrovskiy", "https://github.com/Stan-Ost/ReloadableTableView")
  static let tableViewDiff = Self(
    "tableViewDiff, by Stan Ostrovskiy", "https://github.com/Stan-Ost/tableViewDiff")
  static let firebase = Self(
    "Firebase, reference of the Realtime Database's REST interface",
    "https://firebase.google.com/docs/reference/rest/database")
  static let firebaseBlog = Self("Firebase's blog of April 2014", "https://firebase.blog")
  static let abdullah = Self("Mike Abdullah's blog", "https://mikeabdullah.net")
  static let stevex = Self("stevex.net, 2011")

  // MARK: Code that was read

  static let chameleon = Self("Chameleon", "https://github.com/BigZaphod/Chameleon")
  static let winObjC = Self("WinObjC", "https://github.com/microsoft/WinObjC")
  static let openUXKit = Self("OpenUXKit", "https://github.com/OpenUXKit/OpenUXKit")
  static let indexPathTools = Self(
    "TLIndexPathTools, issue 13",
    "https://github.com/SwiftKickMobile/TLIndexPathTools/issues/13")
  static let bento = Self("Bento, issue 51", "https://github.com/babylonhealth/Bento/issues/51")
  static let texture = Self("Texture", "https://github.com/TextureGroup/Texture")
  static let iglistkit = Self("IGListKit", "https://github.com/Instagram/IGListKit")
  static let differenceKit = Self("DifferenceKit", "https://github.com/ra1028/DifferenceKit")
  static let diffableDataSources = Self(
    "DiffableDataSources", "https://github.com/ra1028/DiffableDataSources")
  static let charon = Self(
    "charon, notes on NSDiffableDataSourceSnapshot as measured",
    "https://github.com/kern0x1b/charon")
}
