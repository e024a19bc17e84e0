// See cusolverDn.h.
#pragma once
#include <cusolverDn.h>
