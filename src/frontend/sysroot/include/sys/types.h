// Types of POSIX.
#pragma once
#include <stddef.h>
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int mode_t;
typedef unsigned long ino_t;
typedef unsigned long u_long;
typedef unsigned short u_short;
