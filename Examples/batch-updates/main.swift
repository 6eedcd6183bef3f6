import BatchUpdates

// Two versions of a board of departures, and the way from one to the other.
let before = Departures.before
let after = Departures.after

print("Departures at 10:40")
printBoard(before)
print("\nDepartures at 10:55")
printBoard(after)

// 1. Plan the update. Each stage is one performBatchUpdates, with data of its own; a report says whether
//    UIKit would accept it, and what would be stale after it.
let updates = try Planner().updates(from: before, to: after)
print("\nThe way there: \(updates.plan.count) operations in \(updates.plan.stages.count) stages")
var board = before
for (number, (stage, next)) in zip(updates.plan.stages, updates.tables).enumerated() {
  print("\nStage \(number + 1)")
  printOperations(OperationLine.lines(of: stage), from: board, to: next)
  printReport(stage, from: board, to: next)
  print("  and the board is")
  printBoard(next)
  board = next
}

// 2. The inverse leads back, through the same boards.
print("\nThe way back")
for (stage, next) in zip(updates.plan.inverse.stages, [updates.tables[0], before]) {
  printReport(stage, from: board, to: next)
  board = next
}

// 3. Judge batches that were written by hand.
print("\nBy hand, in one batch:")
for (number, attempt) in Attempt.all.enumerated() {
  print("\nAttempt \(number + 1): \(attempt.title)")
  printOperations(OperationLine.lines(of: attempt.stage), from: before, to: after)
  printReport(attempt.stage, from: before, to: after)
}
