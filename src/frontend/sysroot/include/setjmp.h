// Jumps out of functions: declared only.
#pragma once
typedef struct {
  long state[32];
} jmp_buf[1], sigjmp_buf[1];
__GPURACE_C_BEGIN
int setjmp(jmp_buf state);
void longjmp(jmp_buf state, int value) __attribute__((noreturn));
__GPURACE_C_END
