import Expectations
import Testing
import Wording

/// Secrets in addresses.
struct SecretsTests {
  @Test(
    "passwords and tokens become ***, and nothing else changes",
    arguments: [
      ("open postgres://u:secret@host/db#t", "open postgres://u:***@host/db#t"),
      ("open 'postgres://u:a:b@host/db'", "open 'postgres://u:***@host/db'"),
      ("open postgres://u:p@q@host/db", "open postgres://u:***@host/db"),
      ("open postgres://u@host/db", "open postgres://u@host/db"),
      (
        "open https://a.b/c.json?auth=t&print=pretty",
        "open https://a.b/c.json?auth=***&print=pretty"
      ),
      ("x://h?a=1&ACCESS_TOKEN=t; y://h?token=", "x://h?a=1&ACCESS_TOKEN=***; y://h?token=***"),
      ("open postgres://h/d?password=x#t", "open postgres://h/d?password=***#t"),
      ("edit @1 url=https://a.b/?author=Ann", "edit @1 url=https://a.b/?author=Ann"),
      (
        #"open "postgres://u:a;b c@h/d?password=x'y;z#SELECT 'x://u:p@h'""#,
        #"open "postgres://u:***@h/d?password=***#SELECT 'x://u:***@h'""#
      ),
      ("open postgres://u:a;b'c|d@h/d", "open postgres://u:***@h/d"),
      ("x://h:1; y@z", "x://h:1; y@z"),
      ("a ? auth=1", "a ? auth=1"), ("://", "://"), ("", ""), ("ä://ö?ü=1", "ä://ö?ü=1"),
    ])
  func hidden(_ text: String, _ expected: String) {
    expectEqual(Secrets.hidden(text), expected)
  }
}
