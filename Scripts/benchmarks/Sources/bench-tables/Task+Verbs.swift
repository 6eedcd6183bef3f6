import Foundation

/// The commands that group, join and reshape tables, loading included, beside DuckDB.
extension Task {
  /// Of DuckDB's statements each makes a table, as tablesh does.
  static let verbs = [
    verb(
      "group", "group by category count sum price mean price",
      "SELECT category, count(*), sum(price), avg(price) FROM t GROUP BY category"),
    verb(
      "group-median", "group by category median price",
      "SELECT category, median(price) FROM t GROUP BY category"),
    verb(
      "group-many", "group by name count sum price mean price",
      "SELECT name, count(*), sum(price), avg(price) FROM t GROUP BY name"),
    verb(
      "group-many-median", "group by name median price",
      "SELECT name, median(price) FROM t GROUP BY name"),
    verb("top", "top 10 by price", "SELECT * FROM t ORDER BY price DESC LIMIT 10"),
    verb(
      "top-each", "top 3 by price in each category",
      """
      SELECT * FROM t QUALIFY \
      row_number() OVER (PARTITION BY category ORDER BY price DESC) <= 3
      """),
    verb(
      "top-each-many", "top 3 by price in each name",
      "SELECT * FROM t QUALIFY row_number() OVER (PARTITION BY name ORDER BY price DESC) <= 3"),
    verb(
      "join", "join FOLDER/labels.csv on quantity",
      "SELECT t.*, o.* EXCLUDE (quantity) FROM t LEFT JOIN labels o USING (quantity)",
      other: "labels"),
    verb(
      "join-many", "join FOLDER/stock.csv on id",
      "SELECT t.*, o.* EXCLUDE (id) FROM t LEFT JOIN stock o USING (id)", other: "stock"),
    verb(
      "delete-matching", "delete matching FOLDER/odd.csv on id",
      "SELECT * FROM t WHERE id NOT IN (SELECT id FROM odd)", other: "odd"),
    verb(
      "keep-matching", "keep matching FOLDER/odd.csv on id",
      "SELECT * FROM t WHERE id IN (SELECT id FROM odd)", other: "odd"),
    verb(
      "pivot", "pivot category city price sum",
      "PIVOT t ON city USING sum(price) GROUP BY category"),
    verb(
      "pivot-many", "pivot name city price sum", "PIVOT t ON city USING sum(price) GROUP BY name"),
    verb(
      "unpivot", "unpivot price,quantity,rating into field,value",
      """
      SELECT * FROM (SELECT * REPLACE (price::VARCHAR AS price, quantity::VARCHAR AS quantity, \
      rating::VARCHAR AS rating) FROM t) \
      UNPIVOT INCLUDE NULLS (value FOR field IN (price, quantity, rating))
      """, Goal(1, of: .duckdb, memory: 7)),
    verb("dedupe", "dedupe", "SELECT DISTINCT * FROM t"),
    verb("dedupe-by", "dedupe by name", "SELECT DISTINCT ON (name) * FROM t"),
    verb("describe", "describe", "FROM (SUMMARIZE t)"),
    verb("tally", "tally city", "SELECT city, count(*) AS n FROM t GROUP BY city ORDER BY n DESC"),
    verb("sample", "sample 1000", "SELECT * FROM t USING SAMPLE 1000"),
    verb(
      "query", "query \"SELECT category, count(*) AS n, sum(price) FROM NAME GROUP BY category\"",
      "SELECT category, count(*), sum(price) FROM t GROUP BY category",
      Goal(5, of: .duckdb, memory: 3)),
    verb(
      "fill", "fill down rating",
      """
      SELECT * REPLACE (last_value(rating IGNORE NULLS) OVER (ORDER BY rowid) AS rating) FROM t
      """),
    verb(
      "split", "split date by - into year,month,day",
      """
      SELECT *, split_part(date::VARCHAR, '-', 1) AS year, \
      split_part(date::VARCHAR, '-', 2) AS month, split_part(date::VARCHAR, '-', 3) AS day FROM t
      """),
    verb(
      "combine", "combine city,category into place with -",
      "SELECT *, concat_ws('-', city, category) AS place FROM t"),
    verb("trim", "trim remark", "SELECT * REPLACE (trim(remark) AS remark) FROM t"),
    verb("upper", "upper city", "SELECT * REPLACE (upper(city) AS city) FROM t"),
    verb(
      "date", "date date YYYY-MM-DD DD.MM.YYYY",
      "SELECT * REPLACE (strftime(date, '%d.%m.%Y') AS date) FROM t"),
    verb(
      "replace-regex", #"replace --regex name '(\p{Lu})(\w+) (\S+)' '$3 $1'"#,
      #"SELECT * REPLACE (regexp_replace(name, '(\p{Lu})(\w+) (\S+)', '\3 \1', 'g') AS name) FROM t"#
    ),
    commands("number", "number price", Goal(seconds: 0.5, memory: 2.5), "number price"),
    commands(
      "find-regex", #"find --regex 'har\w+r'"#, Goal(seconds: 1, memory: 2.5),
      #"find --regex 'har\w+r'"#),
    commands(
      "edit-where", "edit where price > 500 set city=Oslo", Goal(seconds: 0.5, memory: 2.5),
      "edit where price > 500 set city=Oslo"),
    commands(
      "column-lua", "column add total := price * quantity", Goal(seconds: 1, memory: 3),
      "column add total := price * quantity"),
    commands(
      "assert", "assert every price >= 0", Goal(seconds: 0.5, memory: 2.5),
      "assert every price >= 0"),
  ]

  /// A command beside a statement whose result becomes a table.
  ///
  /// - Parameter other: the name of the file that both read, too.
  private static func verb(
    _ name: String, _ command: String, _ statement: String,
    _ goal: Goal = Goal(1, of: .duckdb, memory: 4.5), other: String? = nil
  ) -> Task {
    Task(
      name: name, title: command.replacingOccurrences(of: "FOLDER/", with: ""), goal: goal
    ) { words in
      switch words.engine {
      case .tablesh:
        let table = words.file.split(separator: "/").last?.dropLast(4) ?? ""
        return tablesh(
          words.file,
          command.replacingOccurrences(of: "FOLDER", with: words.folder)
            .replacingOccurrences(of: "NAME", with: "'\(table)'"))
      case .duckdb:
        let statement =
          other.map {
            "WITH \($0) AS (FROM read_csv('\(words.folder)/\($0).csv')) \(statement)"
          } ?? statement
        return duckdb(words.file, "CREATE TABLE r AS \(statement)")
      default: return nil
      }
    }
  }
}
