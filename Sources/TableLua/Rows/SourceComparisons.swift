import Lua
import TableKit

/// The comparisons with a literal in the Lua that was loaded, and the members of cells. Lua answers
/// `row.zip == 94305` with false where zips are texts; where such a field is read of a row, or such a
/// parameter of a rule is a column, it is an error, as it is in `where`. So are `row.user.name`,
/// `#row.tags` and `row.tags[1]` where cells hold objects and lists: to Lua these are texts.
///
/// A line that asks for a `type` is left alone: it knows what it compares.
///
/// A class because every chunk is noted in the same one.
final class SourceComparisons {
  /// The texts of chunks, by their names, until they are looked at.
  private var sources: [String: [UInt8]] = [:]
  private var readers: [String: ChunkReader] = [:]

  /// Notes a chunk, in place of an earlier one of its name.
  ///
  /// - Parameter name: as Lua has it: `@file` or `=lua`; others are of no interest.
  func didLoad(_ bytes: [UInt8], name: String) {
    guard name.hasPrefix("@") || name == "=lua" else { return }
    let chunk = String(name.dropFirst())
    sources[chunk] = bytes
    readers[chunk] = nil
  }

  private func reader(of chunk: String) -> ChunkReader? {
    if let bytes = sources.removeValue(forKey: chunk) { readers[chunk] = ChunkReader(bytes) }
    return readers[chunk]
  }

  /// The failures of comparisons of a field that is a column, by the places that read it.
  ///
  /// - Complexity: O(rows) where there are any.
  func failures(of column: Int, in source: TableRows) -> [LuaPlace: LuaFailure] {
    for chunk in sources.keys { _ = reader(of: chunk) }
    let name = source.table.columns[column].name
    var failures: [LuaPlace: LuaFailure] = [:]
    for (chunk, reader) in readers {
      for found in reader.fields[name] ?? [] {
        let comparison = LiteralComparison(column: column, other: found.literal, sign: found.sign)
        guard let failure = comparison.failure(over: source) else { continue }
        for line in found.lines { failures[LuaPlace(chunk: chunk, line: line)] = failure }
      }
      for found in reader.tableUses[name] ?? [] {
        let place = LuaPlace(chunk: chunk, line: found.line)
        if failures[place] == nil, let failure = failure(of: found.kind, column, in: source) {
          failures[place] = failure
        }
      }
    }
    return failures
  }

  /// The failure of a use of a column's cells as tables, where they hold such.
  private func failure(
    of use: ChunkReader.TableUse.Kind, _ column: Int, in source: TableRows
  ) -> LuaFailure? {
    let name = source.table.columns[column].name
    switch use {
    case .length: return ListUse(column: column, isLength: true).failure(over: source)
    case .element: return ListUse(column: column, isLength: false).failure(over: source)
    case .member(let member):
      guard holdsObjects(column, in: source) else { return nil }
      return LuaFailure(
        code: "no-such-member",
        message: "'\(name)' is a text to Lua and has no member '\(member)'",
        hint: "where and := know \(name).\(member): column add NAME := \(name).\(member)")
    }
  }

  private func holdsObjects(_ column: Int, in source: TableRows) -> Bool {
    let isTyped = source.table.syntax.isTyped
    var reader = CellReader(source.table, source.table.columns[column].id)
    return source.table.allRows.contains { row in
      reader.withCell(row) { CellMember.object($0, $1, isTyped: isTyped) != nil }
    }
  }

  /// The error of the first comparison in a rule of a parameter that is a column, or of its use as a
  /// table.
  ///
  /// - Parameter arguments: the column of each parameter.
  func failure(of rule: LuaFunction, _ arguments: [Int], in source: TableRows) -> LuaError? {
    guard let chunk = rule.declaration?.chunk else { return nil }
    for (comparison, line) in comparisons(in: rule, arguments) {
      if let failure = comparison.failure(over: source) {
        return failure.luaError(at: LuaPlace(chunk: chunk, line: line))
      }
    }
    guard let declaration = rule.declaration, let reader = reader(of: chunk) else { return nil }
    for use in reader.tableUses(in: declaration) {
      guard let parameter = declaration.parameters.firstIndex(where: { $0 === use.name }),
        arguments.indices.contains(parameter)
      else { continue }
      if let failure = failure(of: use.kind, arguments[parameter], in: source) {
        return failure.luaError(at: LuaPlace(chunk: chunk, line: use.line))
      }
    }
    return nil
  }

  /// What to say of comparisons with an empty text in a rule, of parameters and of fields of its row.
  func notes(of rule: LuaFunction, _ arguments: [Int], in source: TableRows) -> [String] {
    var all = comparisons(in: rule, arguments).map(\.comparison)
    if let declaration = rule.declaration, let reader = reader(of: declaration.chunk) {
      for (index, column) in source.table.columns.enumerated() {
        all += reader.comparisons(of: column.name, in: declaration).map {
          LiteralComparison(column: index, other: $0.literal, sign: $0.sign)
        }
      }
    }
    return EmptinessComparison.all(of: all).compactMap { $0.note(over: source) }
  }

  /// The comparisons in a rule of parameters that are columns, and their lines.
  private func comparisons(
    in rule: LuaFunction, _ arguments: [Int]
  ) -> [(comparison: LiteralComparison, line: Int)] {
    guard let declaration = rule.declaration, let reader = reader(of: declaration.chunk) else {
      return []
    }
    return reader.comparisons(in: declaration).compactMap { found in
      guard let parameter = declaration.parameters.firstIndex(where: { $0 === found.name }),
        arguments.indices.contains(parameter)
      else { return nil }
      let comparison = LiteralComparison(
        column: arguments[parameter], other: found.literal, sign: found.sign)
      return (comparison, found.lines[0])
    }
  }
}

extension LuaFailure {
  /// The error that a script can catch, with the place where it was made.
  func luaError(at place: LuaPlace) -> LuaError {
    var error = luaError
    error.place = place
    return error
  }
}
