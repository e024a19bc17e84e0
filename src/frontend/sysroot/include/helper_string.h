// What the sample programs' helper of this name offers: reading the command line.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fstream>
#include <string>
extern "C" bool checkCmdLineFlag(const int argc, const char **argv, const char *name);
extern "C" int getCmdLineArgumentInt(const int argc, const char **argv, const char *name);
extern "C" float getCmdLineArgumentFloat(const int argc, const char **argv, const char *name);
extern "C" bool getCmdLineArgumentString(const int argc, const char **argv, const char *name, char **value);
template <class T>
bool getCmdLineArgumentValue(const int argc, const char **argv, const char *name, T *value) {
  *value = static_cast<T>(getCmdLineArgumentFloat(argc, argv, name));
  return checkCmdLineFlag(argc, argv, name);
}
extern "C" char *sdkFindFilePath(const char *name, const char *program);
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
