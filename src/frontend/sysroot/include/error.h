// Messages of programs that end.
#pragma once
extern "C" {
void error(int status, int number, const char *format, ...);
}
