import CPostgres

// A statement whose rows come for as long as the connection stands.

extension PostgresConnection {
  /// Begins a statement whose rows are taken as they come. Closing the connection ends it.
  public func startRows(_ sql: String) throws(PostgresError) {
    try start { cpostgres_sendQuery(handle, sql) }
    cpostgres_setSingleRowMode(handle)
  }

  /// Takes the next row that has come, without waiting for more; nil: none has.
  ///
  /// - Throws: `refused`, and `cutOff` where the statement has ended, too.
  public func takeRow() throws(PostgresError) -> PostgresResult? {
    if cpostgres_consumeInput(handle) == 0 { throw lost }
    while cpostgres_isBusy(handle) == 0 {
      guard let result = try nextResult() else {
        throw .cutOff(name, problem: "the server has ended the statement")
      }
      if result.isOneRow { return result }
    }
    return nil
  }
}
