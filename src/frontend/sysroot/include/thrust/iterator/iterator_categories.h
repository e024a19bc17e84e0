// See iterator_facade.h.
#pragma once
#include <thrust/iterator/iterator_facade.h>
