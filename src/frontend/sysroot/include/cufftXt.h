// Transforms over several devices; see cufft.h.
#pragma once
#include <cufft.h>

enum cufftXtSubFormat { CUFFT_XT_FORMAT_INPUT = 0, CUFFT_XT_FORMAT_OUTPUT = 1, CUFFT_XT_FORMAT_INPLACE = 2, CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 3 };
enum cufftXtCopyType { CUFFT_COPY_HOST_TO_DEVICE = 0, CUFFT_COPY_DEVICE_TO_HOST = 1, CUFFT_COPY_DEVICE_TO_DEVICE = 2 };
struct cudaXtDesc {
  int version, nGPUs, GPUs[64];
  void *data[64];
  size_t size[64];
  void *cudaXtState;
};
struct cudaLibXtDesc {
  int version;
  cudaXtDesc *descriptor;
  int library, subFormat;
  void *libDescriptor;
};
enum cufftXtCallbackType {
  CUFFT_CB_LD_COMPLEX = 0, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX,
  CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE, CUFFT_CB_UNDEFINED
};
// Functions of the program that the library calls for every element. Kernels of the library are not in the program.
#define __GPURACE_CALLBACKS(KIND, T)                                                            \
  typedef T (*cufftCallbackLoad##KIND)(void *data, size_t at, void *info, void *shared);         \
  typedef void (*cufftCallbackStore##KIND)(void *data, size_t at, T element, void *info, void *shared);
__GPURACE_CALLBACKS(C, cufftComplex)
__GPURACE_CALLBACKS(Z, cufftDoubleComplex)
__GPURACE_CALLBACKS(R, cufftReal)
__GPURACE_CALLBACKS(D, cufftDoubleReal)
#undef __GPURACE_CALLBACKS
extern "C" {
cufftResult cufftXtSetGPUs(cufftHandle plan, int n, int *devices);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format);
cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from, cufftXtCopyType type);
cufftResult cufftXtFree(cudaLibXtDesc *descriptor);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtSetCallback(cufftHandle plan, void **callback, cufftXtCallbackType type, void **info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t bytes);
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **area), cufftXtQueryPlan(cufftHandle, void *, int);
cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction);
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n, long long *inembed, long long istride,
                                long long idist, cudaDataType in, long long *onembed, long long ostride, long long odist,
                                cudaDataType out, long long batch, size_t *bytes, cudaDataType execution);
}
