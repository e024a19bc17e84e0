// Errors and warnings of a program, on its standard error.
#pragma once
extern "C" [[noreturn]] void err(int status, const char *format, ...);
extern "C" [[noreturn]] void errx(int status, const char *format, ...);
extern "C" void warn(const char *format, ...);
extern "C" void warnx(const char *format, ...);
