import BatchCheck
import BatchUpdates
import Expectations
import Testing

/// Text of others.
struct CrashForeignTests {
  @Test(
    "other text is not recognised",
    arguments: [
      "", "0 1 2 [3]", "EXC_BAD_ACCESS (code=1, address=0x0)",
      "I attempt to delete a row from section 0 and insert a section.",
      "-[UITableView _endCellAnimationsWithContext:]", "Data source before updates = { 1 section",
      // Words of UIKit in sentences of others.
      "My invalid update: invalid number of rows in section 4 of the PDF report.",
      "My invalid update: invalid number of rows, see the PDF report",
      "App[1:2] Invalid update: invalid number of sections, so the UITableView is left alone",
      "if ([text hasPrefix:@\"Invalid update\"]) NSLog(@\"Invalid update: invalid number of rows in\""
        + " @\" section 0\");",
      "print(\"attempt to delete row 4 from section 0 which only contains 4 rows before the update\")",
      "NSLog(@\"Invalid update: invalid number of sections.\");",
      "the number of rows in the UITableView after the update (4) and before the update (3), (1"
        + " inserted, 0 deleted) agree",
      "Invalid batch updates detected by our nightly job: 3",
      "Users attempt to delete section 3, but there are always others in the way",
      // Others have rows, sections, cells, identifiers and threads.
      "readelf: Error: invalid number of sections (0) in the header of a.out",
      "ValueError: Invalid number of rows in section 3 of data.csv: 12",
      "Please delete and reload the same page, or delete and reload the same file.",
      "AssertionError: test identifiers are not unique: a, a",
      "TypeError: objects that are equal but have different hash values",
      "error: Invalid section identifier specified in php.ini",
      "psql: error: duplicate row in table users",
      "request for section 3 when there are only 2 sections",
      "the height must not be negative: -1", "index path out of bounds of the R-tree",
      "UITableView: see https://example.com/crash-attempt-to-delete-and-reload-the-same-index-path",
      "section 12 beyond bounds 10", "Gtk-CRITICAL: must be called from the main thread",
      "uint8_t must be used from main thread only", "ld: duplicate identifiers in module Foo",
      "java.lang.IllegalStateException: Cannot call this method while RecyclerView is computing a"
        + " layout or scrolling", "row was not retrieved by calling next()",
      "deadlock detected: process 12 waits for ShareLock on transaction 13",
      "psycopg2.errors.CardinalityViolation: cannot delete row 5 from section 3",
      "NSInvalidArgumentException: -[NSNull length]: unrecognized selector sent to instance 0x1",
      "Could not cast value of type 'UITableViewCell' (0x1) to 'App.Cell' (0x2).",
      "Fatal error: Index out of range: file Swift/ContiguousArrayBuffer.swift, line 444",
      "Unable to simultaneously satisfy constraints. UITableViewCellContentView",
      "Prevent the scroll of a UITableView from going out of bounds when rows are few.",
      "-[UITableView setDataSource:]: message sent to deallocated instance 0x6000",
    ])
  func unknown(_ text: String) {
    expectNil(CrashMessage(text))
  }
}
