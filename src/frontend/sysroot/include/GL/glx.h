// Asking for OpenGL's functions.
#pragma once
#include <GL/gl.h>
typedef void (*__GLXextFuncPtr)(void);
extern "C" __GLXextFuncPtr glXGetProcAddress(const GLubyte *name), glXGetProcAddressARB(const GLubyte *name);
