extension Outline.Section: PlannableSection {}
extension Outline.Row: PlannableRow {}
