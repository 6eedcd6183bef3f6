/// An array in pages of 4,096 elements, each copied on its own when it is written.
///
/// A snapshot of a table keeps all pages; the next change copies one page and the list of pages,
/// not the elements: 10,000,000 elements have 2,442 pages.
struct PagedArray<Element> {
  static var shift: Int { 12 }
  static var size: Int { 1 << shift }

  private var pages: [[Element]] = []
  private(set) var count = 0

  init() {}

  /// Creates `count` elements; `element` answers for each index.
  init(count: Int, _ element: (Int) -> Element) {
    self.count = count
    pages.reserveCapacity((count + Self.size - 1) >> Self.shift)
    var start = 0
    while start < count {
      let length = min(Self.size, count - start)
      pages.append(
        [Element](unsafeUninitializedCapacity: Self.size) { buffer, filled in
          for i in 0..<length { buffer.initializeElement(at: i, to: element(start + i)) }
          filled = length
        })
      start += length
    }
  }

  subscript(index: Int) -> Element {
    get { pages[index >> Self.shift][index & (Self.size - 1)] }
    _modify { yield &pages[index >> Self.shift][index & (Self.size - 1)] }
  }

  mutating func append(_ element: Element) {
    if count & (Self.size - 1) == 0 {
      var page: [Element] = []
      page.reserveCapacity(Self.size)
      pages.append(page)
    }
    pages[pages.count - 1].append(element)
    count += 1
  }

  /// The elements of a page; valid while a copy of this array is kept.
  func page(_ index: Int) -> UnsafeBufferPointer<Element> {
    pages[index].withUnsafeBufferPointer { $0 }
  }

  /// Calls `isFine` for every index of pages that two arrays do not share, until it answers false;
  /// answers whether it never did. Indexes that one array lacks are left out.
  func allDifferences(
    from other: PagedArray, _ isFine: (Int, Element, Element) -> Bool
  ) -> Bool {
    for page in 0..<min(pages.count, other.pages.count) {
      let a = pages[page]
      let b = other.pages[page]
      if Self.areShared(a, b) { continue }
      for i in 0..<min(a.count, b.count) where !isFine(page << Self.shift + i, a[i], b[i]) {
        return false
      }
    }
    return true
  }

  /// Calls `body` for every index of pages that two arrays do not share, with both elements.
  func forEachDifference(
    from other: PagedArray, _ body: (Int, Element, Element?) -> Void
  ) {
    for page in pages.indices {
      let mine = pages[page]
      let others = page < other.pages.count ? other.pages[page] : []
      if !others.isEmpty, mine.count == others.count, Self.areShared(mine, others) { continue }
      for i in mine.indices {
        body(page << Self.shift + i, mine[i], i < others.count ? others[i] : nil)
      }
    }
  }

  /// Whether two arrays share all pages because neither was written since they were one.
  ///
  /// - Complexity: O(1).
  func isShared(with other: PagedArray) -> Bool {
    count == other.count
      && pages.withUnsafeBufferPointer { x in
        other.pages.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
      }
  }

  private static func areShared(_ a: [Element], _ b: [Element]) -> Bool {
    a.withUnsafeBufferPointer { x in
      b.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
    }
  }

  /// Bytes that one write to a shared page copies, for the undo budget.
  static var pageBytes: Int { size * MemoryLayout<Element>.stride }
}

extension PagedArray<Version> {
  /// Whether the elements are records 0, 1, 2 … of chunk 0.
  ///
  /// - Complexity: O(elements).
  var isAscendingFromZero: Bool {
    var expected = 0
    for page in pages {
      for version in page {
        guard version.chunk == 0, Int(version.record) == expected else { return false }
        expected += 1
      }
    }
    return true
  }
}
