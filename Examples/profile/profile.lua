-- The five sections of Stan Ostrovskiy's app, in the order in which its view model makes them, from the
-- tree that its database has. Pushes come in through them, and save writes back.
-- In this folder: tablesh --plugin profile.lua --loader profile server.json

tablesh.loader {
  name = "profile", help = "the profile of Stan Ostrovskiy's article, in its five sections",
  sections = {
    { name = "nameAndPicture", values = { "fullName", "pictureUrl" } },
    { name = "about", values = { "about" } },
    { name = "email", values = { "email" } },
    { name = "attribute", list = "profileAttributes" },
    { name = "friend", list = "friends" },
  },
}
