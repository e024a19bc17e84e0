// Linear algebra of the host: types, enumerators and the functions in use, far enough to compile callers.
#pragma once
#include <cuComplex.h>

typedef struct cublasContext *cublasHandle_t;
typedef enum { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_EXECUTION_FAILED = 13 } cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1 } cublasFillMode_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasSetVector(int n, int size, const void *x, int dx, void *y, int dy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int dx, void *y, int dy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
#define __GPURACE_BLAS(T, t)                                                                                        \
  cublasStatus_t cublas##T##gemm(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const t *,    \
                                 const t *, int, const t *, int, const t *, t *, int);                              \
  cublasStatus_t cublas##T##gemv(cublasHandle_t, cublasOperation_t, int, int, const t *, const t *, int, const t *, \
                                 int, const t *, t *, int);                                                         \
  cublasStatus_t cublas##T##axpy(cublasHandle_t, int, const t *, const t *, int, t *, int);                         \
  cublasStatus_t cublas##T##scal(cublasHandle_t, int, const t *, t *, int);                                         \
  cublasStatus_t cublas##T##copy(cublasHandle_t, int, const t *, int, t *, int);                                    \
  cublasStatus_t cublas##T##dot(cublasHandle_t, int, const t *, int, const t *, int, t *);                          \
  cublasStatus_t cublas##T##nrm2(cublasHandle_t, int, const t *, int, t *);
__GPURACE_BLAS(S, float)
__GPURACE_BLAS(D, double)
__GPURACE_BLAS(C, cuComplex)
__GPURACE_BLAS(Z, cuDoubleComplex)
}
