// Extensions of OpenGL are declared with it.
#pragma once
#define GL_GLEXT_PROTOTYPES 1
#include <GL/gl.h>
#define GLEW_OK 0
extern "C" {
GLenum glewInit(void);
GLboolean glewIsSupported(const char *names);
const GLubyte *glewGetErrorString(GLenum error);
}
