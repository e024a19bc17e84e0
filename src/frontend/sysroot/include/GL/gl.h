// The types of OpenGL. Its functions are for code that draws, which holds no kernels.
#pragma once
typedef unsigned int GLenum, GLbitfield, GLuint;
typedef unsigned char GLboolean, GLubyte;
typedef signed char GLbyte;
typedef short GLshort;
typedef unsigned short GLushort, GLhalf;
typedef int GLint, GLsizei;
typedef float GLfloat, GLclampf;
typedef double GLdouble, GLclampd;
typedef void GLvoid;
typedef char GLchar;
typedef long GLsizeiptr, GLintptr;
#define GL_FALSE 0
#define GL_TRUE 1
