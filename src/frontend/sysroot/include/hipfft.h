// hipFFT by its older path.
#pragma once
#include <hipfft/hipfft.h>
