extension APIReference {
  static let table = ClassReference(
    "Table", variable: "table",
    """
    A table, as it was when you asked for it; #table is the number of its rows.

    : rows  for row in table:rows() do
    walks over all rows, in table order
    > next  fun(): tablesh.Row?  the next row

    : selected  for row in table:selected() do
    walks over the selected rows, in the order of selection
    > next  fun(): tablesh.Row?  the next row

    : where  for row in table:where("age > 30") do
    walks over the rows for which an expression is true
    < expression  string  columns are variables in it
    > next  fun(): tablesh.Row?  the next row

    : row  table:row("0:2"), table:row("@P1") → row, or nil and an error
    the row that a target names, which must be one
    < target  tablesh.Target  a path, a key, …
    > row?  tablesh.Row  the row
    > error?  tablesh.Error  why there is none

    : section  table:section("Pilots"), table:section(0) → table
    the same table, limited to one section; not inside an edit
    < section  string|integer  its id, title or index from 0
    > table  tablesh.Table  the table

    : sections  table:sections() → {{index=0, id=, title=, header=, footer=, count=}, …}
    the names of the sections, and how many rows they have
    > sections  table[]  one for each

    : columns  table:columns() → {"id", "name", …}
    the names of the columns
    > names  string[]  in order
    """)

  static let row = ClassReference(
    "Row", index: "[string] tablesh.Value",
    """
    A row. Its columns are fields: row.age, row["unit price"]; a column hides a field of the \
    same name below. Null is nil.
    - key  string  its key, as after @; the parts of a key of several columns are joined by /
    - path  string  its place: 0:2
    - section  string  the title of its section
    - number  integer  its number, which no other row gets later
    - text  table<string, string>  row.text.age is the text of a cell as it is in the source. If \
    ages are numbers, row.age == "5" is an error; row.text.age == "5" compares texts
    """)

  static let edit = ClassReference(
    "Edit", variable: "t", parent: "Table",
    """
    The table inside tablesh.edit, with the edits made so far. It has the methods of a table, \
    except section.

    : set  t:set(target, "pay", 3), t:set(target, {pay = 3, name = "Ann"})
    sets cells of rows. Numbers and rows that you read from a table keep their texts, 1.50
    < target  tablesh.Target  the rows
    < column  string|table<string, tablesh.Value>|tablesh.Row  a column, or values by column
    < value?  tablesh.Value  the value; nil is null

    : insert  t:insert("Pilots", {name = "Ann"} [, index]), t:insert("0:2", {…}) → row
    inserts a row at the end of a section, or at a place
    < section  string|integer  a section, or a path
    < values  table<string, tablesh.Value>|tablesh.Row  values by column
    < index?  integer  the index in the section
    > row?  tablesh.Row  the new row

    : delete  t:delete(target) → count
    deletes rows
    < target  tablesh.Target  the rows
    > count  integer  how many

    : move  t:move(target, "1:0"), t:move(target, "Pilots:end") → count
    moves rows to a place
    < target  tablesh.Target  the rows
    < place  string  where the first of them is then, or SECTION:end
    > count  integer  how many

    : add_section  t:add_section("Crew" [, index])
    adds an empty section
    < name  string  what it is called
    < index?  integer  from 0; the end

    : rename_section  t:rename_section("Crew", "Cabin crew")
    renames a section
    < section  string|integer  the section
    < name  string  new name

    : delete_section  t:delete_section("Crew")
    deletes a section with its rows
    < section  string|integer  the section

    : select  t:select(target) → count
    selects rows, within limits and policies
    < target  tablesh.Target  the rows
    > count  integer  how many

    : deselect  t:deselect(target) → count
    deselects rows
    < target  tablesh.Target  the rows
    > count  integer  how many
    """)

  static let selection = ClassReference(
    "Selection", variable: "selection", index: "[integer] tablesh.Row",
    """
    The selected rows for a policy, in the order of selection: #selection, selection[1].

    : deselect  selection:deselect(target) → count
    in will_select: deselects rows without calling the delegate. They stay deselected even if the \
    touch is refused
    < target  tablesh.Target  the rows
    > count  integer  how many were selected
    """)

  static let plan = ClassReference(
    "Plan", variable: "plan",
    """
    The batch updates of a change; #plan is the number of its operations.
    - stages?  table[]  as in the JSON: stages[1].rows.delete = {{0, 2}} and, unless it is \
    automatic, stages[1].animation.delete = "fade"
    - reloadData?  boolean  true if the whole table is read again
    - why?  string  why it is read again

    : operations  for operation in plan:operations() do
    walks over {stage=1, kind="move", of="row", at="0:2", to="1:0"}, one by one
    > next  fun(): tablesh.Operation?  the next operation

    : text  plan:text(), plan:text("swift") → text
    the plan as the command plan prints it
    < form?  string  a form that plan prints: help plan lists them
    > text  string  the text

    : invert  plan:invert() → plan
    the plan that takes the change back
    > plan  tablesh.Plan  the inverse

    : apply  plan:apply([title]) → plan, or nil and an error
    carries out the plan on the current table as one undo step; a plan that does not fit is \
    refused
    < title?  string  what the step is called in undo list
    > plan?  tablesh.Plan  what was done
    > error?  tablesh.Error  why nothing was done
    """)

  static let operation = ClassReference(
    "Operation",
    """
    One operation of a plan.
    - stage  integer  the stage, from 1
    - kind  tablesh.OperationKind  what it does
    - of  "row"|"section"  what it does it to
    - at  string|integer  the path of a row or the index of a section: after the stage for an \
    insert, else before
    - to?  string|integer  the end of a move, after the stage
    """)

  static let snapshot = ClassReference(
    "Snapshot", variable: "s",
    """
    Identifiers of sections and rows that a table should show, in order. #s is the number of \
    rows. A refused change raises an error and changes nothing.

    : sections  s:sections() → {"Pilots", …}
    the names of the sections, in order
    > names  string[]  in order

    : rows  s:rows([section]) → {"P1", …}
    the rows of a section, or all of them
    < section?  string  the name of one
    > rows  string[]  in order

    : section_of  s:section_of(row) → name
    the section of a row; nil: no such row
    < row  string|tablesh.Row  an identifier: a key, or a row
    > name?  string  its name

    : equals  s:equals(other) → boolean
    whether both show the same rows and sections
    < other  tablesh.Snapshot  another snapshot
    > same  boolean  whether they do

    : append  s:append(rows [, section])
    adds rows at the end of a section, by default the last; an existing row moves
    < rows  string|string[]|tablesh.Row  identifiers: keys, or rows
    < section?  string  its name

    : append_sections  s:append_sections(names)
    adds new sections at the end
    < names  string|string[]  names of sections

    : insert  s:insert(rows, "before", row)
    adds rows before or after another one; an existing row moves
    < rows  string|string[]|tablesh.Row  identifiers: keys, or rows
    < side  "before"|"after"  on which side
    < row  string|tablesh.Row  an identifier: a key, or a row

    : insert_sections  s:insert_sections(names, "after", section)
    adds new sections before or after another one
    < names  string|string[]  names of sections
    < side  "before"|"after"  on which side
    < section  string  the name of a section

    : move  s:move(row, "after", other)
    moves a row before or after another one
    < row  string|tablesh.Row  an identifier: a key, or a row
    < side  "before"|"after"  on which side
    < other  string|tablesh.Row  the other one

    : move_section  s:move_section(section, "before", other)
    moves a section before or after another one
    < section  string  the name of a section
    < side  "before"|"after"  on which side
    < other  string  the other one

    : delete  s:delete(rows)
    deletes rows, and ignores missing rows
    < rows  string|string[]|tablesh.Row  identifiers: keys, or rows

    : delete_sections  s:delete_sections(names)
    deletes sections with their rows
    < names  string|string[]  names of sections

    : delete_all  s:delete_all()
    deletes everything

    : reload  s:reload(rows)
    makes new cells: if the view holds the selection, the rows are deselected
    < rows  string|string[]|tablesh.Row  identifiers: keys, or rows

    : reconfigure  s:reconfigure(rows)
    fills the cells again: the rows stay selected
    < rows  string|string[]|tablesh.Row  identifiers: keys, or rows

    : reload_sections  s:reload_sections(names)
    makes new cells in whole sections
    < names  string|string[]  names of sections

    : apply  s:apply{reload_data=, animated=, title=} → plan, or nil and an error
    shows the snapshot in the table, as one undo step. animated=false: without animation; \
    reload_data=true: by reloading everything
    < options?  {reload_data?: boolean, animated?: boolean, title?: string}  how, and what the \
    step is called in undo list
    > plan?  tablesh.Plan  what was done
    > error?  tablesh.Error  why nothing was done
    """)
}
