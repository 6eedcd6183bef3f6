-- A hook that refuses to save while the hours do not add up: the planned hours of a section must be
-- those in its row "total".

tablesh.on("will_save", function(event)
  for _, section in ipairs(event.table:sections()) do
    local sum, total = 0, nil
    for row in event.table:section(section.index):rows() do
      if row.name == "total" then total = row.hours else sum = sum + (row.hours or 0) end
    end
    if total and total ~= sum then
      return nil, ("%s: the hours are %g, the total says %g"):format(section.title, sum, total)
    end
  end
end)
