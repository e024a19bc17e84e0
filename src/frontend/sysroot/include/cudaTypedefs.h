// Types of pointers to functions of the driver, as programs get them from cudaGetDriverEntryPoint.
#pragma once
#include <cuda.h>

typedef decltype(&cuTensorMapEncodeTiled) PFN_cuTensorMapEncodeTiled;
typedef PFN_cuTensorMapEncodeTiled PFN_cuTensorMapEncodeTiled_v12000;
typedef decltype(&cuTensorMapEncodeIm2col) PFN_cuTensorMapEncodeIm2col;
typedef PFN_cuTensorMapEncodeIm2col PFN_cuTensorMapEncodeIm2col_v12000;
typedef decltype(&cuTensorMapReplaceAddress) PFN_cuTensorMapReplaceAddress;
typedef PFN_cuTensorMapReplaceAddress PFN_cuTensorMapReplaceAddress_v12000;
typedef decltype(&cuGetErrorString) PFN_cuGetErrorString;
typedef PFN_cuGetErrorString PFN_cuGetErrorString_v6000;
typedef decltype(&cuGetErrorName) PFN_cuGetErrorName;
typedef PFN_cuGetErrorName PFN_cuGetErrorName_v6000;
typedef decltype(&cuModuleLoadData) PFN_cuModuleLoadData;
typedef PFN_cuModuleLoadData PFN_cuModuleLoadData_v2000;
typedef decltype(&cuModuleGetFunction) PFN_cuModuleGetFunction;
typedef PFN_cuModuleGetFunction PFN_cuModuleGetFunction_v2000;
typedef decltype(&cuLaunchKernel) PFN_cuLaunchKernel;
typedef PFN_cuLaunchKernel PFN_cuLaunchKernel_v4000;
