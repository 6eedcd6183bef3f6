/// How lines are split, by both sides with the same Lua.
struct LoaderCase {
  /// How `--only` calls it.
  let name: String
  /// The statements that split `line`.
  let split: String
  /// The row that comes of it.
  let row: String

  /// All of them, in the order in which they are measured.
  static let all = [
    LoaderCase(
      name: "load-match",
      split: """
        local id, age, pay, city, name = \
        line:match("^([^,]*),([^,]*),([^,]*),([^,]*),([^,]*)$")
        """,
      row: "{id, age, pay, city, name}"),
    LoaderCase(
      name: "load-names",
      split: """
        local id, age, pay, city, name = \
        line:match("^([^,]*),([^,]*),([^,]*),([^,]*),([^,]*)$")
        """,
      row: "{id = id, age = age, pay = pay, city = city, name = name}"),
    LoaderCase(
      name: "load-gmatch",
      split:
        "local row, k = {}, 0 for cell in line:gmatch(\"[^,]+\") do k = k + 1 row[k] = cell end",
      row: "row"),
    LoaderCase(
      name: "load-find",
      split: """
        local a = line:find(",", 1, true) local b = line:find(",", a + 1, true)
        local c = line:find(",", b + 1, true) local d = line:find(",", c + 1, true)
        """,
      row: "{line:sub(1, a - 1), line:sub(a + 1, b - 1), line:sub(b + 1, c - 1), "
        + "line:sub(c + 1, d - 1), line:sub(d + 1)}"),
  ]

  /// The loader as our side declares it.
  var declaration: String {
    """
    tablesh.loader { name = "\(name)", columns = {"id", "age", "pay", "city", "name"},
      load = function(source, emit)
        for line in source:lines() do
          \(split)
          emit("lines", \(row))
        end
      end }
    """
  }

  /// The same in plain Lua.
  ///
  /// - Parameter keeps: whether the rows are kept, as whoever loads a table wants them; else each
  ///   is dropped when it is split.
  func plainLoop(_ path: String, keeps: Bool) -> String {
    """
    local rows, n = {}, 0
    for line in io.lines("\(path)") do
      \(split)
      n = n + 1
      \(keeps ? "rows[n] = \(row)" : "local made = \(row)")
    end
    count = n
    """
  }
}
