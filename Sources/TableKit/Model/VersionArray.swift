/// Reads the versions of many rows; caches the part of the last one.
struct VersionReader {
  /// Retained, so that its parts are never written in place.
  private let versions: VersionArray
  private var part = -1
  private var inPart = UnsafeBufferPointer<Version>(start: nil, count: 0)

  init(_ versions: VersionArray) { self.versions = versions }

  @inline(__always)
  mutating func version(of row: RowID) -> Version {
    let number = Int(row.rawValue)
    if number >> Paging.partShift != part { turn(to: number) }
    // In a part that was never written, row and record number are equal.
    return inPart.isEmpty
      ? Version(chunk: 0, record: number) : inPart[Paging.place(of: number)]
  }

  private mutating func turn(to number: Int) {
    part = number >> Paging.partShift
    inPart = versions.part(of: number)
  }
}

/// The version of each row, in pages of 64 parts of 64 rows, with copy-on-write for each page and
/// part, and the last rows apart, as in `PagedArray`.
///
/// A page or part that was never written takes no memory: its rows are as loaded, each the record of
/// its number in chunk 0.
struct VersionArray {
  /// The pages; an empty one was never written, nor was an empty part of another.
  private var pages: [[[Version]]] = []
  /// The versions behind those of full parts; empty if they were never written.
  private var tail: [Version] = []
  private(set) var count = 0

  init() {}

  /// Creates the versions of loaded rows.
  init(loaded count: Int) {
    self.count = count
    pages = Array(
      repeating: [], count: (Paging.start(of: count) + Paging.pageSize - 1) >> Paging.pageShift)
  }

  /// Creates the versions that a closure returns for the numbers of rows, in order.
  init(count: Int, _ version: (Int) -> Version) {
    self.init(loaded: count)
    for page in pages.indices {
      pages[page] = (0..<partCount(of: page)).map { range(of: page, $0).map(version) }
    }
    tail = (tailStart..<count).map(version)
  }

  subscript(index: Int) -> Version {
    @inline(__always)
    get {
      if index >= tailStart {
        return tail.isEmpty ? .loaded(index) : tail[Paging.place(of: index)]
      }
      let (page, part) = (index >> Paging.pageShift, Paging.part(of: index))
      return pages[page].isEmpty || pages[page][part].isEmpty
        ? .loaded(index) : pages[page][part][Paging.place(of: index)]
    }
    set {
      if index >= tailStart {
        writeTail()
        tail[Paging.place(of: index)] = newValue
        return
      }
      let (page, part) = (index >> Paging.pageShift, Paging.part(of: index))
      writeList(page)
      if pages[page][part].isEmpty {
        pages[page][part] = range(of: page, part).map(Version.loaded)
      }
      pages[page][part][Paging.place(of: index)] = newValue
    }
  }

  mutating func append(_ version: Version) {
    writeTail()
    tail.appendTightly(version)
    count += 1
    guard Paging.place(of: count) == 0 else { return }
    let page = (count - 1) >> Paging.pageShift
    if page == pages.count {
      pages.append([tail])
    } else {
      if pages[page].isEmpty {
        pages[page] = Array(repeating: [], count: partCount(of: page) - 1)
      }
      pages[page].append(tail)
    }
    tail = []
  }

  /// Takes the versions of the last rows off, or adds those of another array, until there are as many
  /// as there.
  ///
  /// - Complexity: O(rows that one of them lacks).
  mutating func resize(like other: VersionArray) {
    while count < other.count { append(other[count]) }
    guard count > other.count else { return }
    let end = other.count
    let last =
      Paging.start(of: end) == tailStart
      ? tail : part(end >> Paging.pageShift, Paging.part(of: end))
    tail = Array(last.prefix(Paging.place(of: end)))
    count = end
    pages.removeLast(pages.count - (tailStart + Paging.pageSize - 1) >> Paging.pageShift)
    guard let page = pages.indices.last, !pages[page].isEmpty else { return }
    pages[page].removeLast(pages[page].count - partCount(of: page))
  }

  private var tailStart: Int { Paging.start(of: count) }

  /// Allocates memory for the versions behind those of full parts.
  private mutating func writeTail() {
    if tail.isEmpty, tailStart < count { tail = (tailStart..<count).map(Version.loaded) }
  }

  /// Allocates memory for the list of parts of a page.
  private mutating func writeList(_ page: Int) {
    guard pages[page].isEmpty else { return }
    pages[page] = Array(repeating: [], count: partCount(of: page))
  }

  private func range(of page: Int, _ part: Int) -> Range<Int> {
    let start = page << Paging.pageShift + part << Paging.partShift
    return start..<start + Paging.partSize
  }

  /// The number of full parts of a page.
  private func partCount(of page: Int) -> Int {
    min(Paging.pageSize, tailStart - page << Paging.pageShift) >> Paging.partShift
  }

  /// Returns the versions of the part that has an index, valid while a copy of this array is kept;
  /// empty for one that was never written.
  func part(of index: Int) -> UnsafeBufferPointer<Version> {
    if index >= tailStart { return tail.withUnsafeBufferPointer { $0 } }
    let page = index >> Paging.pageShift
    if pages[page].isEmpty { return UnsafeBufferPointer(start: nil, count: 0) }
    return pages[page][Paging.part(of: index)].withUnsafeBufferPointer { $0 }
  }

  /// Calls `isFine` for every index in parts that two arrays do not share, until it returns false;
  /// returns whether it never did. Indexes that one array lacks are skipped.
  func allDifferences(from other: VersionArray, _ isFine: (Int, Version, Version) -> Bool) -> Bool {
    for page in 0..<min(pages.count, other.pages.count) where !sharesPage(page, with: other) {
      for part in 0..<min(partCount(of: page), other.partCount(of: page))
      where !sharesPart(page, part, with: other) {
        for i in range(of: page, part) { guard isFine(i, self[i], other[i]) else { return false } }
      }
    }
    if sharesTail(with: other) { return true }
    return (min(tailStart, other.tailStart)..<min(count, other.count)).allSatisfy {
      isFine($0, self[$0], other[$0])
    }
  }

  /// Calls `body` for every index in parts that two arrays do not share, with both versions.
  func forEachDifference(from other: VersionArray, _ body: (Int, Version, Version?) -> Void) {
    for page in pages.indices where !sharesPage(page, with: other) {
      for part in 0..<partCount(of: page) where !sharesPart(page, part, with: other) {
        for i in range(of: page, part) { body(i, self[i], i < other.count ? other[i] : nil) }
      }
    }
    if sharesTail(with: other) { return }
    for i in tailStart..<count { body(i, self[i], i < other.count ? other[i] : nil) }
  }

  /// Shares the memory of the part of an index with another array where both hold the same there.
  ///
  /// - Parameter isOne: whether both arrays mean the same chunk by a number: parts of equal numbers
  ///   may mean different records.
  /// - Complexity: O(part + parts of a page).
  mutating func share(_ index: Int, with other: VersionArray, isOne: (UInt32) -> Bool) {
    func canShare(_ mine: [Version], _ others: [Version]) -> Bool {
      guard !mine.isEmpty, mine == others else { return false }
      var known: UInt32?
      for version in mine where version != .none && version.chunk != known {
        guard isOne(version.chunk) else { return false }
        known = version.chunk
      }
      return true
    }
    guard index < count, index < other.count else { return }
    if index >= tailStart {
      if count == other.count, canShare(tail, other.tail) { tail = other.tail }
      return
    }
    let (page, part) = (index >> Paging.pageShift, Paging.part(of: index))
    guard index < other.tailStart, !sharesPage(page, with: other) else { return }
    if !sharesPart(page, part, with: other) {
      guard canShare(self.part(page, part), other.part(page, part)) else { return }
      pages[page][part] = other.pages[page][part]
    }
    guard partCount(of: page) == other.partCount(of: page),
      (0..<partCount(of: page)).allSatisfy({ sharesPart(page, $0, with: other) })
    else { return }
    pages[page] = other.pages[page]
  }

  /// Whether two arrays share all pages because neither was written since one was copied.
  ///
  /// - Complexity: O(1).
  func isShared(with other: VersionArray) -> Bool {
    pages.sharesMemory(with: other.pages) && sharesTail(with: other)
  }

  /// Whether all rows are as loaded.
  ///
  /// - Complexity: O(pages), plus O(rows) of those that were written.
  var isAsLoaded: Bool {
    tail.indices.allSatisfy { tail[$0] == .loaded(tailStart + $0) }
      && pages.enumerated().allSatisfy { page, parts in
        parts.enumerated().allSatisfy { part, versions in
          versions.isEmpty || range(of: page, part).allSatisfy { self[$0] == .loaded($0) }
        }
      }
  }

  /// The versions of a part; empty for one that was never written.
  private func part(_ page: Int, _ part: Int) -> [Version] {
    pages[page].isEmpty ? [] : pages[page][part]
  }

  private func sharesPage(_ page: Int, with other: VersionArray) -> Bool {
    page < other.pages.count && partCount(of: page) == other.partCount(of: page)
      && pages[page].sharesMemory(with: other.pages[page])
  }

  private func sharesPart(_ page: Int, _ part: Int, with other: VersionArray) -> Bool {
    page < other.pages.count && part < other.partCount(of: page)
      && self.part(page, part).sharesMemory(with: other.part(page, part))
  }

  private func sharesTail(with other: VersionArray) -> Bool {
    count == other.count && tail.sharesMemory(with: other.tail)
  }

  /// The number of bytes that this array does not share with another.
  ///
  /// - Complexity: O(pages, and parts of those that are not shared).
  func bytesApart(from other: VersionArray) -> Int {
    pages.bytesApart(withPages: other.pages) + tail.bytesApart(from: other.tail)
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

  /// The version of a row as it was loaded.
  static func loaded(_ number: Int) -> Version { Version(chunk: 0, record: number) }

  /// The version of an identity that another snapshot has assigned.
  static let none = Version(chunk: Int(UInt32.max), record: 0)

  /// A number that identifies the version, for outlines.
  var content: Int { Int(chunk) << 32 | Int(record) }
}
