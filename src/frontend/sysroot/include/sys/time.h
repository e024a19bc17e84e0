// Time of POSIX.
#pragma once
#include <time.h>
struct timezone {
  int tz_minuteswest, tz_dsttime;
};
__GPURACE_C int gettimeofday(struct timeval *t, void *zone) noexcept;
