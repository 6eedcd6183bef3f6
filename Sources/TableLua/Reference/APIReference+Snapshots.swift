import TableInteraction

extension APIReference {
  private typealias Value = ValueReference
  private typealias Method = FunctionReference

  static var snapshot: ClassReference {
    let rows = Value("rows", "string|string[]|tablesh.Row", "identifiers: keys, or rows")
    let names = Value("names", "string|string[]", "names of sections")
    let row = Value("row", "string|tablesh.Row", "an identifier: a key, or a row")
    let section = Value("section", "string", "the name of a section")
    let side = Value("side", "\"before\"|\"after\"", "on which side")
    return ClassReference(
      "Snapshot", variable: "s",
      """
      What a table is to show: identifiers of sections and rows, in order. #s is the number of rows; \
      a change that is refused raises an error and changes nothing.
      """,
      methods: [
        Method(
          "sections", "s:sections() → {\"Pilots\", …}", "the names of the sections, in order",
          returns: [Value("names", "string[]", "in order")]),
        Method(
          "rows", "s:rows([section]) → {\"P1\", …}", "the rows of a section, or all of them",
          parameters: [Value("section", "string", "the name of one", isOptional: true)],
          returns: [Value("rows", "string[]", "in order")]),
        Method(
          "section_of", "s:section_of(row) → name", "the section of a row; nil: no such row",
          parameters: [row], returns: [Value("name", "string", "its name", isOptional: true)]),
        Method(
          "equals", "s:equals(other) → boolean",
          "whether both show the same, whatever is marked for reloading",
          parameters: [Value("other", "tablesh.Snapshot", "another snapshot")],
          returns: [Value("same", "boolean", "whether they do")]),
        Method(
          "append", "s:append(rows [, section])",
          "puts rows behind those of a section, or of the last one; one that is there already moves",
          parameters: [rows, Value("section", "string", "its name", isOptional: true)]),
        Method(
          "append_sections", "s:append_sections(names)", "puts new sections behind all others",
          parameters: [names]),
        Method(
          "insert", #"s:insert(rows, "before", row)"#,
          "puts rows beside another one; one that is there already moves",
          parameters: [rows, side, row]),
        Method(
          "insert_sections", #"s:insert_sections(names, "after", section)"#,
          "puts new sections beside another one", parameters: [names, side, section]),
        Method(
          "move", #"s:move(row, "after", other)"#, "puts a row beside another one",
          parameters: [row, side, Value("other", "string|tablesh.Row", "the other one")]),
        Method(
          "move_section", #"s:move_section(section, "before", other)"#,
          "puts a section beside another one",
          parameters: [section, side, Value("other", "string", "the other one")]),
        Method(
          "delete", "s:delete(rows)", "takes rows away; those that are not there do not matter",
          parameters: [rows]),
        Method(
          "delete_sections", "s:delete_sections(names)", "takes sections away with their rows",
          parameters: [names]),
        Method("delete_all", "s:delete_all()", "takes everything away"),
        Method(
          "reload", "s:reload(rows)",
          "asks for new cells: the rows leave a selection that the view holds", parameters: [rows]),
        Method(
          "reconfigure", "s:reconfigure(rows)",
          "asks for cells to be filled again: the rows stay selected", parameters: [rows]),
        Method(
          "reload_sections", "s:reload_sections(names)", "asks for new cells in whole sections",
          parameters: [names]),
        Method(
          "apply", "s:apply{reload_data=, animated=, title=} → plan, or nil and an error",
          """
          makes the table so, as one undo step: by what differs, without animation where animated \
          is false, by reloading everything where reload_data is true
          """,
          parameters: [
            Value(
              "options", "{reload_data?: boolean, animated?: boolean, title?: string}",
              "how, and what the step is called in undo list", isOptional: true)
          ],
          returns: [
            Value("plan", "tablesh.Plan", "what was done", isOptional: true),
            Value("error", "tablesh.Error", "why nothing was done", isOptional: true),
          ]),
      ])
  }
}
