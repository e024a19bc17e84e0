// See glm.hpp.
#pragma once
#include <glm/glm.hpp>
