// The functions of the libraries, found when they are opened.
#ifndef CNETWORK_LIBRARIES_H
#define CNETWORK_LIBRARIES_H

#include <curl/curl.h>
#include <microhttpd.h>

// The macros of curl that check types stand in the way of pointers to its functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define MHD_FUNCTIONS(F)              \
  F(MHD_start_daemon)                 \
  F(MHD_stop_daemon)                  \
  F(MHD_get_connection_info)          \
  F(MHD_get_connection_values)        \
  F(MHD_suspend_connection)           \
  F(MHD_resume_connection)            \
  F(MHD_create_response_from_buffer)  \
  F(MHD_create_response_from_callback) \
  F(MHD_add_response_header)          \
  F(MHD_queue_response)               \
  F(MHD_destroy_response)

#define CURL_FUNCTIONS(F)  \
  F(curl_global_init)      \
  F(curl_easy_init)        \
  F(curl_easy_setopt)      \
  F(curl_easy_cleanup)     \
  F(curl_easy_strerror)    \
  F(curl_multi_init)       \
  F(curl_multi_cleanup)    \
  F(curl_multi_add_handle) \
  F(curl_multi_remove_handle) \
  F(curl_multi_perform)    \
  F(curl_multi_poll)       \
  F(curl_multi_wakeup)     \
  F(curl_multi_info_read)  \
  F(curl_multi_setopt)     \
  F(curl_slist_append)     \
  F(curl_slist_free_all)

#define MEMBER(name) __typeof__(&name) name;
typedef struct { MHD_FUNCTIONS(MEMBER) } cnetwork_mhd;
typedef struct { CURL_FUNCTIONS(MEMBER) } cnetwork_curl;
#undef MEMBER

extern cnetwork_mhd cnetwork_mhd_functions;
extern cnetwork_curl cnetwork_curl_functions;

#endif
