/// The sizes of the parts of arrays that snapshots share.
enum Paging {
  /// An element is in the part of its index shifted by this: 64 elements a part.
  static var partShift: Int { 6 }
  static var partSize: Int { 1 << partShift }
  /// And in the page of its index shifted by this: 64 parts a page.
  static var pageShift: Int { 12 }
  static var pageSize: Int { 1 << pageShift }

  /// Returns the place in its page of the part that has an index.
  @inline(__always)
  static func part(of index: Int) -> Int { (index >> partShift) & (pageSize / partSize - 1) }

  /// Returns the place in its part of an index.
  @inline(__always)
  static func place(of index: Int) -> Int { index & (partSize - 1) }

  /// Returns the index of the first element of the part that has an index.
  @inline(__always)
  static func start(of index: Int) -> Int { index & ~(partSize - 1) }
}

/// An array in pages of 64 parts of 64 elements, with copy-on-write for each page and part.
///
/// A snapshot of a table shares all pages; the next change copies one part, the list of parts of one
/// page and the list of pages, not all elements: 10,000,000 elements have 2,442 pages. The last
/// elements are in a part of their own until it is full, so that an appended one costs a copy of
/// those alone.
///
///     pages  ● ● ●             tail  192 193
///     parts  ● ● ● …
///     part   0 1 2 3 … 63
struct PagedArray<Element> {
  private var pages: [[[Element]]] = []
  /// The elements behind those of full parts.
  private var tail: [Element] = []
  private(set) var count = 0

  init() {}

  /// Creates an array of `count` elements; `element` returns the one at an index.
  init(count: Int, _ element: (Int) -> Element) {
    func part(_ start: Int) -> [Element] {
      let length = min(Paging.partSize, count - start)
      return [Element](unsafeUninitializedCapacity: length) { buffer, filled in
        for i in 0..<length { buffer.initializeElement(at: i, to: element(start + i)) }
        filled = length
      }
    }
    let end = Paging.start(of: count)
    for page in stride(from: 0, to: end, by: Paging.pageSize) {
      pages.append(
        stride(from: page, to: min(end, page + Paging.pageSize), by: Paging.partSize).map(part))
    }
    tail = part(end)
    self.count = count
  }

  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      index >= Paging.start(of: count)
        ? tail[Paging.place(of: index)]
        : pages[index >> Paging.pageShift][Paging.part(of: index)][Paging.place(of: index)]
    }
    @inline(__always)
    _modify {
      if index >= Paging.start(of: count) {
        yield &tail[Paging.place(of: index)]
      } else {
        yield &pages[index >> Paging.pageShift][Paging.part(of: index)][Paging.place(of: index)]
      }
    }
  }

  mutating func append(_ element: Element) {
    tail.appendTightly(element)
    count += 1
    guard Paging.place(of: count) == 0 else { return }
    let page = (count - 1) >> Paging.pageShift
    if page == pages.count { pages.append([]) }
    pages[page].append(tail)
    tail = []
  }

  /// Sets the elements of rows, those of one part that follow one another at once.
  mutating func set(_ rows: ArraySlice<RowID>, to value: Element) {
    var next = rows.startIndex
    func write(_ part: inout [Element], from start: Int) {
      part.withUnsafeMutableBufferPointer { part in
        while next < rows.endIndex, Paging.start(of: Int(rows[next].rawValue)) == start {
          part[Paging.place(of: Int(rows[next].rawValue))] = value
          next += 1
        }
      }
    }
    while next < rows.endIndex {
      let start = Paging.start(of: Int(rows[next].rawValue))
      if start == Paging.start(of: count) {
        write(&tail, from: start)
      } else {
        write(&pages[start >> Paging.pageShift][Paging.part(of: start)], from: start)
      }
    }
  }

  /// Whether two arrays share all pages because neither was written since one was copied.
  ///
  /// - Complexity: O(1).
  func isShared(with other: PagedArray) -> Bool {
    count == other.count && pages.sharesMemory(with: other.pages)
      && tail.sharesMemory(with: other.tail)
  }

  /// Calls `body` for every index in parts that two arrays do not share, with both elements; nil
  /// where the other array has none.
  func forEachDifference(from other: PagedArray, _ body: (Int, Element, Element?) -> Void) {
    func visit(_ part: [Element], from start: Int) {
      for (i, element) in part.enumerated() {
        body(start + i, element, start + i < other.count ? other[start + i] : nil)
      }
    }
    for page in pages.indices {
      let others = page < other.pages.count ? other.pages[page] : []
      if pages[page].sharesMemory(with: others) { continue }
      for (number, part) in pages[page].enumerated() {
        if number < others.count, part.sharesMemory(with: others[number]) { continue }
        visit(part, from: page << Paging.pageShift + number << Paging.partShift)
      }
    }
    if count == other.count, tail.sharesMemory(with: other.tail) { return }
    visit(tail, from: Paging.start(of: count))
  }

  /// The number of bytes that this array does not share with another.
  ///
  /// - Complexity: O(pages, and parts of those that are not shared).
  func bytesApart(from other: PagedArray) -> Int {
    pages.bytesApart(withPages: other.pages) + tail.bytesApart(from: other.tail)
  }
}

extension Array {
  /// Whether two arrays share their memory because neither was written since one was copied.
  ///
  /// - Complexity: O(1).
  func sharesMemory(with other: [Element]) -> Bool {
    count == other.count
      && withUnsafeBufferPointer { x in
        other.withUnsafeBufferPointer { $0.baseAddress == x.baseAddress }
      }
  }

  /// Appends an element with room for few more.
  ///
  /// An array that grows by itself may have room for as many elements as it has, in each snapshot.
  mutating func appendTightly(_ element: Element) {
    if count == capacity { reserveCapacity(count + 8) }
    append(element)
  }

  /// The number of bytes of memory that the array does not share with another.
  func bytesApart(from other: [Element]) -> Int {
    // With its header and what the allocator adds.
    isEmpty || sharesMemory(with: other) ? 0 : MemoryLayout<Element>.stride * count + 48
  }

  /// The same, with what the arrays in it do not share. A name of its own: a general function is
  /// preferred to one for arrays of arrays.
  func bytesApart<Inner>(withParts other: [[Inner]]) -> Int where Element == [Inner] {
    if isEmpty || sharesMemory(with: other) { return 0 }
    return bytesApart(from: other)
      + sumOfOthers(than: other) { self[$0].bytesApart(from: $0 < other.count ? other[$0] : []) }
  }

  /// The same for an array of arrays of arrays.
  func bytesApart<Inner>(withPages other: [[[Inner]]]) -> Int where Element == [[Inner]] {
    if isEmpty || sharesMemory(with: other) { return 0 }
    return bytesApart(from: other)
      + sumOfOthers(than: other) {
        self[$0].bytesApart(withParts: $0 < other.count ? other[$0] : [])
      }
  }

  /// Adds up what a closure returns for the indexes of inner arrays that are not in the memory of those at
  /// the same indexes of another array. Most are: they are told by their addresses, uncounted.
  private func sumOfOthers<Inner>(than other: [Element], _ bytes: (Int) -> Int) -> Int
  where Element == [Inner] {
    withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        // An array is the address of its memory.
        let size = MemoryLayout<Element>.size
        return indices.reduce(0) { sum, i in
          let isSame =
            i < other.count
            && mine.load(fromByteOffset: i * size, as: UInt.self)
              == theirs.load(fromByteOffset: i * size, as: UInt.self)
          return isSame ? sum : sum + bytes(i)
        }
      }
    }
  }
}
