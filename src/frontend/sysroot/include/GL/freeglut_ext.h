// See glut.h.
#pragma once
#include <GL/glut.h>
