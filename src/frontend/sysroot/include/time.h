// Time of C; `clock` is in the prelude.
#pragma once
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
typedef long time_t;
typedef long suseconds_t;
typedef int clockid_t;
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
};
__GPURACE_C_BEGIN
time_t time(time_t *t) noexcept;
double difftime(time_t a, time_t b) noexcept;
time_t mktime(struct tm *t) noexcept;
struct tm *localtime(const time_t *t) noexcept;
struct tm *gmtime(const time_t *t) noexcept;
char *ctime(const time_t *t) noexcept;
char *asctime(const struct tm *t) noexcept;
size_t strftime(char *to, size_t n, const char *format, const struct tm *t) noexcept;
int clock_gettime(clockid_t clock, struct timespec *t) noexcept;
int clock_getres(clockid_t clock, struct timespec *t) noexcept;
int nanosleep(const struct timespec *wanted, struct timespec *left);
__GPURACE_C_END
