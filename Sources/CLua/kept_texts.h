// Short texts that come again and again from row to row: found by content, they are strings already.
#ifndef CLUA_KEPT_TEXTS_H
#define CLUA_KEPT_TEXTS_H

#include <string.h>

#include "internal.h"

enum { KEPT_TEXTS = 512, KEPT_TEXT_LENGTH = 16 };

// A text of at most 16 bytes, whole: its first and its last eight bytes, which may be the same.
typedef struct kept_text {
  uint64_t head, tail;
  uint32_t size;  // bytes and one; 0: nothing is kept here
} kept_text;

// Pushes the sequence of the strings, which keeps them alive, and answers where they are described;
// both are made for the interpreter when they are first asked for, and last as long as it does.
kept_text *kept_texts_push(lua_State *L);
// Pushes a text that is not kept at `place`, and keeps it there, in place of another.
void kept_texts_replace(lua_State *L, kept_text *place, kept_text text, int strings, int index,
                        const char *bytes);

static inline kept_text kept_text_of(const char *bytes, uint32_t length) {
  kept_text text = {.size = length + 1};
  if (length >= 8) {
    memcpy(&text.head, bytes, 8);
    memcpy(&text.tail, bytes + length - 8, 8);
  } else if (length >= 4) {
    uint32_t head, tail;
    memcpy(&head, bytes, 4);
    memcpy(&tail, bytes + length - 4, 4);
    text.head = head;
    text.tail = tail;
  } else if (length > 0) {
    text.head = (uint8_t)bytes[0] | (uint64_t)(uint8_t)bytes[length / 2] << 8;
    text.tail = (uint8_t)bytes[length - 1];
  }
  return text;
}

// Pushes a text of at most KEPT_TEXT_LENGTH bytes; answers whether it was there.
static inline bool kept_texts_push_text(lua_State *L, kept_text *kept, int strings,
                                        const char *bytes, uint32_t length) {
  kept_text text = kept_text_of(bytes, length);
  uint64_t hash = (text.head * 0x9E3779B97F4A7C15u) ^ ((text.tail + text.size) * 0xC2B2AE3D27D4EB4Fu);
  uint32_t index = (uint32_t)(hash >> 32) % KEPT_TEXTS;
  kept_text *place = &kept[index];
  if (place->head == text.head && place->tail == text.tail && place->size == text.size) {
    lua_rawgeti(L, strings, index + 1);
    return true;
  }
  kept_texts_replace(L, place, text, strings, (int)index + 1, bytes);
  return false;
}

#endif
