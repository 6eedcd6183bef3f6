import Wording

/// What could stand at the cursor.
public typealias ShellCompletion = Completion
