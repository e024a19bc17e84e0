// Names of files that match a pattern.
#pragma once
#include <stddef.h>
typedef struct {
  size_t gl_pathc;
  char **gl_pathv;
  size_t gl_offs;
} glob_t;
#define GLOB_ERR 1
#define GLOB_MARK 2
#define GLOB_NOSORT 4
#define GLOB_DOOFFS 8
#define GLOB_NOCHECK 16
#define GLOB_APPEND 32
#define GLOB_NOESCAPE 64
#define GLOB_BRACE 1024
#define GLOB_TILDE 4096
#define GLOB_NOSPACE 1
#define GLOB_ABORTED 2
#define GLOB_NOMATCH 3
__GPURACE_C_BEGIN
int glob(const char *pattern, int flags, int (*failed)(const char *name, int error), glob_t *found) noexcept;
void globfree(glob_t *found) noexcept;
__GPURACE_C_END
