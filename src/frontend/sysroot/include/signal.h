// Signals.
#pragma once
#define SIGINT 2
#define SIGABRT 6
#define SIGSEGV 11
#define SIGTERM 15
__GPURACE_C void (*signal(int number, void (*handler)(int)) noexcept)(int);
