// Messages of programs that end.
#pragma once
__GPURACE_C_BEGIN
void error(int status, int number, const char *format, ...);
__GPURACE_C_END
