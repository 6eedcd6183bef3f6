import TableShell

extension HelpTopic {
  /// What a lesson is like, and where its progress is kept.
  static let lessons = HelpTopic(
    "lessons", "how lessons work",
    """
    A lesson shows a table and asks: what will this command do? You write the plan, the calls or the
    selection that you expect, and then see what happens.
      lesson              the lessons, and what to type next
      lesson next         begin, or go on where you stopped

    # Words in a lesson
      hint         the next hint; hint 2: those of step 2, once it is done
      solution     the answer; the step then does not count as done
      task         ask again
      again        begin the step anew
      skip         show the answer and go on
      undo         take back what you did in this step
      play         show the plan that you predicted and, after your answer, what happens
      stop         leave the lesson

    # Your progress
    The list shows which steps you solved, skipped or looked up. tablesh keeps your progress in
    ~/.local/state/tablesh/lessons.json.

    # For teachers
      lesson report FILE  writes a row for each step, as CSV, JSON or another format
      lesson check DIR    tries every solution and wrong answer of the lessons in a folder
      lesson new DIR      begins a lesson of your own
    TABLESH_LESSONS names folders with more lessons: DIR:DIR.
    """)
}
