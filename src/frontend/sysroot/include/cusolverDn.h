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
  CUSOLVER_STATUS_INTERNAL_ERROR, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSOLVER_STATUS_NOT_SUPPORTED,
  CUSOLVER_STATUS_ZERO_PIVOT, CUSOLVER_STATUS_INVALID_LICENSE, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED,
  CUSOLVER_STATUS_IRS_PARAMS_INVALID, CUSOLVER_STATUS_IRS_NOT_SUPPORTED = 20, CUSOLVER_STATUS_INVALID_WORKSPACE = 31
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3 } cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR } cusolverEigMode_t;
typedef enum { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I = 1002, CUSOLVER_EIG_RANGE_V = 1003 } cusolverEigRange_t;
typedef enum { CUSOLVER_ALG_0, CUSOLVER_ALG_1, CUSOLVER_ALG_2 } cusolverAlgMode_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1 } cusolverDnFunction_t;
typedef enum { CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON } cusolverRfResetValuesFastMode_t;
typedef enum { CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC } cusolverRfMatrixFormat_t;
typedef enum { CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U } cusolverRfUnitDiagonal_t;
typedef enum { CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_FACTORIZATION_ALG1, CUSOLVERRF_FACTORIZATION_ALG2 } cusolverRfFactorization_t;
typedef enum { CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1, CUSOLVERRF_TRIANGULAR_SOLVE_ALG2, CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 } cusolverRfTriangularSolve_t;
typedef struct csrluInfoHost *csrluInfoHost_t;
typedef struct csrqrInfoHost *csrqrInfoHost_t;
typedef struct csrcholInfo *csrcholInfo_t;
typedef struct csrcholInfoHost *csrcholInfoHost_t;
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
  __GPURACE_STEPS(T##gebrd) __GPURACE_STEPS(T##orgbr) __GPURACE_STEPS(T##sytrd) __GPURACE_STEPS(T##orgtr)         \
  __GPURACE_STEPS(T##ormtr) __GPURACE_STEPS(T##ungqr) __GPURACE_STEPS(T##unmqr) __GPURACE_STEPS(T##sytrf)         \
  __GPURACE_STEPS(T##syevdx) __GPURACE_STEPS(T##sygvdx) __GPURACE_STEPS(T##sygvj) __GPURACE_STEPS(T##hegvd)       \
  __GPURACE_STEPS(T##heevj) __GPURACE_STEPS(T##heevdx) __GPURACE_STEPS(T##syevjBatched) __GPURACE_STEPS(T##heevjBatched) \
  __GPURACE_STEPS(T##gesvdaStridedBatched) __GPURACE_STEPS(T##laswp)                                              \
  cusolverStatus_t cusolverDn##T##potrsBatched(...), cusolverSp##T##csreigvsi(...), cusolverSp##T##csrlsqvqrHost(...), \
      cusolverSp##T##csrlsvcholHost(...), cusolverSp##T##csrqrBufferInfoBatched(...), cusolverSp##T##csrqrsvBatched(...), \
      cusolverSp##T##csreigvsiHost(...), cusolverSp##T##csrzfdHost(...);                                          \
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
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t, cudaStream_t *), cusolverSpGetStream(cusolverSpHandle_t, cudaStream_t *);
cusolverStatus_t cusolverGetVersion(int *), cusolverGetProperty(libraryPropertyType, int *);
cusolverStatus_t cusolverDnSetAdvOptions(...), cusolverDnXsyevjSetSortEig(...), cusolverDnXsyevjGetResidual(...);
cusolverStatus_t cusolverDnXsyevjGetSweeps(...), cusolverDnXgesvdjSetMaxSweeps(...), cusolverDnXgesvdjSetSortEig(...);
cusolverStatus_t cusolverDnXgesvdjGetResidual(...), cusolverDnXgesvdjGetSweeps(...);
#define __GPURACE_GENERIC(NAME) cusolverStatus_t cusolverDn##NAME(...), cusolverDn##NAME##_bufferSize(...);
__GPURACE_GENERIC(Xpotrf)
__GPURACE_GENERIC(Xpotrs)
__GPURACE_GENERIC(Xgetrf)
__GPURACE_GENERIC(Xgetrs)
__GPURACE_GENERIC(Xgeqrf)
__GPURACE_GENERIC(Xsyevd)
__GPURACE_GENERIC(Xsyevdx)
__GPURACE_GENERIC(Xgesvd)
__GPURACE_GENERIC(Xgesvdp)
__GPURACE_GENERIC(Xgesvdr)
__GPURACE_GENERIC(Xtrtri)
__GPURACE_GENERIC(Xsytrs)
#undef __GPURACE_GENERIC
cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t *), cusolverSpDestroyCsrqrInfo(csrqrInfo_t);
cusolverStatus_t cusolverSpXcsrissymHost(...), cusolverSpXcsrsymrcmHost(...), cusolverSpXcsrsymmdqHost(...);
cusolverStatus_t cusolverSpXcsrsymamdHost(...), cusolverSpXcsrmetisndHost(...), cusolverSpXcsrperm_bufferSizeHost(...);
cusolverStatus_t cusolverSpXcsrpermHost(...), cusolverSpXcsrqrAnalysisBatched(...);
cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *), cusolverRfDestroy(cusolverRfHandle_t);
cusolverStatus_t cusolverRfSetNumericProperties(...), cusolverRfSetAlgs(...), cusolverRfSetMatrixFormat(...);
cusolverStatus_t cusolverRfSetResetValuesFastMode(...), cusolverRfSetupDevice(...), cusolverRfSetupHost(...);
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t), cusolverRfRefactor(cusolverRfHandle_t), cusolverRfResetValues(...);
cusolverStatus_t cusolverRfSolve(...), cusolverRfBatchSetupHost(...), cusolverRfBatchAnalyze(cusolverRfHandle_t);
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t), cusolverRfBatchSolve(...), cusolverRfBatchResetValues(...);
}
