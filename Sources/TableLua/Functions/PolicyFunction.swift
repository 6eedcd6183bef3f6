import Lua

/// `tablesh.policy`
enum PolicyFunction: LibraryFunction {
  static let fields =
    """
    - name  string  one word; refusals name it
    - section?  string  the only section that it watches, by id or title; where the table of the \
    first row that is selected has none, that is told
    - will_select?  fun(row: tablesh.Row, selection: tablesh.Selection): any, string?  asked before \
    a row is selected: true; false and a reason; or another row. It may deselect others: \
    selection:deselect(target)
    - did_select?  fun(row: tablesh.Row, selection: tablesh.Selection)  told that a touch has \
    selected a row, at that moment; may edit
    - will_deselect?  fun(row: tablesh.Row, selection: tablesh.Selection): any, string?  asked \
    before a row is deselected
    - did_deselect?  fun(row: tablesh.Row, selection: tablesh.Selection)  told that a touch has \
    deselected a row, at that moment; may edit
    - update_cell?  fun(row: tablesh.Row, selection: tablesh.Selection): string?  draws a row's cell \
    when it comes on the screen, is reloaded or reconfigured, and at tablesh.update_cell(row): the \
    accessory that it gets, as in accessory
    """.references() + PolicyTrait.all.map(\.reference)
      + """
      - target_for_move?  fun(row: tablesh.Row, place: string): any  asked where the gap opens while a \
      row is dragged over a place, which counts in the table without it: another place such as \
      "0:2"; nil for there
      - commit?  fun(row: tablesh.Row, style: string): any, string?  told to delete the row or to \
      insert one at it, by its style: the cells of a row that is inserted; false and a reason
      """.references()
  static let reference = FunctionReference(
    "policy",
    """
    tablesh.policy { name=, section=, will_select=function(row, selection) return true end,
      did_select=, will_deselect=, did_deselect=, update_cell=, can_edit=, editing_style=, can_move=,
      should_highlight=, should_indent=, level=, accessory=, editing_accessory=,
      confirmation_title=, actions=, leading_actions=, target_for_move=, commit= }
    """,
    """
    allows or refuses selection, as a delegate does. will_ functions return true; false and a \
    reason; or another row (a path such as "0:2"). can_edit and the fields after it describe a \
    row, as the command traits does
    < declaration  tablesh.PolicyDeclaration  the policy
    """,
    example: """
      tablesh.policy {
        name = "grown-up",
        will_select = function(row) return row.age >= 18, row.name .. " is too young" end,
      }
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let declaration = try Declaration(call, "tablesh.policy", fields: fields.map(\.name))
    var functions: [String: LuaFunction] = [:]
    for field in fields.map(\.name) where field != "name" && field != "section" {
      functions[field] = try declaration.optionalFunction(field)
    }
    let policy = LuaPolicy(
      name: try declaration.name(), section: try declaration.text("section"),
      plugin: session.loadingPlugin, session: session, functions: functions)
    try Declaration.checkNew("policy", policy.name, among: session.registry.policies)
    session.registry.policies.append(policy)
    return 0
  }
}
