// Waiting for processes.
#pragma once
#include <sys/types.h>
#define WEXITSTATUS(s) (((s) >> 8) & 0xff)
#define WIFEXITED(s) (((s) & 0x7f) == 0)
extern "C" {
pid_t wait(int *status), waitpid(pid_t process, int *status, int options);
}
