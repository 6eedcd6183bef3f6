/// Reads the versions of many rows; caches the page of the last one.
struct VersionReader {
  /// Retained, so that its pages are never written in place.
  private let versions: VersionArray
  private var page = -1
  private var onPage = UnsafeBufferPointer<Version>(start: nil, count: 0)

  init(_ versions: VersionArray) { self.versions = versions }

  @inline(__always)
  mutating func version(of row: RowID) -> Version {
    let number = Int(row.rawValue)
    if number >> VersionArray.shift != page { turn(to: number) }
    // In a page that was never written, row and record number are equal.
    return onPage.isEmpty
      ? Version(chunk: 0, record: number) : onPage[number & (VersionArray.size - 1)]
  }

  private mutating func turn(to number: Int) {
    page = number >> VersionArray.shift
    onPage = versions.page(page)
  }
}

/// The version of each row, in pages of 4,096 with copy-on-write for each page.
///
/// A page that was never written takes no memory: its rows are as loaded, each the record of its
/// number in chunk 0.
struct VersionArray {
  static var shift: Int { 12 }
  static var size: Int { 1 << shift }

  /// The pages; an empty one was never written.
  private var pages: [[Version]] = []
  private(set) var count = 0

  init() {}

  /// Creates the versions of loaded rows.
  init(loaded count: Int) {
    self.count = count
    pages = Array(repeating: [], count: (count + Self.size - 1) >> Self.shift)
  }

  subscript(index: Int) -> Version {
    @inline(__always)
    get {
      let page = index >> Self.shift
      return pages[page].isEmpty
        ? Version(chunk: 0, record: index) : pages[page][index & (Self.size - 1)]
    }
    set {
      write(index >> Self.shift)
      pages[index >> Self.shift][index & (Self.size - 1)] = newValue
    }
  }

  mutating func append(_ version: Version) {
    if count & (Self.size - 1) == 0 {
      var page: [Version] = []
      page.reserveCapacity(Self.size)
      pages.append(page)
    } else {
      write(pages.count - 1)
    }
    pages[pages.count - 1].append(version)
    count += 1
  }

  /// Takes the versions of the last rows off, or adds those of another array, until there are as many
  /// as there.
  ///
  /// - Complexity: O(rows that one of them lacks).
  mutating func resize(like other: VersionArray) {
    while count < other.count { append(other[count]) }
    guard count > other.count else { return }
    pages.removeLast(pages.count - other.pages.count)
    count = other.count
    guard let last = pages.indices.last, !pages[last].isEmpty else { return }
    pages[last].removeLast(pages[last].count - range(of: last).count)
  }

  /// Allocates memory for a page.
  private mutating func write(_ page: Int) {
    guard pages[page].isEmpty else { return }
    let range = range(of: page)
    pages[page].reserveCapacity(Self.size)
    for record in range { pages[page].append(Version(chunk: 0, record: record)) }
  }

  private func range(of page: Int) -> Range<Int> {
    page << Self.shift..<min(count, (page + 1) << Self.shift)
  }

  /// Returns the versions of a page, valid while a copy of this array is kept; empty for a page
  /// that was never written.
  func page(_ index: Int) -> UnsafeBufferPointer<Version> {
    pages[index].withUnsafeBufferPointer { $0 }
  }

  /// Calls `isFine` for every index in pages that two arrays do not share, until it returns false;
  /// returns whether it never did. Indexes that one array lacks are skipped.
  func allDifferences(
    from other: VersionArray, _ isFine: (Int, Version, Version) -> Bool
  ) -> Bool {
    for page in 0..<min(pages.count, other.pages.count) where !sharesPage(page, with: other) {
      for i in range(of: page).clamped(to: other.range(of: page)) {
        guard isFine(i, self[i], other[i]) else { return false }
      }
    }
    return true
  }

  /// Calls `body` for every index in pages that two arrays do not share, with both versions.
  func forEachDifference(
    from other: VersionArray, _ body: (Int, Version, Version?) -> Void
  ) {
    for page in pages.indices {
      if page < other.pages.count, sharesPage(page, with: other) { continue }
      for i in range(of: page) { body(i, self[i], i < other.count ? other[i] : nil) }
    }
  }

  /// Shares the memory of the page of an index with another array where both hold the same there.
  ///
  /// - Parameter isOne: whether both arrays mean the same chunk by a number: pages of equal numbers
  ///   may mean different records.
  /// - Complexity: O(page).
  mutating func share(_ index: Int, with other: VersionArray, isOne: (UInt32) -> Bool) {
    let page = index >> Self.shift
    guard page < pages.count, page < other.pages.count, !sharesPage(page, with: other),
      pages[page] == other.pages[page]
    else { return }
    var known: UInt32?
    for version in pages[page] where version != .none && version.chunk != known {
      guard isOne(version.chunk) else { return }
      known = version.chunk
    }
    pages[page] = other.pages[page]
  }

  /// Whether two arrays share all pages because neither was written since one was copied.
  ///
  /// - Complexity: O(1).
  func isShared(with other: VersionArray) -> Bool {
    count == other.count
      && pages.withUnsafeBufferPointer { x in
        other.pages.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
      }
  }

  /// Whether all rows are as loaded.
  ///
  /// - Complexity: O(pages), plus O(rows) of those that were written.
  var isAsLoaded: Bool {
    pages.indices.allSatisfy { page in
      pages[page].isEmpty
        || range(of: page).allSatisfy { self[$0] == Version(chunk: 0, record: $0) }
    }
  }

  private func sharesPage(_ page: Int, with other: VersionArray) -> Bool {
    guard range(of: page) == other.range(of: page) else { return false }
    if pages[page].isEmpty || other.pages[page].isEmpty {
      return pages[page].isEmpty && other.pages[page].isEmpty
    }
    return self.page(page).baseAddress == other.page(page).baseAddress
  }
}

/// The content of a row at a point in time: a record of a chunk. Versions are appended, never
/// overwritten; an edit gives a row a new one. Equal versions have equal content.
struct Version: Hashable, Sendable {
  let chunk: UInt32
  let record: UInt32

  init(chunk: Int, record: Int) {
    self.chunk = UInt32(chunk)
    self.record = UInt32(record)
  }

  /// The version of an identity that another snapshot has assigned.
  static let none = Version(chunk: Int(UInt32.max), record: 0)

  /// A number that identifies the version, for outlines.
  var content: Int { Int(chunk) << 32 | Int(record) }
}
