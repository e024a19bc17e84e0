// Errors and warnings of a program, on its standard error.
#pragma once
__GPURACE_C [[noreturn]] void err(int status, const char *format, ...);
__GPURACE_C [[noreturn]] void errx(int status, const char *format, ...);
__GPURACE_C void warn(const char *format, ...);
__GPURACE_C void warnx(const char *format, ...);
