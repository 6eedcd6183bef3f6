import Testing

@testable import TableShell

@Suite("Other arguments")
struct ArgumentSyntaxTests {
  @Test(
    "a path names one row, a destination also the end of a section",
    arguments: [
      ("0:3", "0:3"), ("Crew:0", "Crew:0"), ("'a b':-1", "\"a b\":-1"), ("0:end", "0:end"),
      ("Crew:end", "Crew:end"), ("'end':end", "end:end"),
    ])
  func destinations(text: String, expected: String) throws {
    let destination = try Destination(word(text))
    #expect(destination.description == expected)
    #expect(try Destination(word(expected)) == destination)
    #expect((problem { _ = try PathReference(word(text)) } != nil) == expected.hasSuffix("end"))
  }

  @Test(
    "a range, a section alone or a list is no path",
    arguments: ["0:1-2", "0:*", "0", "Crew", "0:", ":1", "0:1:2", "@7"])
  func noPaths(text: String) throws {
    let word = try word(text)
    #expect(problem { _ = try PathReference(word) }?.problem == .notAPath(text))
  }

  @Test("where a section is allowed it means its end")
  func sectionAsDestination() throws {
    #expect(try Destination(word("Crew"), allowsSection: true) == .end(.name("Crew")))
    #expect(try Destination(word("2"), allowsSection: true) == .end(.index(2)))
  }

  @Test(
    "an assignment sets a column to all that stands behind the first '='",
    arguments: [
      ("age=41", "age", "41"), ("note=", "note", ""), ("note=''", "note", ""),
      ("'unit price'=\"1 €\"", "unit price", "1 €"), ("a=b=c", "a", "b=c"), ("'a=b'=c", "a=b", "c"),
    ])
  func assignments(text: String, column: String, value: String) throws {
    let assignment = try Assignment(word(text))
    #expect(assignment.column.text == column)
    #expect(assignment.value.text == value)
  }

  @Test("the words before the first assignment are the target, a key among them")
  func splitting() throws {
    let (target, assignments) = try Assignment.split(words("edit 0:1, @a=b age=4 x=").dropFirst())
    #expect(target.map(\.text) == ["0:1,", "@a=b"])
    #expect(assignments.map(\.column.text) == ["age", "x"])
    #expect(
      problem { _ = try Assignment.split(words("edit a=1 b").dropFirst()) }?.problem
        == .notAnAssignment("b"))
    #expect(
      problem { _ = try Assignment.split(words("edit =1 b=2").dropFirst()) }?.problem
        == .missingColumn(in: "=1"))
  }

  @Test(
    "a list of names ends where no comma joins the next word",
    arguments: [
      ("a", ["a"], 1), ("a,b,c 0:1", ["a", "b", "c"], 1), ("a, b ,c 0:1", ["a", "b", "c"], 3),
      ("a , 'b,c' d", ["a", "b,c"], 3), ("a b", ["a"], 1), ("a,b", ["a", "b"], 1),
    ] as [(String, [String], Int)])
  func nameLists(text: String, names: [String], wordCount: Int) throws {
    let list = try NameList(words("show " + text).dropFirst())
    #expect(list.names.map(\.text) == names)
    #expect(list.wordCount == wordCount)
  }

  @Test(
    "a comma without a name beside it is an error", arguments: ["a,,b", ",a", "a,", "a, ,b", ","])
  func emptyNames(text: String) throws {
    let words = try words("show " + text).dropFirst()
    #expect(problem { _ = try NameList(words) }?.problem == .missingColumn(in: ","))
  }

  @Test(
    "a sort names columns, each with its direction, and perhaps one section",
    arguments: [
      ("age", ["age"], [false], nil), ("age desc", ["age"], [true], nil),
      ("age desc, name asc,x", ["age", "name", "x"], [true, false, false], nil),
      ("'desc' desc in 0", ["desc"], [true], .index(0)),
      ("age , 'in' in 'a b'", ["age", "in"], [false, false], .name("a b")),
    ] as [(String, [String], [Bool], SectionReference?)])
  func sorts(text: String, columns: [String], descending: [Bool], section: SectionReference?) throws
  {
    let clause = try SortClause(words("sort " + text).dropFirst(), at: start)
    #expect(clause.keys.map(\.column.text) == columns)
    #expect(clause.keys.map(\.isDescending) == descending)
    #expect(clause.section == section)
  }

  @Test(
    "a wrong sort is an error",
    arguments: [
      ("", .missingColumn(in: "sort by")), ("a,", .missingColumn(in: "sort by")),
      ("a down", .notADirection("down", column: "a")),
      ("a desc b", .notADirection("b", column: "a")), ("a in", .missing("a section", after: "in")),
      ("a in 0 1", .unexpectedWord("1", after: "in 0")),
    ] as [(String, SyntaxProblem)])
  func wrongSorts(text: String, expected: SyntaxProblem) throws {
    let words = try words("sort " + text).dropFirst()
    #expect(problem { _ = try SortClause(words, at: start) }?.problem == expected)
  }

  @Test(
    "a limit is one of five",
    arguments: [
      ("none", .none), ("exclusive", .exclusive), ("exclusive!", .exclusiveAlways),
      ("max 3", .max(3)), ("inclusive", .inclusive),
    ] as [(String, LimitSyntax)])
  func limits(text: String, expected: LimitSyntax) throws {
    #expect(try LimitSyntax(words("limit " + text).dropFirst(), at: start) == expected)
  }

  @Test(
    "a wrong limit is an error",
    arguments: [
      ("", .missing("a limit", after: "limit")), ("max", .missing("a number", after: "max")),
      ("max x", .notACount("x")), ("max -1", .notACount("-1")),
      ("exclusiv", .notALimit("exclusiv", nearest: ["exclusive", "exclusive!"])),
      ("none 3", .unexpectedWord("3", after: "none")),
    ] as [(String, SyntaxProblem)])
  func wrongLimits(text: String, expected: SyntaxProblem) throws {
    let words = try words("limit " + text).dropFirst()
    #expect(problem { _ = try LimitSyntax(words, at: start) }?.problem == expected)
  }
}
