/// An array in pages of 4,096 elements with copy-on-write for each page.
///
/// A snapshot of a table shares all pages; the next change copies one page and the list of pages,
/// not all elements: 10,000,000 elements have 2,442 pages.
struct PagedArray<Element> {
  private static var shift: Int { 12 }
  private static var size: Int { 1 << shift }

  private var pages: [[Element]] = []
  private(set) var count = 0

  init() {}

  /// Creates an array of `count` elements; `element` returns the one at an index.
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

  /// Whether two arrays share all pages because neither was written since one was copied.
  ///
  /// - Complexity: O(1).
  func isShared(with other: PagedArray) -> Bool {
    count == other.count
      && pages.withUnsafeBufferPointer { x in
        other.pages.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
      }
  }

  /// Calls `body` for every index in pages that two arrays do not share, with both elements; nil
  /// where the other array has none.
  func forEachDifference(from other: PagedArray, _ body: (Int, Element, Element?) -> Void) {
    for page in pages.indices {
      let start = page << Self.shift
      if page < other.pages.count, pages[page].count == other.pages[page].count,
        pages[page].withUnsafeBufferPointer({ x in
          other.pages[page].withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
        })
      {
        continue
      }
      for i in pages[page].indices {
        body(start + i, pages[page][i], start + i < other.count ? other[start + i] : nil)
      }
    }
  }

  /// The number of bytes that one write to a shared page copies, for the undo budget.
  static var pageBytes: Int { size * MemoryLayout<Element>.stride }
}
