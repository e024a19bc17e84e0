// See execution_policy.h.
#pragma once
#include <thrust/execution_policy.h>
