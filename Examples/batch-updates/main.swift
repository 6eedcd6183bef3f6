import BatchUpdates

// Two versions of a board of departures, and the way from one to the other.
let before = Departures.before
let after = Departures.after

print("Departures at 10:40")
printBoard(before)
print("\nDepartures at 10:55")
printBoard(after)

// 1. Plan the update. Each stage is one performBatchUpdates, with data of its own.
let updates = try Planner().updates(from: before, to: after)
let staged = try Planner().stagedPlan(from: before, to: after)
print("\nThe way there: \(updates.plan.count) operations in \(updates.plan.stages.count) stages")
var board = before
for (number, next) in updates.tables.enumerated() {
  print("\nStage \(number + 1)")
  let operations = staged.operations.filter { $0.stage == number }
  printOperations(operations.map { OperationLine($0) }, from: board, to: next)
  print("  and the board is")
  printBoard(next)
  board = next
}

// 2. Show it in a simulated view, which judges each stage as UIKit would, moves its cells about,
//    and asks the data only for what is inserted or redrawn.
let shown = try staged.replay()
print("\nA view that applies it shows the board of 10:55: \(shown == staged.after.last)")
let back = try staged.inverse.replay()
print("A view that applies its inverse shows that of 10:40: \(back == staged.before)")

// 3. Judge batches that were written by hand.
let (start, end) = (staged.before, staged.after.last ?? staged.before)
print("\nBy hand, in one batch:")
for (number, attempt) in Attempt.all.enumerated() {
  print("\nAttempt \(number + 1): \(attempt.title)")
  printOperations(OperationLine.lines(of: attempt.stage), from: before, to: after)
  printVerdict(attempt.stage, start, end)
}
