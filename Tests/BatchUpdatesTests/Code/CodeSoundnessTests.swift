import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import BatchCode

/// Random programs are read only where they do the same whatever the code does not say: each unknown
/// condition is tried both ways, and each closure that runs later runs at once, at the end and never.
struct CodeSoundnessTests {
  @Test(
    "what is read is what the code does in every case", arguments: 0..<(LongRun.isOn ? 400 : 10))
  func sound(_ seed: Int) {
    var counts = (read: 0, refused: 0)
    for round in 0..<50 {
      var maker = ProgramMaker(SeededGenerator(seed: UInt64(seed * 50 + round)))
      let program = maker.program()
      let isSwift = round % 2 == 0
      let text = isSwift ? SwiftWriter().text(program) : ObjectiveCWriter().text(program)
      var given: [String] = []
      while true {
        do throws(CodeProblem) {
          let batch = try CodeReader.read(text, given: given.compactMap(GivenCode.init))
          if given.isEmpty { counts.read += 1 }
          for choice in 0..<(1 << 6) where given.allSatisfy({ fits($0, choice) }) {
            var run = ProgramRun(choice: choice)
            expectEqual(
              batch.stage?.rows.deletes.map(\.row), run.rows(of: program),
              "\(seed).\(round) \(choice) \(given)\n\(text)")
          }
          break
        } catch {
          if given.isEmpty { counts.refused += 1 }
          // The conditions that the hint asks for are given; other values are not those of a choice.
          let options = error.hint.split(separator: "--let ").dropFirst().map {
            $0.filter { $0 != " " }
          }
          expect(given.isEmpty || !options.isEmpty || !error.hint.contains("--let"), "\(text)")
          guard !options.isEmpty, options.allSatisfy({ $0.hasPrefix("isOpen") }) else { break }
          expect(Set(options).isDisjoint(with: given), "\(seed).\(round) \(given)\n\(text)")
          given += options
          if given.count > 4 { break }
        }
      }
    }
    expect(counts.read > 0 && counts.refused > 0, "\(counts)")
  }

  /// Whether a choice is one of those in which a condition is as it is given.
  private func fits(_ option: String, _ choice: Int) -> Bool {
    let number = option.contains("isOpen0") ? 0 : 1
    return (choice >> number & 1 == 1) == option.hasSuffix("true")
  }
}

private indirect enum Term {
  case number(Int)
  case name(String)
  case sum(Term, Int)

  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .name(let name): name
    case .sum(let term, let number): "\(term.text) + \(number)"
    }
  }
}

private enum Condition {
  /// Nothing tells.
  case unknown(Int)
  case less(Term, Int)

  var text: String {
    switch self {
    case .unknown(let number): "isOpen\(number)"
    case .less(let term, let number): "\(term.text) < \(number)"
    }
  }
}

private indirect enum Piece {
  case declare(String, Term, isConstant: Bool)
  case assign(String, Term)
  case add(String, Int)
  case branch(Condition, [Piece], [Piece])
  case loop(String, Int, [Piece], leaves: Condition?)
  /// A closure that runs at once, at the end or never.
  case later(Int, [Piece])
  case delete(Term)
  case batch([Piece])
  case list(String)
  case append(String, Term)
  case deleteAll(String)
}

private struct ProgramMaker {
  var random: SeededGenerator
  private var scopes: [[String: Bool]] = [[:]]
  private var hasBatch = false
  private var isInBatch = false

  init(_ random: SeededGenerator) { self.random = random }

  mutating func program() -> [Piece] {
    var all = pieces(3, depth: 2)
    if Int.random(in: 0..<3, using: &random) == 0 {
      scopes.append([:])
      all.append(.later(Int.random(in: 0..<2, using: &random), pieces(1, depth: 0) + [batch()]))
      scopes.removeLast()
    } else {
      all.append(batch())
    }
    return all + pieces(2, depth: 2)
  }

  private mutating func batch() -> Piece {
    isInBatch = true
    defer { isInBatch = false }
    return .batch(block(4, depth: 2) + [.delete(term())])
  }

  private mutating func block(_ count: Int, depth: Int) -> [Piece] {
    scopes.append([:])
    defer { scopes.removeLast() }
    return pieces(count, depth: depth)
  }

  private mutating func pieces(_ count: Int, depth: Int) -> [Piece] {
    (0..<Int.random(in: 1...count, using: &random)).compactMap { _ in piece(depth) }
  }

  private mutating func piece(_ depth: Int) -> Piece? {
    switch Int.random(in: 0..<(depth > 0 ? 13 : 9), using: &random) - 3 {
    case -3:
      let name = ["p", "q"].randomElement(using: &random) ?? "p"
      guard scopes[scopes.count - 1][name] == nil else { return nil }
      scopes[scopes.count - 1][name] = true
      return .list(name)
    case -2: return variable(lists: true).map { .append($0, term()) }
    case -1: return isInBatch ? variable(lists: true).map { .deleteAll($0) } : nil
    case 0, 1:
      let name = ["a", "b", "c"].randomElement(using: &random) ?? "a"
      guard scopes[scopes.count - 1][name] == nil else { return nil }
      let value = term()
      let isConstant = Bool.random(using: &random)
      scopes[scopes.count - 1][name] = isConstant
      return .declare(name, value, isConstant: isConstant)
    case 2: return variable().map { .assign($0, term()) }
    case 3: return variable().map { .add($0, Int.random(in: 1...3, using: &random)) }
    case 4, 5: return isInBatch ? .delete(term()) : nil
    case 6: return .branch(test(), block(2, depth: depth - 1), block(2, depth: depth - 1))
    case 7:
      scopes.append(["i": true])
      defer { scopes.removeLast() }
      let leaves = Int.random(in: 0..<3, using: &random) == 0 ? test() : nil
      return .loop(
        "i", Int.random(in: 0..<3, using: &random), pieces(2, depth: depth - 1), leaves: leaves)
    case 8:
      let before = isInBatch
      isInBatch = false
      defer { isInBatch = before }
      return .later(Int.random(in: 0..<2, using: &random), block(2, depth: 0))
    default: return .branch(test(), block(2, depth: depth - 1), [])
    }
  }

  private mutating func term() -> Term {
    let names = Set(scopes.flatMap(\.keys)).subtracting(["p", "q"]).sorted()
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return names.randomElement(using: &random).map { .name($0) } ?? .number(1)
    case 1: return names.randomElement(using: &random).map { .sum(.name($0), 2) } ?? .number(2)
    default: return .number(Int.random(in: 0..<5, using: &random))
    }
  }

  private mutating func test() -> Condition {
    Bool.random(using: &random) ? .unknown(Int.random(in: 0..<2, using: &random)) : .less(term(), 3)
  }

  /// A name that may be assigned to: the innermost of it is a variable.
  private mutating func variable(lists: Bool = false) -> String? {
    let names = Set(scopes.flatMap(\.keys)).sorted().filter { name in
      lists ? "pq".contains(name) : scopes.last { $0[name] != nil }?[name] == false
    }
    return names.randomElement(using: &random)
  }
}

/// Runs a program with one choice of what its code does not say.
private struct ProgramRun {
  let choice: Int
  private var cells: [Int] = []
  private var lists: [Int: [Int]] = [:]
  private var scopes: [[String: Int]] = [[:]]
  private var rows: [Int] = []
  private var waiting: [(scopes: [[String: Int]], body: [Piece])] = []

  init(choice: Int) { self.choice = choice }

  mutating func rows(of program: [Piece]) -> [Int]? {
    run(program)
    while !waiting.isEmpty {
      let next = waiting.removeFirst()
      scopes = next.scopes
      run(next.body)
    }
    return rows
  }

  private func value(_ term: Term) -> Int {
    switch term {
    case .number(let number): number
    case .name(let name):
      scopes.last { $0[name] != nil }.flatMap { $0[name] }.map { cells[$0] } ?? -99
    case .sum(let term, let number): value(term) + number
    }
  }

  private func holds(_ test: Condition) -> Bool {
    switch test {
    case .unknown(let number): choice >> number & 1 == 1
    case .less(let term, let number): value(term) < number
    }
  }

  private mutating func inside(_ body: [Piece]) {
    scopes.append([:])
    run(body)
    scopes.removeLast()
  }

  private mutating func define(_ name: String, _ value: Int) {
    cells.append(value)
    scopes[scopes.count - 1][name] = cells.count - 1
  }

  private mutating func set(_ name: String, _ value: Int) {
    if let cell = scopes.last(where: { $0[name] != nil })?[name] { cells[cell] = value }
  }

  private mutating func run(_ pieces: [Piece]) {
    for piece in pieces {
      switch piece {
      case .declare(let name, let term, _): define(name, value(term))
      case .assign(let name, let term): set(name, value(term))
      case .add(let name, let number): set(name, value(.name(name)) + number)
      case .branch(let test, let then, let otherwise): inside(holds(test) ? then : otherwise)
      case .loop(let name, let count, let body, let leaves):
        for number in 0..<count {
          scopes.append([:])
          define(name, number)
          if let leaves, holds(leaves) {
            scopes.removeLast()
            break
          }
          run(body)
          scopes.removeLast()
        }
      case .later(let number, let body):
        let isBatch = body.contains { if case .batch = $0 { true } else { false } }
        switch choice >> (2 + 2 * number) & 3 {
        case 0: inside(body)
        // The batch is performed at some time.
        case 1 where !isBatch: break
        default: waiting.append((scopes + [[:]], body))
        }
      case .delete(let term): rows.append(value(term))
      case .list(let name):
        define(name, 0)
        lists[cells.count - 1] = []
      case .append(let name, let term):
        let row = value(term)
        if let cell = scopes.last(where: { $0[name] != nil })?[name] { lists[cell]?.append(row) }
      case .deleteAll(let name):
        if let cell = scopes.last(where: { $0[name] != nil })?[name] { rows += lists[cell] ?? [] }
      case .batch(let body): inside(body)
      }
    }
  }
}

private struct SwiftWriter {
  func text(_ pieces: [Piece]) -> String { pieces.map(text).joined(separator: "\n") }

  private func text(_ piece: Piece) -> String {
    switch piece {
    case .declare(let name, let term, let isConstant):
      "\(isConstant ? "let" : "var") \(name) = \(term.text)"
    case .assign(let name, let term): "\(name) = \(term.text)"
    case .add(let name, let number): "\(name) += \(number)"
    case .branch(let test, let then, let otherwise):
      "if \(test.text) {\n\(text(then))\n}"
        + (otherwise.isEmpty ? "" : " else {\n\(text(otherwise))\n}")
    case .loop(let name, let count, let body, let leaves):
      "for \(name) in 0..<\(count) {\n" + (leaves.map { "if \($0.text) { break }\n" } ?? "")
        + "\(text(body))\n}"
    case .later(_, let body): "DispatchQueue.main.async {\n\(text(body))\n}"
    case .delete(let term):
      "tableView.deleteRows(at: [IndexPath(row: \(term.text), section: 0)], with: .fade)"
    case .list(let name): "var \(name) = [IndexPath]()"
    case .append(let name, let term): "\(name).append(IndexPath(row: \(term.text), section: 0))"
    case .deleteAll(let name): "tableView.deleteRows(at: \(name), with: .fade)"
    case .batch(let body): "tableView.performBatchUpdates {\n\(text(body))\n}"
    }
  }
}

private struct ObjectiveCWriter {
  func text(_ pieces: [Piece]) -> String { pieces.map(text).joined(separator: "\n") }

  private func text(_ piece: Piece) -> String {
    switch piece {
    case .declare(let name, let term, let isConstant):
      "\(isConstant ? "const " : "")NSInteger \(name) = \(term.text);"
    case .assign(let name, let term): "\(name) = \(term.text);"
    case .add(let name, let number): number == 1 ? "\(name)++;" : "\(name) += \(number);"
    case .branch(let test, let then, let otherwise):
      "if (\(test.text))\n{\n\(text(then))\n}"
        + (otherwise.isEmpty ? "" : "\nelse\n{\n\(text(otherwise))\n}")
    case .loop(let name, let count, let body, let leaves):
      "for (NSInteger \(name) = 0; \(name) < \(count); \(name)++) {\n"
        + (leaves.map { "if (\($0.text)) break;\n" } ?? "") + "\(text(body))\n}"
    case .later(_, let body): "dispatch_async(queue, ^{\n\(text(body))\n});"
    case .delete(let term):
      "[self.tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:\(term.text) inSection:0]]"
        + " withRowAnimation:UITableViewRowAnimationFade];"
    case .list(let name): "NSMutableArray<NSIndexPath *> *\(name) = [NSMutableArray array];"
    case .append(let name, let term):
      "[\(name) addObject:[NSIndexPath indexPathForRow:\(term.text) inSection:0]];"
    case .deleteAll(let name):
      "[self.tableView deleteRowsAtIndexPaths:\(name) withRowAnimation:UITableViewRowAnimationFade];"
    case .batch(let body):
      "[self.tableView performBatchUpdates:^{\n\(text(body))\n} completion:nil];"
    }
  }
}
