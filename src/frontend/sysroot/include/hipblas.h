// hipBLAS by its older path.
#pragma once
#include <hipblas/hipblas.h>
