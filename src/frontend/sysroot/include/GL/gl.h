// OpenGL, for host code that launches kernels and draws: types, and functions with open signatures. The constants have
// values of their own here, as nobody is told them.
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
typedef unsigned long long GLuint64;
typedef long long GLint64;
typedef struct __gpurace_sync *GLsync;
enum : unsigned int {
  GL_NO_ERROR, GL_DEPTH_BUFFER_BIT, GL_COLOR_BUFFER_BIT, GL_STENCIL_BUFFER_BIT, GL_POINTS, GL_LINES,
  GL_LINE_LOOP, GL_LINE_STRIP, GL_TRIANGLES, GL_TRIANGLE_STRIP, GL_TRIANGLE_FAN, GL_QUADS, GL_QUAD_STRIP,
  GL_POLYGON, GL_BYTE, GL_UNSIGNED_BYTE, GL_SHORT, GL_UNSIGNED_SHORT, GL_INT, GL_UNSIGNED_INT, GL_FLOAT,
  GL_DOUBLE, GL_MODELVIEW, GL_PROJECTION, GL_TEXTURE, GL_DEPTH_TEST, GL_BLEND, GL_LIGHTING, GL_LIGHT0,
  GL_LIGHT1, GL_CULL_FACE, GL_FRONT, GL_BACK, GL_FRONT_AND_BACK, GL_FILL, GL_LINE, GL_SMOOTH, GL_FLAT, GL_CW,
  GL_CCW, GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_RECTANGLE, GL_TEXTURE_RECTANGLE_ARB,
  GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER, GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R,
  GL_NEAREST, GL_LINEAR, GL_CLAMP, GL_REPEAT, GL_CLAMP_TO_EDGE, GL_LINEAR_MIPMAP_LINEAR, GL_RGB, GL_RGBA,
  GL_RGBA8, GL_RGB8, GL_RGBA16F, GL_RGBA32F, GL_RGBA16F_ARB, GL_RGBA32F_ARB, GL_RGBA8UI_EXT,
  GL_RGBA_INTEGER_EXT, GL_LUMINANCE, GL_ALPHA, GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT24, GL_R32F, GL_RED,
  GL_BGRA, GL_BGR, GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ZERO, GL_LEQUAL, GL_LESS, GL_NEVER,
  GL_ALWAYS, GL_AMBIENT, GL_DIFFUSE, GL_SPECULAR, GL_SHININESS, GL_POSITION, GL_AMBIENT_AND_DIFFUSE,
  GL_NORMALIZE, GL_COLOR_MATERIAL, GL_POINT_SMOOTH, GL_POINT_SPRITE, GL_POINT_SPRITE_ARB,
  GL_COORD_REPLACE_ARB, GL_VERTEX_PROGRAM_POINT_SIZE, GL_VERTEX_PROGRAM_POINT_SIZE_NV, GL_TEXTURE_ENV,
  GL_TEXTURE_ENV_MODE, GL_REPLACE, GL_MODULATE, GL_DECAL, GL_VERTEX_ARRAY, GL_COLOR_ARRAY, GL_NORMAL_ARRAY,
  GL_TEXTURE_COORD_ARRAY, GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_ARB, GL_ELEMENT_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER,
  GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_PACK_BUFFER_ARB, GL_PIXEL_UNPACK_BUFFER_ARB, GL_STATIC_DRAW,
  GL_DYNAMIC_DRAW, GL_STREAM_DRAW, GL_DYNAMIC_COPY, GL_STREAM_COPY, GL_DYNAMIC_DRAW_ARB, GL_STREAM_DRAW_ARB,
  GL_STREAM_COPY_ARB, GL_BUFFER_SIZE, GL_BUFFER_SIZE_ARB, GL_READ_ONLY, GL_WRITE_ONLY, GL_READ_WRITE,
  GL_TEXTURE0, GL_TEXTURE1, GL_TEXTURE2, GL_TEXTURE0_ARB, GL_TEXTURE1_ARB, GL_FRAGMENT_SHADER,
  GL_VERTEX_SHADER, GL_GEOMETRY_SHADER, GL_COMPILE_STATUS, GL_LINK_STATUS, GL_INFO_LOG_LENGTH,
  GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, GL_PROGRAM_ERROR_POSITION_ARB, GL_FRAMEBUFFER,
  GL_FRAMEBUFFER_EXT, GL_RENDERBUFFER, GL_RENDERBUFFER_EXT, GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0_EXT,
  GL_DEPTH_ATTACHMENT, GL_DEPTH_ATTACHMENT_EXT, GL_FRAMEBUFFER_COMPLETE, GL_FRAMEBUFFER_COMPLETE_EXT,
  GL_UNPACK_ALIGNMENT, GL_PACK_ALIGNMENT, GL_VIEWPORT, GL_MODELVIEW_MATRIX, GL_PROJECTION_MATRIX, GL_VENDOR,
  GL_RENDERER, GL_VERSION, GL_EXTENSIONS, GL_SHADING_LANGUAGE_VERSION, GL_INVALID_ENUM, GL_INVALID_VALUE,
  GL_INVALID_OPERATION, GL_OUT_OF_MEMORY, GL_NICEST, GL_ALL_ATTRIB_BITS, GL_COMPILE, GL_MULTISAMPLE,
  GL_MAP_WRITE_BIT
};
extern "C" {
GLenum glGetError(void);
const GLubyte *glGetString(GLenum name);
void glBegin(...), glEnd(...), glEnable(...), glDisable(...), glClear(...), glClearColor(...), glClearDepth(...),
  glViewport(...), glMatrixMode(...), glLoadIdentity(...), glLoadMatrixf(...), glMultMatrixf(...),
  glPushMatrix(...), glPopMatrix(...), glTranslatef(...), glRotatef(...), glScalef(...), glOrtho(...),
  glFrustum(...), glColor3f(...), glColor4f(...), glColor3fv(...), glColor4fv(...), glVertex2f(...),
  glVertex2i(...), glVertex3f(...), glVertex3fv(...), glVertex4f(...), glNormal3f(...), glTexCoord2f(...),
  glTexCoord2i(...), glRasterPos2i(...), glRasterPos2f(...), glVertexPointer(...), glColorPointer(...),
  glNormalPointer(...), glTexCoordPointer(...), glEnableClientState(...), glDisableClientState(...),
  glDrawArrays(...), glDrawElements(...), glDrawPixels(...), glReadPixels(...), glPixelStorei(...),
  glPolygonMode(...), glPointSize(...), glLineWidth(...), glHint(...), glShadeModel(...), glDepthFunc(...),
  glDepthMask(...), glBlendFunc(...), glCullFace(...), glFrontFace(...), glLightfv(...), glLightf(...),
  glLighti(...), glMaterialfv(...), glMaterialf(...), glTexEnvi(...), glTexEnvf(...), glTexParameteri(...),
  glTexParameterf(...), glTexImage1D(...), glTexImage2D(...), glTexImage3D(...), glTexSubImage2D(...),
  glTexSubImage3D(...), glCopyTexSubImage2D(...), glGenTextures(...), glDeleteTextures(...),
  glBindTexture(...), glFinish(...), glFlush(...), glGetIntegerv(...), glGetFloatv(...), glGetTexImage(...),
  glPushAttrib(...), glPopAttrib(...), glReadBuffer(...), glDrawBuffer(...), glNewList(...), glEndList(...),
  glCallList(...), glDeleteLists(...), glFogf(...), glFogi(...), glFogfv(...), glClipPlane(...),
  glColorMask(...), glStencilFunc(...), glStencilOp(...), glRectf(...);
}
// What extensions offer is called through pointers that programs ask for, unless they ask for declarations.
#ifdef GL_GLEXT_PROTOTYPES
#define __GPURACE_GL(R, NAME, TYPE)          \
  typedef R (*PFNGL##TYPE##PROC)(...);       \
  extern "C" R gl##NAME(...);
#else
#define __GPURACE_GL(R, NAME, TYPE) typedef R (*PFNGL##TYPE##PROC)(...);
#endif
__GPURACE_GL(void, BindBuffer, BINDBUFFER)
__GPURACE_GL(void, DeleteBuffers, DELETEBUFFERS)
__GPURACE_GL(void, GenBuffers, GENBUFFERS)
__GPURACE_GL(void, BufferData, BUFFERDATA)
__GPURACE_GL(void, BufferSubData, BUFFERSUBDATA)
__GPURACE_GL(void, GetBufferSubData, GETBUFFERSUBDATA)
__GPURACE_GL(void *, MapBuffer, MAPBUFFER)
__GPURACE_GL(GLboolean, UnmapBuffer, UNMAPBUFFER)
__GPURACE_GL(void, GetBufferParameteriv, GETBUFFERPARAMETERIV)
__GPURACE_GL(GLboolean, IsBuffer, ISBUFFER)
__GPURACE_GL(void, ActiveTexture, ACTIVETEXTURE)
__GPURACE_GL(void, ClientActiveTexture, CLIENTACTIVETEXTURE)
__GPURACE_GL(void, MultiTexCoord2f, MULTITEXCOORD2F)
__GPURACE_GL(GLuint, CreateProgram, CREATEPROGRAM)
__GPURACE_GL(void, DeleteProgram, DELETEPROGRAM)
__GPURACE_GL(void, UseProgram, USEPROGRAM)
__GPURACE_GL(void, LinkProgram, LINKPROGRAM)
__GPURACE_GL(void, ValidateProgram, VALIDATEPROGRAM)
__GPURACE_GL(void, GetProgramiv, GETPROGRAMIV)
__GPURACE_GL(void, GetProgramInfoLog, GETPROGRAMINFOLOG)
__GPURACE_GL(void, ProgramParameteri, PROGRAMPARAMETERI)
__GPURACE_GL(void, ProgramParameteriEXT, PROGRAMPARAMETERIEXT)
__GPURACE_GL(GLuint, CreateShader, CREATESHADER)
__GPURACE_GL(void, DeleteShader, DELETESHADER)
__GPURACE_GL(void, ShaderSource, SHADERSOURCE)
__GPURACE_GL(void, CompileShader, COMPILESHADER)
__GPURACE_GL(void, AttachShader, ATTACHSHADER)
__GPURACE_GL(void, DetachShader, DETACHSHADER)
__GPURACE_GL(void, GetShaderiv, GETSHADERIV)
__GPURACE_GL(void, GetShaderInfoLog, GETSHADERINFOLOG)
__GPURACE_GL(GLint, GetUniformLocation, GETUNIFORMLOCATION)
__GPURACE_GL(GLint, GetAttribLocation, GETATTRIBLOCATION)
__GPURACE_GL(void, Uniform1f, UNIFORM1F)
__GPURACE_GL(void, Uniform2f, UNIFORM2F)
__GPURACE_GL(void, Uniform3f, UNIFORM3F)
__GPURACE_GL(void, Uniform4f, UNIFORM4F)
__GPURACE_GL(void, Uniform1i, UNIFORM1I)
__GPURACE_GL(void, Uniform2i, UNIFORM2I)
__GPURACE_GL(void, Uniform3i, UNIFORM3I)
__GPURACE_GL(void, Uniform4i, UNIFORM4I)
__GPURACE_GL(void, Uniform1fv, UNIFORM1FV)
__GPURACE_GL(void, Uniform2fv, UNIFORM2FV)
__GPURACE_GL(void, Uniform3fv, UNIFORM3FV)
__GPURACE_GL(void, Uniform4fv, UNIFORM4FV)
__GPURACE_GL(void, UniformMatrix3fv, UNIFORMMATRIX3FV)
__GPURACE_GL(void, UniformMatrix4fv, UNIFORMMATRIX4FV)
__GPURACE_GL(void, VertexAttribPointer, VERTEXATTRIBPOINTER)
__GPURACE_GL(void, EnableVertexAttribArray, ENABLEVERTEXATTRIBARRAY)
__GPURACE_GL(void, DisableVertexAttribArray, DISABLEVERTEXATTRIBARRAY)
__GPURACE_GL(void, VertexAttrib1f, VERTEXATTRIB1F)
__GPURACE_GL(void, VertexAttrib4f, VERTEXATTRIB4F)
__GPURACE_GL(void, BindAttribLocation, BINDATTRIBLOCATION)
__GPURACE_GL(void, BindFragDataLocation, BINDFRAGDATALOCATION)
__GPURACE_GL(void, GenVertexArrays, GENVERTEXARRAYS)
__GPURACE_GL(void, BindVertexArray, BINDVERTEXARRAY)
__GPURACE_GL(void, DeleteVertexArrays, DELETEVERTEXARRAYS)
__GPURACE_GL(void, GenFramebuffers, GENFRAMEBUFFERS)
__GPURACE_GL(void, BindFramebuffer, BINDFRAMEBUFFER)
__GPURACE_GL(void, DeleteFramebuffers, DELETEFRAMEBUFFERS)
__GPURACE_GL(void, FramebufferTexture2D, FRAMEBUFFERTEXTURE2D)
__GPURACE_GL(GLenum, CheckFramebufferStatus, CHECKFRAMEBUFFERSTATUS)
__GPURACE_GL(void, GenRenderbuffers, GENRENDERBUFFERS)
__GPURACE_GL(void, BindRenderbuffer, BINDRENDERBUFFER)
__GPURACE_GL(void, DeleteRenderbuffers, DELETERENDERBUFFERS)
__GPURACE_GL(void, RenderbufferStorage, RENDERBUFFERSTORAGE)
__GPURACE_GL(void, FramebufferRenderbuffer, FRAMEBUFFERRENDERBUFFER)
__GPURACE_GL(void, GenFramebuffersEXT, GENFRAMEBUFFERSEXT)
__GPURACE_GL(void, BindFramebufferEXT, BINDFRAMEBUFFEREXT)
__GPURACE_GL(void, DeleteFramebuffersEXT, DELETEFRAMEBUFFERSEXT)
__GPURACE_GL(void, FramebufferTexture2DEXT, FRAMEBUFFERTEXTURE2DEXT)
__GPURACE_GL(GLenum, CheckFramebufferStatusEXT, CHECKFRAMEBUFFERSTATUSEXT)
__GPURACE_GL(void, GenRenderbuffersEXT, GENRENDERBUFFERSEXT)
__GPURACE_GL(void, BindRenderbufferEXT, BINDRENDERBUFFEREXT)
__GPURACE_GL(void, DeleteRenderbuffersEXT, DELETERENDERBUFFERSEXT)
__GPURACE_GL(void, RenderbufferStorageEXT, RENDERBUFFERSTORAGEEXT)
__GPURACE_GL(void, FramebufferRenderbufferEXT, FRAMEBUFFERRENDERBUFFEREXT)
__GPURACE_GL(void, GetFramebufferAttachmentParameterivEXT, GETFRAMEBUFFERATTACHMENTPARAMETERIVEXT)
__GPURACE_GL(void, GenerateMipmap, GENERATEMIPMAP)
__GPURACE_GL(void, GenerateMipmapEXT, GENERATEMIPMAPEXT)
__GPURACE_GL(void, BindProgramARB, BINDPROGRAMARB)
__GPURACE_GL(void, DeleteProgramsARB, DELETEPROGRAMSARB)
__GPURACE_GL(void, GenProgramsARB, GENPROGRAMSARB)
__GPURACE_GL(void, ProgramStringARB, PROGRAMSTRINGARB)
__GPURACE_GL(void, ProgramEnvParameter4fARB, PROGRAMENVPARAMETER4FARB)
__GPURACE_GL(void, SecondaryColor3fv, SECONDARYCOLOR3FV)
__GPURACE_GL(void, DrawBuffers, DRAWBUFFERS)
__GPURACE_GL(void, BlendEquation, BLENDEQUATION)
__GPURACE_GL(void, BlendFuncSeparate, BLENDFUNCSEPARATE)
__GPURACE_GL(void, BindBufferBase, BINDBUFFERBASE)
__GPURACE_GL(void, TexBuffer, TEXBUFFER)
__GPURACE_GL(void, TexBufferEXT, TEXBUFFEREXT)
__GPURACE_GL(void, DispatchCompute, DISPATCHCOMPUTE)
__GPURACE_GL(void, MemoryBarrier, MEMORYBARRIER)
__GPURACE_GL(GLsync, FenceSync, FENCESYNC)
__GPURACE_GL(GLenum, ClientWaitSync, CLIENTWAITSYNC)
__GPURACE_GL(void, SampleCoverage, SAMPLECOVERAGE)
__GPURACE_GL(void, WindowPos2i, WINDOWPOS2I)
__GPURACE_GL(void, CreateMemoryObjectsEXT, CREATEMEMORYOBJECTSEXT)
__GPURACE_GL(void, ImportMemoryFdEXT, IMPORTMEMORYFDEXT)
__GPURACE_GL(void, BufferStorageMemEXT, BUFFERSTORAGEMEMEXT)
#undef __GPURACE_GL
