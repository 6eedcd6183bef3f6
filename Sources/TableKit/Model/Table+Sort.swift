extension Table {
  /// Rows sorted stably: numbers before texts, texts by Unicode scalar, nulls last in either
  /// direction.
  ///
  /// - Complexity: O(n log n) comparisons, O(n) memory.
  public func sortedRows(_ rows: [RowID], by keys: [SortKey]) -> [RowID] {
    let kinds = keys.map { key in column(key.column).map(kind(of:)) ?? .text }
    let columns = zip(keys, kinds).map { key, kind in
      rows.map { SortValue(self, $0, key, kind) }
    }
    let order = rows.indices.sorted { a, b in
      for (values, key) in zip(columns, keys) {
        switch values[a].compare(values[b], isDescending: key.isDescending) {
        case ..<0: return true
        case 1...: return false
        default: continue
        }
      }
      return a < b
    }
    return order.map { rows[$0] }
  }
}

/// A cell as it is compared by a sort.
private enum SortValue {
  case number(Double)
  case text(String)
  case natural([NaturalPart])
  case null

  init(_ table: Table, _ row: RowID, _ key: SortKey, _ kind: Column.Kind) {
    self = table.withCell(row, key.column) { cellKind, bytes in
      if cellKind == .null { return .null }
      let isNumber = kind == .number || (kind == .mixed && cellKind == .number)
      if isNumber {
        if PlainNumber.matches(bytes) { return .number(PlainNumber.value(bytes).double) }
        let text = String(decoding: bytes, as: UTF8.self)
        if let value = Double(text) { return .number(value) }
        return kind == .number ? .null : .text(text)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      return key.isNatural ? .natural(NaturalPart.parts(of: text)) : .text(text)
    }
  }

  private var rank: Int {
    switch self {
    case .number: 0
    case .text, .natural: 1
    case .null: 2
    }
  }

  /// Below 0 when this one comes first, above 0 when the other does.
  func compare(_ other: SortValue, isDescending: Bool) -> Int {
    if case .null = self, case .null = other { return 0 }
    if rank == 2 || other.rank == 2 { return rank - other.rank }
    let sign = isDescending ? -1 : 1
    if rank != other.rank { return (rank - other.rank) * sign }
    switch (self, other) {
    case (.number(let a), .number(let b)): return a < b ? -sign : a > b ? sign : 0
    case (.text(let a), .text(let b)): return NaturalPart.compare(a, b) * sign
    case (.natural(let a), .natural(let b)): return NaturalPart.compare(a, b) * sign
    default: return 0
    }
  }
}
