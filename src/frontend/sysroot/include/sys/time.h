// Time of POSIX.
#pragma once
#include <time.h>
struct timezone {
  int tz_minuteswest, tz_dsttime;
};
extern "C" int gettimeofday(struct timeval *t, void *zone) noexcept;
