// Memory of C.
#pragma once
#include <stdlib.h>
