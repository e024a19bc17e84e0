// Solvers of the host: far enough to compile callers. Long signatures are left open.
#pragma once
#include <cublas_v2.h>
#include <cusparse.h>
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct cusolverRfContext *cusolverRfHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct csrqrInfo *csrqrInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef int cusolver_int_t;
typedef enum {
  CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INVALID_VALUE,
  CUSOLVER_STATUS_ARCH_MISMATCH, CUSOLVER_STATUS_MAPPING_ERROR, CUSOLVER_STATUS_EXECUTION_FAILED,
  CUSOLVER_STATUS_INTERNAL_ERROR, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSOLVER_STATUS_NOT_SUPPORTED
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;
extern "C" {
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *), cusolverDnDestroy(cusolverDnHandle_t);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t, cudaStream_t);
cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *), cusolverSpDestroy(cusolverSpHandle_t);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t, cudaStream_t);
#define __GPURACE_STEPS(NAME) cusolverStatus_t cusolverDn##NAME(...), cusolverDn##NAME##_bufferSize(...);
#define __GPURACE_TYPED(T)                                                                                        \
  __GPURACE_STEPS(T##potrf) __GPURACE_STEPS(T##potri) __GPURACE_STEPS(T##potrs) __GPURACE_STEPS(T##getrf)         \
  __GPURACE_STEPS(T##getrs) __GPURACE_STEPS(T##geqrf) __GPURACE_STEPS(T##ormqr) __GPURACE_STEPS(T##orgqr)         \
  __GPURACE_STEPS(T##gesvd) __GPURACE_STEPS(T##gesvdj) __GPURACE_STEPS(T##syevd) __GPURACE_STEPS(T##syevj)        \
  __GPURACE_STEPS(T##heevd) __GPURACE_STEPS(T##sygvd) __GPURACE_STEPS(T##gesvdjBatched)                           \
  cusolverStatus_t cusolverDn##T##potrfBatched(...), cusolverSp##T##csrlsvqr(...), cusolverSp##T##csrlsvchol(...), \
      cusolverSp##T##csrlsvluHost(...), cusolverSp##T##csrlsvqrHost(...);
__GPURACE_TYPED(S)
__GPURACE_TYPED(D)
__GPURACE_TYPED(C)
__GPURACE_TYPED(Z)
#undef __GPURACE_TYPED
#undef __GPURACE_STEPS
cusolverStatus_t cusolverDnCreateSyevjInfo(...), cusolverDnDestroySyevjInfo(...), cusolverDnXsyevjSetTolerance(...);
cusolverStatus_t cusolverDnCreateGesvdjInfo(...), cusolverDnDestroyGesvdjInfo(...), cusolverDnXgesvdjSetTolerance(...);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(...), cusolverDnCreateParams(...), cusolverDnDestroyParams(...);
}
