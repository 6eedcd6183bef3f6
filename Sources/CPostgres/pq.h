// The functions of libpq, once they are loaded: for the files of this folder.
#ifndef CPOSTGRES_PQ_H
#define CPOSTGRES_PQ_H

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

#define CPOSTGRES_FUNCTIONS(F)  \
  F(PQlibVersion)               \
  F(PQconninfoParse)            \
  F(PQconninfo)                 \
  F(PQconninfoFree)             \
  F(PQconnectStartParams)       \
  F(PQconnectPoll)              \
  F(PQstatus)                   \
  F(PQfinish)                   \
  F(PQsocket)                   \
  F(PQerrorMessage)             \
  F(PQconnectionNeedsPassword)  \
  F(PQbackendPID)               \
  F(PQparameterStatus)          \
  F(PQtransactionStatus)        \
  F(PQsslInUse)                 \
  F(PQsslAttribute)             \
  F(PQsetNoticeProcessor)       \
  F(PQsetErrorVerbosity)        \
  F(PQgetCancel)                \
  F(PQcancel)                   \
  F(PQfreeCancel)               \
  F(PQsetnonblocking)           \
  F(PQflush)                    \
  F(PQconsumeInput)             \
  F(PQisBusy)                   \
  F(PQgetResult)                \
  F(PQsendQuery)                \
  F(PQsendQueryParams)          \
  F(PQsendPrepare)              \
  F(PQsendDescribePrepared)     \
  F(PQsendQueryPrepared)        \
  F(PQsetSingleRowMode)         \
  F(PQgetCopyData)              \
  F(PQputCopyData)              \
  F(PQputCopyEnd)               \
  F(PQnotifies)                 \
  F(PQfreemem)                  \
  F(PQresultStatus)             \
  F(PQresultErrorField)         \
  F(PQresultErrorMessage)       \
  F(PQclear)                    \
  F(PQntuples)                  \
  F(PQnfields)                  \
  F(PQfname)                    \
  F(PQftype)                    \
  F(PQfmod)                     \
  F(PQftable)                   \
  F(PQftablecol)                \
  F(PQgetvalue)                 \
  F(PQgetlength)                \
  F(PQgetisnull)                \
  F(PQcmdTuples)                \
  F(PQcmdStatus)

#define CPOSTGRES_MEMBER(name) __typeof__(&name) name;
struct cpostgres_functions { CPOSTGRES_FUNCTIONS(CPOSTGRES_MEMBER) };
#undef CPOSTGRES_MEMBER

// Nothing before `cpostgres_load`.
extern struct cpostgres_functions cpostgres_pq;
#define pq cpostgres_pq

#endif
