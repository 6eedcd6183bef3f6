extension APIReference {
  private typealias Value = ValueReference
  private typealias Method = FunctionReference

  static var table: ClassReference {
    ClassReference(
      "Table", variable: "table",
      "A table, as it was when you asked for it; #table is the number of its rows.",
      methods: [
        Method(
          "rows", "for row in table:rows() do", "walks over all rows, in table order",
          returns: [Value("next", "fun(): tablesh.Row?", "the next row")]),
        Method(
          "selected", "for row in table:selected() do",
          "walks over the selected rows, in the order of selection",
          returns: [Value("next", "fun(): tablesh.Row?", "the next row")]),
        Method(
          "where", #"for row in table:where("age > 30") do"#,
          "walks over the rows for which an expression is true, as where in commands",
          parameters: [Value("expression", "string", "columns are variables in it")],
          returns: [Value("next", "fun(): tablesh.Row?", "the next row")]),
        Method(
          "row", #"table:row("0:2"), table:row("@P1") → row, or nil and an error"#,
          "the row that a target names, which must be one",
          parameters: [Value("target", "tablesh.Target", "a path, a key, …")],
          returns: [
            Value("row?", "tablesh.Row", "the row"),
            Value("error?", "tablesh.Error", "why there is none"),
          ]),
        Method(
          "section", #"table:section("Pilots"), table:section(0) → table"#,
          "the same table, limited to one section; not inside an edit",
          parameters: [Value("section", "string|integer", "its id, title or index from 0")],
          returns: [Value("table", "tablesh.Table", "the table")]),
        Method(
          "sections", "table:sections() → {{index=0, id=, title=, header=, footer=, count=}, …}",
          "the names of the sections, and how many rows they have",
          returns: [Value("sections", "table[]", "one for each")]),
        Method(
          "columns", "table:columns() → {\"id\", \"name\", …}", "the names of the columns",
          returns: [Value("names", "string[]", "in order")]),
      ])
  }

  static var row: ClassReference {
    ClassReference(
      "Row",
      """
      A row. Its columns are fields: row.age, row["unit price"]; a column hides a field below that has \
      the same name. Null is nil.
      """,
      fields: [
        Value(
          "key", "string",
          "its key, as after @; the parts of a key of several columns are joined by /"),
        Value("path", "string", "its place: 0:2"),
        Value("section", "string", "the title of its section"),
        Value("number", "integer", "its number, which no other row gets later"),
        Value(
          "text", "table<string, string>",
          """
          row.text.age is the text of a cell as it is in the source. If ages are numbers, row.age == "5" \
          is an error, and row.age == wanted is false when wanted is a text; row.text.age == wanted \
          compares texts
          """),
      ], index: "[string] tablesh.Value")
  }

  static var edit: ClassReference {
    ClassReference(
      "Edit", variable: "t", parent: "Table",
      """
      The table inside tablesh.edit, with the edits made so far. It has the methods of a table, \
      except section.
      """,
      methods: [
        Method(
          "set", #"t:set(target, "pay", 3), t:set(target, {pay = 3, name = "Ann"})"#,
          """
          sets cells of rows. A number that you read from a row is written with the same text, 1.50. \
          If you pass a row instead of values, all its texts are kept
          """,
          parameters: [
            Value("target", "tablesh.Target", "the rows"),
            Value(
              "column", "string|table<string, tablesh.Value>|tablesh.Row",
              "a column, or values by column"),
            Value("value?", "tablesh.Value", "the value; nil is null"),
          ]),
        Method(
          "insert", #"t:insert("Pilots", {name = "Ann"} [, index]), t:insert("0:2", {…}) → row"#,
          """
          inserts a row at the end of a section, or at a place. Numbers and rows keep their texts, as \
          in t:set
          """,
          parameters: [
            Value("section", "string|integer", "a section, or a path"),
            Value("values", "table<string, tablesh.Value>|tablesh.Row", "values by column"),
            Value("index?", "integer", "the index in the section"),
          ], returns: [Value("row?", "tablesh.Row", "the new row")]),
        Method(
          "delete", "t:delete(target) → count", "deletes rows",
          parameters: [Value("target", "tablesh.Target", "the rows")],
          returns: [Value("count", "integer", "how many")]),
        Method(
          "move", #"t:move(target, "1:0"), t:move(target, "Pilots:end") → count"#,
          "moves rows to a place",
          parameters: [
            Value("target", "tablesh.Target", "the rows"),
            Value("place", "string", "where the first of them is then, or SECTION:end"),
          ], returns: [Value("count", "integer", "how many")]),
        Method(
          "add_section", #"t:add_section("Crew" [, index])"#, "adds an empty section",
          parameters: [
            Value("name", "string", "what it is called"),
            Value("index?", "integer", "from 0; the end"),
          ]),
        Method(
          "rename_section", #"t:rename_section("Crew", "Cabin crew")"#, "renames a section",
          parameters: [
            Value("section", "string|integer", "the section"), Value("name", "string", "new name"),
          ]),
        Method(
          "delete_section", #"t:delete_section("Crew")"#, "deletes a section with its rows",
          parameters: [Value("section", "string|integer", "the section")]),
        Method(
          "select", "t:select(target) → count", "selects rows, within limits and policies",
          parameters: [Value("target", "tablesh.Target", "the rows")],
          returns: [Value("count", "integer", "how many")]),
        Method(
          "deselect", "t:deselect(target) → count", "deselects rows",
          parameters: [Value("target", "tablesh.Target", "the rows")],
          returns: [Value("count", "integer", "how many")]),
      ])
  }

  static var selection: ClassReference {
    ClassReference(
      "Selection", variable: "selection",
      "The selected rows for a policy, in the order of selection: #selection, selection[1].",
      methods: [
        Method(
          "deselect", "selection:deselect(target) → count",
          """
          in will_select: deselects rows without calling the delegate. They stay deselected even if \
          the touch is refused. A loop over the selection may call it
          """,
          parameters: [Value("target", "tablesh.Target", "the rows")],
          returns: [Value("count", "integer", "how many were selected")])
      ],
      index: "[integer] tablesh.Row")
  }

  static var plan: ClassReference {
    ClassReference(
      "Plan", variable: "plan",
      "The batch updates of a change; #plan is the number of its operations.",
      fields: [
        Value(
          "stages?", "table[]",
          """
          as in the JSON: stages[1].rows.delete = {{0, 2}} and, unless it is automatic, \
          stages[1].animation.delete = "fade"
          """),
        Value("reloadData?", "boolean", "true if the whole table is read again"),
        Value("why?", "string", "why it is read again"),
      ],
      methods: [
        Method(
          "operations", "for operation in plan:operations() do",
          #"walks over {stage=1, kind="move", of="row", at="0:2", to="1:0"}, one by one"#,
          returns: [Value("next", "fun(): tablesh.Operation?", "the next operation")]),
        Method(
          "text", #"plan:text(), plan:text("swift") → text"#,
          "the plan as the command plan prints it",
          parameters: [Value("form?", "string", "a form that plan prints: help plan lists them")],
          returns: [Value("text", "string", "the text")]),
        Method(
          "invert", "plan:invert() → plan", "the plan that takes the change back",
          returns: [Value("plan", "tablesh.Plan", "the inverse")]),
        Method(
          "apply", "plan:apply([title]) → plan, or nil and an error",
          """
          carries out the plan on the current table, with its contents, as one undo step; a plan \
          that does not fit is refused
          """,
          parameters: [
            Value("title?", "string", "what the step is called in undo list")
          ],
          returns: [
            Value("plan?", "tablesh.Plan", "what was done"),
            Value("error?", "tablesh.Error", "why nothing was done"),
          ]),
      ])
  }

  static var operation: ClassReference {
    ClassReference(
      "Operation", "One operation of a plan.",
      fields: [
        Value("stage", "integer", "the stage, from 1"),
        Value("kind", "tablesh.OperationKind", "what it does"),
        Value("of", "\"row\"|\"section\"", "what it does it to"),
        Value(
          "at", "string|integer",
          "the path of a row or the index of a section: after the stage for an insert, else before"),
        Value("to?", "string|integer", "the end of a move, after the stage"),
      ])
  }

  static var snapshot: ClassReference {
    let rows = Value("rows", "string|string[]|tablesh.Row", "identifiers: keys, or rows")
    let names = Value("names", "string|string[]", "names of sections")
    let row = Value("row", "string|tablesh.Row", "an identifier: a key, or a row")
    let section = Value("section", "string", "the name of a section")
    let side = Value("side", "\"before\"|\"after\"", "on which side")
    return ClassReference(
      "Snapshot", variable: "s",
      """
      What a table should show: identifiers of sections and rows, in order. #s is the number of rows. \
      A change that is refused raises an error and changes nothing.
      """,
      methods: [
        Method(
          "sections", "s:sections() → {\"Pilots\", …}", "the names of the sections, in order",
          returns: [Value("names", "string[]", "in order")]),
        Method(
          "rows", "s:rows([section]) → {\"P1\", …}", "the rows of a section, or all of them",
          parameters: [Value("section?", "string", "the name of one")],
          returns: [Value("rows", "string[]", "in order")]),
        Method(
          "section_of", "s:section_of(row) → name", "the section of a row; nil: no such row",
          parameters: [row], returns: [Value("name?", "string", "its name")]),
        Method(
          "equals", "s:equals(other) → boolean",
          "whether both show the same, whatever is marked for reloading",
          parameters: [Value("other", "tablesh.Snapshot", "another snapshot")],
          returns: [Value("same", "boolean", "whether they do")]),
        Method(
          "append", "s:append(rows [, section])",
          "adds rows at the end of a section, by default the last; a row that exists already moves",
          parameters: [rows, Value("section?", "string", "its name")]),
        Method(
          "append_sections", "s:append_sections(names)", "adds new sections at the end",
          parameters: [names]),
        Method(
          "insert", #"s:insert(rows, "before", row)"#,
          "adds rows before or after another one; a row that exists already moves",
          parameters: [rows, side, row]),
        Method(
          "insert_sections", #"s:insert_sections(names, "after", section)"#,
          "adds new sections before or after another one", parameters: [names, side, section]),
        Method(
          "move", #"s:move(row, "after", other)"#, "moves a row before or after another one",
          parameters: [row, side, Value("other", "string|tablesh.Row", "the other one")]),
        Method(
          "move_section", #"s:move_section(section, "before", other)"#,
          "moves a section before or after another one",
          parameters: [section, side, Value("other", "string", "the other one")]),
        Method(
          "delete", "s:delete(rows)", "deletes rows, and ignores those that do not exist",
          parameters: [rows]),
        Method(
          "delete_sections", "s:delete_sections(names)", "deletes sections with their rows",
          parameters: [names]),
        Method("delete_all", "s:delete_all()", "deletes everything"),
        Method(
          "reload", "s:reload(rows)",
          "makes new cells: if the view holds the selection, the rows are deselected",
          parameters: [rows]),
        Method(
          "reconfigure", "s:reconfigure(rows)",
          "fills the cells again: the rows stay selected", parameters: [rows]),
        Method(
          "reload_sections", "s:reload_sections(names)", "makes new cells in whole sections",
          parameters: [names]),
        Method(
          "apply", "s:apply{reload_data=, animated=, title=} → plan, or nil and an error",
          """
          shows the snapshot in the table, as one undo step: by its differences, without animation if \
          animated is false, or by reloading everything if reload_data is true
          """,
          parameters: [
            Value(
              "options?", "{reload_data?: boolean, animated?: boolean, title?: string}",
              "how, and what the step is called in undo list")
          ],
          returns: [
            Value("plan?", "tablesh.Plan", "what was done"),
            Value("error?", "tablesh.Error", "why nothing was done"),
          ]),
      ])
  }
}
