// hipRAND by its older path.
#pragma once
#include <hiprand/hiprand.h>
