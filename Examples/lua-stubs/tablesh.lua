---@meta
-- What scripts of tablesh can use, for editors with a Lua language server. Put this file where
-- the server looks for libraries (`workspace.library`); nothing runs it.

---@alias tablesh.EventName
---| "will_select" # a row is touched and about to be selected; may name another row instead
---| "did_select" # a touch has selected a row
---| "will_deselect" # a row is touched and about to be deselected
---| "did_deselect" # a touch has deselected a row
---| "did_tap_accessory" # the detail button of a row was tapped
---| "did_perform_action" # a tap has performed the primary action of a row
---| "did_press_action" # a button that a swipe has shown was pressed
---| "will_change_selection" # rows are about to be selected or deselected in any way
---| "did_change_selection" # rows were selected or deselected in any way
---| "will_insert" # rows are about to be inserted
---| "did_insert" # rows were inserted
---| "will_delete" # rows are about to be deleted
---| "did_delete" # rows were deleted
---| "will_update" # cells of rows are about to change
---| "did_update" # cells of rows changed
---| "will_move" # rows are about to be moved
---| "did_move" # rows were moved
---| "will_change" # the table is about to change in any way
---| "did_change" # the table changed in any way
---| "will_set_editing" # editing mode is about to be switched
---| "did_set_editing" # editing mode was switched
---| "will_undo" # a step is about to be taken back
---| "did_undo" # a step was taken back
---| "will_redo" # a step is about to be done again
---| "did_redo" # a step was done again
---| "will_open" # a source is about to be read
---| "did_open" # a table was opened
---| "will_reload" # the source is about to be read again
---| "did_reload" # the changes that reload found were made in the table
---| "before_push" # what others changed is about to come in; cannot be refused
---| "did_push" # what others changed has come in
---| "will_save" # the table is about to be written
---| "did_save" # the table was written
---| "will_close" # the table is about to be closed
---| "did_close" # the table was closed
---| "will_run" # a command is about to run
---| "did_run" # a command has run
---| "will_quit" # the session is about to end

---@alias tablesh.ArgumentType
---| "text"
---| "number"
---| "integer"
---| "boolean"
---| "column"
---| "section"
---| "target"
---| "file"

---@alias tablesh.OperationKind
---| "delete"
---| "insert"
---| "move"
---| "reload"
---| "reconfigure"

---@alias tablesh.Animation
---| "fade"
---| "right"
---| "left"
---| "top"
---| "bottom"
---| "none"
---| "middle"
---| "automatic"

--- rows: a target as commands take it ("0:2", "@KEY", "where EXPR", "0:*,selected"), a key, {0, 2}, a row, a list of these, or an iterator of rows
---@alias tablesh.Target string|integer|integer[]|tablesh.Row|table|function

--- what a cell can hold; nil is null
---@alias tablesh.Value string|number|boolean|nil

--- takes a section and a row, or a row alone: values by column, or in the order of columns=; names is the order of columns that are new
---@alias tablesh.Emit fun(section: string|table|nil, row?: table, names?: string[])

--- A table, as it was when you asked for it; #table is the number of its rows.
---@class tablesh.Table
local Table = {}

--- walks over all rows, in table order
--- since 0.1
---@return fun(): tablesh.Row? next the next row
function Table:rows() end

--- walks over the selected rows, in the order of selection
--- since 0.1
---@return fun(): tablesh.Row? next the next row
function Table:selected() end

--- walks over the rows for which an expression is true
--- since 0.1
---@param expression string columns are variables in it
---@return fun(): tablesh.Row? next the next row
function Table:where(expression) end

--- the row that a target names, which must be one
--- since 0.1
---@param target tablesh.Target a path, a key, …
---@return tablesh.Row? row the row
---@return tablesh.Error? error why there is none
function Table:row(target) end

--- the same table, limited to one section; not inside an edit
--- since 0.1
---@param section string|integer its id, title or index from 0
---@return tablesh.Table table the table
function Table:section(section) end

--- the names of the sections, and how many rows they have
--- since 0.1
---@return table[] sections one for each
function Table:sections() end

--- the names of the columns
--- since 0.1
---@return string[] names in order
function Table:columns() end

--- A row. Its columns are fields: row.age, row["unit price"]; a column hides a field of the same name below. Null is nil.
---@class tablesh.Row
---@field key string its key, as after @; the parts of a key of several columns are joined by /
---@field path string its place: 0:2
---@field section string the title of its section
---@field number integer its number, which no other row gets later
---@field text table<string, string> row.text.age is the text of a cell as it is in the source. If ages are numbers, row.age == "5" is an error; row.text.age == "5" compares texts
---@field [string] tablesh.Value

--- The table inside tablesh.edit, with the edits made so far. It has the methods of a table, except section.
---@class tablesh.Edit: tablesh.Table
local Edit = {}

--- sets cells of rows. Numbers and rows that you read from a table keep their texts, 1.50
--- since 0.1
---@param target tablesh.Target the rows
---@param column string|table<string, tablesh.Value>|tablesh.Row a column, or values by column
---@param value? tablesh.Value the value; nil is null
function Edit:set(target, column, value) end

--- inserts a row at the end of a section, or at a place
--- since 0.1
---@param section string|integer a section, or a path
---@param values table<string, tablesh.Value>|tablesh.Row values by column
---@param index? integer the index in the section
---@return tablesh.Row? row the new row
function Edit:insert(section, values, index) end

--- deletes rows
--- since 0.1
---@param target tablesh.Target the rows
---@return integer count how many
function Edit:delete(target) end

--- moves rows to a place
--- since 0.1
---@param target tablesh.Target the rows
---@param place string where the first of them is then, or SECTION:end
---@return integer count how many
function Edit:move(target, place) end

--- adds an empty section
--- since 0.1
---@param name string what it is called
---@param index? integer from 0; the end
function Edit:add_section(name, index) end

--- renames a section
--- since 0.1
---@param section string|integer the section
---@param name string new name
function Edit:rename_section(section, name) end

--- deletes a section with its rows
--- since 0.1
---@param section string|integer the section
function Edit:delete_section(section) end

--- selects rows, within limits and policies
--- since 0.1
---@param target tablesh.Target the rows
---@return integer count how many
function Edit:select(target) end

--- deselects rows
--- since 0.1
---@param target tablesh.Target the rows
---@return integer count how many
function Edit:deselect(target) end

--- The selected rows for a policy, in the order of selection: #selection, selection[1].
---@class tablesh.Selection
---@field [integer] tablesh.Row
local Selection = {}

--- in will_select: deselects rows without calling the delegate. They stay deselected even if the touch is refused
--- since 0.1
---@param target tablesh.Target the rows
---@return integer count how many were selected
function Selection:deselect(target) end

--- The batch updates of a change; #plan is the number of its operations.
---@class tablesh.Plan
---@field stages? table[] as in the JSON: stages[1].rows.delete = {{0, 2}} and, unless it is automatic, stages[1].animation.delete = "fade"
---@field reloadData? boolean true if the whole table is read again
---@field why? string why it is read again
local Plan = {}

--- walks over {stage=1, kind="move", of="row", at="0:2", to="1:0"}, one by one
--- since 0.1
---@return fun(): tablesh.Operation? next the next operation
function Plan:operations() end

--- the plan as the command plan prints it
--- since 0.1
---@param form? string a form that plan prints: help plan lists them
---@return string text the text
function Plan:text(form) end

--- the plan that takes the change back
--- since 0.1
---@return tablesh.Plan plan the inverse
function Plan:invert() end

--- carries out the plan on the current table as one undo step; a plan that does not fit is refused
--- since 0.1
---@param title? string what the step is called in undo list
---@return tablesh.Plan? plan what was done
---@return tablesh.Error? error why nothing was done
function Plan:apply(title) end

--- Identifiers of sections and rows that a table should show, in order. #s is the number of rows. A refused change raises an error and changes nothing.
---@class tablesh.Snapshot
local Snapshot = {}

--- the names of the sections, in order
--- since 0.1
---@return string[] names in order
function Snapshot:sections() end

--- the rows of a section, or all of them
--- since 0.1
---@param section? string the name of one
---@return string[] rows in order
function Snapshot:rows(section) end

--- the section of a row; nil: no such row
--- since 0.1
---@param row string|tablesh.Row an identifier: a key, or a row
---@return string? name its name
function Snapshot:section_of(row) end

--- whether both show the same rows and sections
--- since 0.1
---@param other tablesh.Snapshot another snapshot
---@return boolean same whether they do
function Snapshot:equals(other) end

--- adds rows at the end of a section, by default the last; an existing row moves
--- since 0.1
---@param rows string|string[]|tablesh.Row identifiers: keys, or rows
---@param section? string its name
function Snapshot:append(rows, section) end

--- adds new sections at the end
--- since 0.1
---@param names string|string[] names of sections
function Snapshot:append_sections(names) end

--- adds rows before or after another one; an existing row moves
--- since 0.1
---@param rows string|string[]|tablesh.Row identifiers: keys, or rows
---@param side "before"|"after" on which side
---@param row string|tablesh.Row an identifier: a key, or a row
function Snapshot:insert(rows, side, row) end

--- adds new sections before or after another one
--- since 0.1
---@param names string|string[] names of sections
---@param side "before"|"after" on which side
---@param section string the name of a section
function Snapshot:insert_sections(names, side, section) end

--- moves a row before or after another one
--- since 0.1
---@param row string|tablesh.Row an identifier: a key, or a row
---@param side "before"|"after" on which side
---@param other string|tablesh.Row the other one
function Snapshot:move(row, side, other) end

--- moves a section before or after another one
--- since 0.1
---@param section string the name of a section
---@param side "before"|"after" on which side
---@param other string the other one
function Snapshot:move_section(section, side, other) end

--- deletes rows, and ignores missing rows
--- since 0.1
---@param rows string|string[]|tablesh.Row identifiers: keys, or rows
function Snapshot:delete(rows) end

--- deletes sections with their rows
--- since 0.1
---@param names string|string[] names of sections
function Snapshot:delete_sections(names) end

--- deletes everything
--- since 0.1
function Snapshot:delete_all() end

--- makes new cells: if the view holds the selection, the rows are deselected
--- since 0.1
---@param rows string|string[]|tablesh.Row identifiers: keys, or rows
function Snapshot:reload(rows) end

--- fills the cells again: the rows stay selected
--- since 0.1
---@param rows string|string[]|tablesh.Row identifiers: keys, or rows
function Snapshot:reconfigure(rows) end

--- makes new cells in whole sections
--- since 0.1
---@param names string|string[] names of sections
function Snapshot:reload_sections(names) end

--- shows the snapshot in the table, as one undo step. animated=false: without animation; reload_data=true: by reloading everything
--- since 0.1
---@param options? {reload_data?: boolean, animated?: boolean, title?: string} how, and what the step is called in undo list
---@return tablesh.Plan? plan what was done
---@return tablesh.Error? error why nothing was done
function Snapshot:apply(options) end

--- One operation of a plan.
---@class tablesh.Operation
---@field stage integer the stage, from 1
---@field kind tablesh.OperationKind what it does
---@field of "row"|"section" what it does it to
---@field at string|integer the path of a row or the index of a section: after the stage for an insert, else before
---@field to? string|integer the end of a move, after the stage

--- What a command answers.
---@class tablesh.Reply
---@field command string the line
---@field ok boolean true
---@field plan? tablesh.Plan the plan, if there is one
---@field selection integer[][] paths of the selected rows: {{0, 2}}
---@field editing boolean whether editing is on
---@field output? string what it prints
---@field notes? string[] its notes
---@field events? table[] calls of the delegate: {event = "willSelect", path = {0, 2}, answer = {0, 2}}
---@field marks? string[] keys of the marked rows

--- An error value: tostring(err) is its message, error(err) raises it with all its fields.
---@class tablesh.Error
---@field code string what scripts can rely on: no-such-row
---@field message string what is wrong, in a line
---@field hint? string what to type next

--- What a hook is told.
---@class tablesh.Event
---@field event tablesh.EventName which event
---@field command string the command that runs, as it was typed
---@field table? tablesh.Table before a change in a will_ event, after it in a did_ event
---@field rows? fun(): fun(): tablesh.Row? for row in event.rows() do: the touched, inserted, deleted, updated or moved rows; deleted rows as they were, others as they will be or are
---@field count? integer the number of these rows
---@field row? tablesh.Row the row, where there is one
---@field plan? tablesh.Plan the plan of the change
---@field conflicts? table[] in did_push, the open conflicts: kind, key, source_key, column, base, local and remote of each
---@field path? string the file that is opened, saved, …
---@field editing? boolean whether editing is switched on
---@field action? string what the pressed button says
---@field dry_run? boolean true if the change will be taken back (--dry-run)

--- What a command gets besides its arguments.
---@class tablesh.Context
---@field command string its name
---@field table? tablesh.Table the current table

--- What a loader reads, once from its beginning to its end.
---@class tablesh.Source
---@field name string the file, as it was typed
local Source = {}

--- walks over the lines, without their ends
--- since 0.1
---@return fun(): string? next the next line
function Source:lines() end

--- the rest of the source, or so many bytes; nil at the end
--- since 0.1
---@param n? integer how many bytes
---@return string? text the bytes
function Source:read(n) end

--- What tablesh.rule takes.
---@class tablesh.RuleDeclaration
---@field name string one word: rule NAME picks its rows
---@field help? string which rows it picks, in a line
---@field columns? string[] the columns that it is given; without, it is given the row
---@field prepare? fun(table: tablesh.Table) called before each run: looks at the whole table, and sets anew what fn keeps from row to row
---@field fn fun(...: any): boolean? answers whether a row is meant

--- What tablesh.policy takes.
---@class tablesh.PolicyDeclaration
---@field name string one word; refusals name it
---@field section? string the only section that it watches, by id or title; where the table of the first row that is selected has none, that is told
---@field will_select? fun(row: tablesh.Row, selection: tablesh.Selection): any, string? asked before a row is selected: true; false and a reason; or another row. It may deselect others: selection:deselect(target)
---@field did_select? fun(row: tablesh.Row, selection: tablesh.Selection) told that a touch has selected a row, at that moment; may edit
---@field will_deselect? fun(row: tablesh.Row, selection: tablesh.Selection): any, string? asked before a row is deselected
---@field did_deselect? fun(row: tablesh.Row, selection: tablesh.Selection) told that a touch has deselected a row, at that moment; may edit
---@field update_cell? fun(row: tablesh.Row, selection: tablesh.Selection): string? draws a row's cell when it comes on the screen, is reloaded or reconfigured, and at tablesh.update_cell(row): the accessory that it gets, as in accessory
---@field can_edit? fun(row: tablesh.Row, selection: tablesh.Selection): boolean? whether the row can be edited; nil leaves this and all others
---@field editing_style? fun(row: tablesh.Row, selection: tablesh.Selection): string? what editing mode shows: delete, insert or none
---@field can_move? fun(row: tablesh.Row, selection: tablesh.Selection): boolean? whether the row can be dragged
---@field should_highlight? fun(row: tablesh.Row, selection: tablesh.Selection): boolean? whether a touch highlights the row
---@field should_indent? fun(row: tablesh.Row, selection: tablesh.Selection): boolean? whether a row without a control is indented in editing mode
---@field level? fun(row: tablesh.Row, selection: tablesh.Selection): integer? how deep the row is indented
---@field accessory? fun(row: tablesh.Row, selection: tablesh.Selection): string? what stands at its end: none, disclosure, detail or checkmark
---@field editing_accessory? fun(row: tablesh.Row, selection: tablesh.Selection): string? the same in editing mode
---@field confirmation_title? fun(row: tablesh.Row, selection: tablesh.Selection): string|false? what the button says that deletes; false leaves a blank one
---@field actions? fun(row: tablesh.Row, selection: tablesh.Selection): string[]? what a swipe shows in place of Delete; an empty list: no swipe
---@field leading_actions? fun(row: tablesh.Row, selection: tablesh.Selection): string[]? what a swipe from the beginning shows
---@field target_for_move? fun(row: tablesh.Row, place: string): any asked where the gap opens while a row is dragged over a place, which counts in the table without it: another place such as "0:2"; nil for there
---@field commit? fun(row: tablesh.Row, style: string): any, string? told to delete the row or to insert one at it, by its style: the cells of a row that is inserted; false and a reason

--- What tablesh.loader takes.
---@class tablesh.LoaderDeclaration
---@field name string one word that is no built-in loader: --loader NAME reads with it
---@field help? string which format it reads, in a line
---@field extensions? string[] endings of the files that it reads; it comes before the program's own loaders, which --loader still names. Where two loaders have one ending, --loader has to say which
---@field schemes? string[] open SCHEME:REST calls it, with no lines where that is no file
---@field columns? string[] the first columns, in order
---@field key? string[] the columns that identify a row
---@field load? fun(source: tablesh.Source, emit: tablesh.Emit) reads the source, and nothing else; emits row by row
---@field sections? { name: string, list?: string, values?: string[] }[] in place of load: the sections, in this order, of a tree of JSON or of a Realtime Database, which is followed and saved as without loader. list: a row for each child of what is at a path ("data/friends"); values: one row of the values at some paths. A section is there while its part of the tree is
---@field save? fun(table: tablesh.Table, write: fun(...: string|number)) writes a table in the format
---@field watch? { every: number, changed: fun(source: { name: string }, last: any): any } lets watch follow the source: every so many seconds changed returns a text, number or boolean; where it is not the last one, the source is read again. It must not take long

--- What tablesh.command takes.
---@class tablesh.CommandDeclaration
---@field name string the word that is typed; of built-in commands only one that is younger than plugins
---@field help? string what it does, in a line
---@field details? string more for help NAME
---@field example? string a line that shows it
---@field synopsis? string|string[] how it is typed, a line for each form as in help, which is its grammar then: args.NAME is a placeholder, an option or a word, in lower case; args= says the types of placeholders
---@field args? (string|tablesh.Argument)[] its arguments, in order
---@field complete? fun(context: tablesh.Context, argument: integer, typed: string): string[] what may stand in place of an argument, counted from 1
---@field run fun(context: tablesh.Context, args: table): any, any does it; answers what is printed, or nil and why it failed

--- An argument of a command.
---@class tablesh.Argument
---@field [1] string the name: args.NAME, and args[i] in order
---@field type? tablesh.ArgumentType what may stand there: checked, completed, and given as a value of that type; text
---@field values? string[] the only words that may stand there
---@field optional? boolean whether it may be left out
---@field many? boolean whether it takes all words that follow, as a list
---@field help? string what it is for, in a line

--- What tablesh.printer takes.
---@class tablesh.PrinterDeclaration
---@field name string one word that is no built-in form: plan NAME prints with it
---@field help? string what it prints, in a line
---@field print fun(plan: tablesh.Plan, table: tablesh.Table, write: fun(...: string|number)) writes a plan; the table is the one after it

--- What tablesh.exec takes: a program, its arguments, and how it runs.
---@class tablesh.Program
---@field input? string what it reads; else nothing
---@field timeout? number the seconds that it may take; else any
---@field [integer] string|number the program, then its arguments

--- What came of a program.
---@class tablesh.ProgramResult
---@field status integer its exit status, or 128 plus the signal that ended it
---@field output string what it printed
---@field error string what it wrote to standard error

--- What a folder holds.
---@class tablesh.File
---@field name string its name, without the folder
---@field type string file, folder, link, or other: a pipe or a device
---@field size integer its size in bytes; of a link, that of the link

---@class tablesh
---@field version string the version of the program, such as 0.3.0 (since 0.3)
---@field strict boolean if true, it is an error to read a global that nothing assigns; _G.name gives nil. If false, the global is nil, as in other Lua. A plugin does not see globals of others (since 0.3)
tablesh = {}

--- declares a rule that picks rows: select rule NAME. The function gets the values of columns; without columns, the row
--- since 0.1
---@param declaration tablesh.RuleDeclaration the rule
function tablesh.rule(declaration) end

--- allows or refuses selection, as a delegate does. will_ functions return true; false and a reason; or another row (a path such as "0:2"). can_edit and the fields after it describe a row, as the command traits does
--- since 0.1
---@param declaration tablesh.PolicyDeclaration the policy
function tablesh.policy(declaration) end

--- makes update_cell of the policies draw the cell of a row again. false: the row is not on the screen, and is drawn later
--- since 0.3
---@param row tablesh.Target the row
---@return boolean drawn whether the row is on the screen
function tablesh.update_cell(row) end

--- calls a function when something happens. A will_ hook may refuse it: return nil, reason. Then nothing changes. A did_ hook may edit, as part of the same undo step. If a hook fails, its command is undone, but not on the disk. Undo and redo include the edits of hooks. will_undo and will_redo may refuse. Hooks of undo and redo cannot edit
--- since 0.1
---@param event tablesh.EventName which event
---@param hook fun(event: tablesh.Event): boolean?, string? what is called; five seconds long
function tablesh.on(event, hook) end

--- declares a format: load opens files with its extensions, save writes them. load calls emit(row), emit(section, row) or, with new columns, emit(section, row, names in order)
--- since 0.1
---@param declaration tablesh.LoaderDeclaration the loader
function tablesh.loader(declaration) end

--- declares a command, with help, completion, checked arguments and --dry-run. Its changes are one undo step; if it fails, nothing changes
--- since 0.1
---@param declaration tablesh.CommandDeclaration the command
function tablesh.command(declaration) end

--- declares a way to print plans: plan NAME
--- since 0.1
---@param declaration tablesh.PrinterDeclaration the printer
function tablesh.printer(declaration) end

--- the current table as it is now, without later changes. Inside tablesh.edit it is the table of the edit
--- since 0.1
---@return tablesh.Table table the table
function tablesh.table() end

--- changes the table as one step. After an error or a refused edit, nothing changes. Errors of the table and error values are returned; other errors are raised again
--- since 0.1
---@param change fun(t: tablesh.Edit) makes the edits
---@param how? string|table what it is called in undo list, or {title=, animation="fade" or {delete="fade"}}
---@return tablesh.Plan? plan the plan of all edits
---@return tablesh.Error? error why nothing has changed
function tablesh.edit(change, how) end

--- runs a command, or several with ; between them. The reply is that of --format json for the last command, without the table. What the commands print is only in its output and its notes. If a script does not look at the error, the script fails at its next call of tablesh, or at its end
--- since 0.1
---@param line string the command as it is typed
---@return tablesh.Reply? reply what they answer
---@return tablesh.Error? error why it failed
function tablesh.run(line) end

--- the plan of the last change of the current table; nil: none
--- since 0.1
---@return tablesh.Plan? plan the plan
function tablesh.plan() end

--- identifiers of the current table: rows by key, sections by name. You can change and apply them. Apply needs diffable on
--- since 0.1
---@return tablesh.Snapshot snapshot what is shown
function tablesh.snapshot() end

--- sets the check that the command plugin health runs
--- since 0.1
---@param check fun(): boolean|table, string? asked by plugin health
function tablesh.health(check) end

--- whether this version knows a name: a function or value of tablesh, a method ("table:rows"), a type, an event or a command
--- since 0.3
---@param name string as help NAME takes it, without tablesh. too
---@return boolean has whether there is such a name
function tablesh.has(name) end

--- runs a program. No shell reads the arguments: they need no quotes. --allow-run=mv allows any arguments. The program reads input, or nothing, and is stopped after timeout seconds. A status other than 0 is not an error; a program that cannot be run is one
--- since 0.3
---@param program tablesh.Program the program and its arguments, and input= and timeout=
---@return tablesh.ProgramResult? result what came of it
---@return tablesh.Error? error why it did not run, or not to its end
function tablesh.exec(program) end

--- lists a folder by name, as {name=, type="file" | "folder" | "link" | "other", size=} of each entry. --allow-read=in allows it
--- since 0.3
---@param folder? string the folder; else the one of the session
---@return tablesh.File[]? files what it holds, sorted by the bytes of the names
---@return tablesh.Error? error why it cannot be read
function tablesh.files(folder) end

