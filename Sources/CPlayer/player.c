#include "cplayer.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page_html[] = {
#embed "../TablePages/Player/page.html"
};
static const unsigned char player_css[] = {
#embed "../TablePages/Player/player.css"
};
static const unsigned char loader_js[] = {
#embed "../TablePages/Player/loader.js"
};
static const unsigned char reading_js[] = {
#embed "../TablePages/Player/reading.js"
};
static const unsigned char state_js[] = {
#embed "../TablePages/Player/state.js"
};
static const unsigned char layout_js[] = {
#embed "../TablePages/Player/layout.js"
};
static const unsigned char drawing_js[] = {
#embed "../TablePages/Player/drawing.js"
};
static const unsigned char motion_js[] = {
#embed "../TablePages/Player/motion.js"
};
static const unsigned char clock_js[] = {
#embed "../TablePages/Player/clock.js"
};
static const unsigned char panel_js[] = {
#embed "../TablePages/Player/panel.js"
};
static const unsigned char controls_js[] = {
#embed "../TablePages/Player/controls.js"
};
static const unsigned char live_js[] = {
#embed "../TablePages/Player/live.js"
};
static const unsigned char main_js[] = {
#embed "../TablePages/Player/main.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const cplayer_file files[] = {
  FILE("page.html", page_html),
  FILE("player.css", player_css),
  FILE("loader.js", loader_js),
  FILE("reading.js", reading_js),
  FILE("state.js", state_js),
  FILE("layout.js", layout_js),
  FILE("drawing.js", drawing_js),
  FILE("motion.js", motion_js),
  FILE("clock.js", clock_js),
  FILE("panel.js", panel_js),
  FILE("controls.js", controls_js),
  FILE("live.js", live_js),
  FILE("main.js", main_js),
};

cplayer_file cplayer_find(const char *name) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].name, name) == 0) return files[i];
  }
  return (cplayer_file){NULL, NULL, 0};
}
