// Waiting for processes.
#pragma once
#include <sys/types.h>
#define WEXITSTATUS(s) (((s) >> 8) & 0xff)
#define WIFEXITED(s) (((s) & 0x7f) == 0)
__GPURACE_C_BEGIN
pid_t wait(int *status), waitpid(pid_t process, int *status, int options);
__GPURACE_C_END
