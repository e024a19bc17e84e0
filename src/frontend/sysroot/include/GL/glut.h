// Windows for OpenGL: functions with open signatures.
#pragma once
#include <GL/gl.h>

#include <stdlib.h>
enum {
  GLUT_RGB, GLUT_RGBA, GLUT_DOUBLE, GLUT_SINGLE, GLUT_DEPTH, GLUT_ALPHA, GLUT_LEFT_BUTTON, GLUT_MIDDLE_BUTTON,
  GLUT_RIGHT_BUTTON, GLUT_DOWN, GLUT_UP, GLUT_ACTIVE_SHIFT, GLUT_ACTIVE_CTRL, GLUT_ACTIVE_ALT, GLUT_KEY_UP,
  GLUT_KEY_DOWN, GLUT_KEY_LEFT, GLUT_KEY_RIGHT, GLUT_KEY_PAGE_UP, GLUT_KEY_PAGE_DOWN, GLUT_KEY_HOME,
  GLUT_KEY_END, GLUT_WINDOW_WIDTH, GLUT_WINDOW_HEIGHT, GLUT_SCREEN_WIDTH, GLUT_SCREEN_HEIGHT,
  GLUT_ELAPSED_TIME, GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_GLUTMAINLOOP_RETURNS,
  GLUT_ACTION_CONTINUE_EXECUTION, GLUT_CORE_PROFILE, GLUT_WINDOW_NUM_CHILDREN
};
#define GLUT_BITMAP_HELVETICA_10 ((void *)6)
#define GLUT_BITMAP_HELVETICA_12 ((void *)7)
#define GLUT_BITMAP_HELVETICA_18 ((void *)8)
#define GLUT_BITMAP_TIMES_ROMAN_24 ((void *)5)
#define GLUT_BITMAP_8_BY_13 ((void *)3)
extern "C" {
int glutGet(...), glutGetModifiers(...), glutGetWindow(...), glutCreateMenu(...), glutExtensionSupported(...);
int glutBitmapWidth(...);
void glutInit(...), glutInitDisplayMode(...), glutInitWindowSize(...), glutInitWindowPosition(...),
  glutDestroyWindow(...), glutMainLoop(...), glutMainLoopEvent(...), glutLeaveMainLoop(...),
  glutDisplayFunc(...), glutKeyboardFunc(...), glutKeyboardUpFunc(...), glutSpecialFunc(...),
  glutMouseFunc(...), glutMotionFunc(...), glutPassiveMotionFunc(...), glutIdleFunc(...),
  glutReshapeFunc(...), glutTimerFunc(...), glutCloseFunc(...), glutPostRedisplay(...), glutSwapBuffers(...),
  glutSetWindowTitle(...), glutReshapeWindow(...), glutFullScreen(...), glutAddMenuEntry(...),
  glutAddSubMenu(...), glutAttachMenu(...), glutSetWindow(...), glutBitmapCharacter(...),
  glutStrokeCharacter(...), glutReportErrors(...), glutSetOption(...), glutInitContextVersion(...),
  glutInitContextProfile(...), glutSolidTeapot(...), glutWireTeapot(...), glutWireCube(...),
  glutSolidCube(...), glutSolidSphere(...), glutWireSphere(...), glutIgnoreKeyRepeat(...), glutSetCursor(...);
int glutCreateWindow(const char *title);
void gluPerspective(...), gluLookAt(...), gluOrtho2D(...), gluDeleteQuadric(...), gluSphere(...), gluUnProject(...);
const GLubyte *gluErrorString(GLenum error);
}
