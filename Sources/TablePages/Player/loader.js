// The loader: unpacks the player, which stands packed above it, and puts it into the page. It is written
// for browsers of any age, so that one that cannot unpack says so.

(function () {
  "use strict";

  function say(message, hint) {
    var box = document.getElementById("problem"), late = document.getElementById("unstarted"), texts = [message, hint], i, line;
    late.parentNode.removeChild(late);
    for (i = 0; i < texts.length; i++) {
      line = document.createElement("p");
      if (i) line.className = "hint";
      line.appendChild(document.createTextNode(texts[i]));
      box.appendChild(line);
    }
    box.hidden = false;
    box.removeAttribute("hidden");
  }

  function put(text) {
    var script = document.createElement("script");
    script.type = "module";
    script.text = text;
    document.body.appendChild(script);
  }

  function damaged() {
    say("The player in this page is cut off or damaged.", "Copy or record the page again.");
  }

  var block = document.getElementById("packed"), text, bytes, i;
  if (!window.DecompressionStream) {
    return say("This browser cannot unpack the player, so nothing moves.", "Open the page in Chromium 80, Firefox 113, Safari 16.4 or a later one.");
  }
  try {
    text = atob(block.textContent);
  } catch (error) {
    return damaged();
  }
  block.parentNode.removeChild(block);
  bytes = new Uint8Array(text.length);
  for (i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text().then(put, damaged);
})();
