import TableShell

print("tablesh")
