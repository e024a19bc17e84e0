// Resource use of POSIX.
#pragma once
#include <sys/time.h>
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss;
};
#define RUSAGE_SELF 0
__GPURACE_C int getrusage(int who, struct rusage *usage) noexcept;
