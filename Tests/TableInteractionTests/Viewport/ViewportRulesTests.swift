import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableInteraction
import TableKit

struct ViewportRulesTests {
  private func viewport(
    rows: Int = 100, header: Double = 0, offset: Double = 0
  ) -> Viewport {
    let section = SectionGeometry(header: header, rows: .equal(rows, 44))
    return Viewport(TableGeometry([section]), height: 440, offset: offset)
  }

  private func offset(_ viewport: Viewport, _ row: Int, _ position: Viewport.Position) -> Double {
    var viewport = viewport
    viewport.scroll(to: row, at: position)
    return viewport.offset
  }

  @Test("H1: a row is brought to the top, the middle or the bottom, no further than the ends")
  func positions() {
    expectEqual(offset(viewport(), 50, .top), 2200)
    expectEqual(offset(viewport(), 50, .middle), 2002)
    expectEqual(offset(viewport(), 50, .bottom), 1804)
    expectEqual(offset(viewport(), 98, .top), 3960)
    var pinned = viewport(header: 28)
    pinned.scroll(to: 50, at: .top, pinsHeaders: true)
    expectEqual(pinned.offset, 2200)
  }

  @Test("H2: none scrolls as little as needed")
  func least() {
    expectEqual(offset(viewport(offset: 1804), 45, .none), 1804)
    expectEqual(offset(viewport(offset: 1804), 10, .none), 440)
    expectEqual(offset(viewport(offset: 0), 50, .none), 1804)
  }

  @Test(
    "A2, H3: a section without a row is a path to scroll to, the only one into an empty section")
  func sections() {
    let sections = [100, 50, 0, 20].map { SectionGeometry(header: 28, rows: .equal($0, 44)) }
    var viewport = Viewport(TableGeometry(sections), height: 440)
    viewport.scroll(toSection: 2, at: .top)
    expectEqual(viewport.offset, 28 + 4400 + 28 + 2200)
    viewport.scroll(toSection: 1, at: .bottom)
    expectEqual(viewport.offset, 28 + 4400 + 28 - 440)
    viewport.scroll(toSection: 1, at: .none)
    expectEqual(viewport.offset, 28 + 4400 + 28 - 440)
    viewport.scroll(toSection: 3, at: .middle)
    expectEqual(viewport.offset, 28 + 4400 + 28 + 2200 + 28 + 14 - 220)
    expect(viewport.geometry.rows(inSection: 2).isEmpty && RowPath(0, 5) < RowPath(1, 0))
  }

  @Test("A8: ten rows of 44 points fill a viewport of 440, and headers are 28 points high")
  func points() {
    let heights = TableHeights()
    expect(heights.row == 44 && heights.header == 28)
    expectEqual(viewport().visibleRows.count, 10)
  }

  @Test("H3: no row is found where there is none")
  func bounds() {
    let geometry = viewport().geometry
    expectEqual(geometry.row(at: RowPath(0, 99)), 99)
    expectNil(geometry.row(at: RowPath(0, 100)))
    expectNil(geometry.row(at: RowPath(1, 0)))
  }

  @Test("H1: rows of 1,000,000 are found without a look at the others")
  func millions() {
    var viewport = viewport(rows: 1_000_000)
    viewport.scroll(to: 999_999, at: .bottom)
    expect(viewport.offset == 44_000_000 - 440 && viewport.visibleRows == 999_990..<1_000_000)
    viewport.scroll(to: 500_000, at: .middle)
    expectEqual(viewport.visibleRows, 499_995..<500_006)
    expectEqual(viewport.nearest(of: [3, 999_999], to: .top), 3)
    expectEqual(viewport.geometry.nearestRow(toHeight: 43_999_999), 999_999)
  }

  @Test("the first row that is seen whole is where a screen begins")
  func whole() {
    let geometry = viewport().geometry
    let rows = [0.0, 1, 43, 44, 45, 2002, 4356, 4390, 9000].map(geometry.firstWholeRow(below:))
    expectEqual(rows, [0, 1, 1, 1, 2, 46, 99, 99, 99])
    expectEqual(viewport(rows: 0).geometry.firstWholeRow(below: 0), 0)
  }

  @Test("H4: the selected row nearest to the place is meant, the upper one of two")
  func nearest() {
    var viewport = viewport()
    expectEqual(viewport.nearest(of: [20, 80], to: .middle), 20)
    viewport.scroll(to: 20, at: .middle)
    expectEqual(viewport.offset, 682)
    expectEqual(viewport.nearest(of: [18, 22], to: .middle), 18)
    expectNil(viewport.nearest(of: [], to: .top))
  }

  @Test("H5: rows that are seen in part are seen")
  func visible() {
    expectEqual(viewport(offset: 22).visibleRows, 0..<11)
    expectEqual(viewport(offset: 44).visibleRows, 1..<11)
    expect(viewport(rows: 0).visibleRows.isEmpty)
    expectEqual(viewport(rows: 3).visibleRows, 0..<3)
  }

  @Test("H8, H9: a table that became shorter is scrolled back to its end")
  func clamped() {
    var viewport = viewport(offset: 3960)
    for (rows, offset) in [(50, 1760.0), (5, 0)] {
      viewport.geometry = TableGeometry([SectionGeometry(rows: .equal(rows, 44))])
      viewport.clamp()
      expectEqual(viewport.offset, offset)
    }
  }

  @Test("every height answers the row that stands there, in tables at random")
  func random() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let sections = (0..<generator.below(5)).map { _ -> SectionGeometry in
        let count = generator.below(6)
        let rows: RowHeights =
          generator.oneIn(2)
          ? .equal(count, Double(1 + generator.below(60)))
          : .each((0..<count).map { _ in Double(generator.below(50)) })
        return SectionGeometry(
          header: Double(generator.below(3) * 14), rows: rows,
          footer: Double(generator.below(2) * 9))
      }
      let geometry = TableGeometry(sections)
      // The same by walking from the top.
      var edges: [(path: RowPath, top: Double, bottom: Double)] = []
      var y = 0.0
      for (s, section) in sections.enumerated() {
        y += section.header
        let heights =
          switch section.rows {
          case .equal(let count, let height): Array(repeating: height, count: count)
          case .each(let heights): heights
          }
        for (r, height) in heights.enumerated() {
          edges.append((RowPath(s, r), y, y + height))
          y += height
        }
        y += section.footer
      }
      expect(geometry.contentHeight == y && geometry.rowCount == edges.count)
      for (i, edge) in edges.enumerated() {
        expect(geometry.path(of: i) == edge.path && geometry.row(at: edge.path) == i)
        expect(geometry.edges(of: i) == (edge.top, edge.bottom))
      }
      for step in -3...Int(y * 2) + 3 {
        let height = Double(step) / 2
        let expected = edges.firstIndex { $0.top <= height && height < $0.bottom }
        expectEqual(geometry.row(atHeight: height), expected)
        let seen = edges.indices.filter { edges[$0].bottom > height && edges[$0].top < height + 50 }
          .filter { edges[$0].top < edges[$0].bottom }
        let answer = geometry.rows(from: height, to: height + 50)
          .filter { edges[$0].top < edges[$0].bottom }
        expectEqual(answer, seen)
      }
    }
  }
}
