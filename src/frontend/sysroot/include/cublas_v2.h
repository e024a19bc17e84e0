// Linear algebra of the host: types, enumerators and the functions in use, far enough to compile callers.
#pragma once
#include <cuComplex.h>
#include <library_types.h>

struct __half;
typedef struct cublasContext *cublasHandle_t;
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1 = 1, CUBLAS_GEMM_ALGO2 = 2,
  CUBLAS_GEMM_ALGO3 = 3, CUBLAS_GEMM_ALGO4 = 4, CUBLAS_GEMM_ALGO5 = 5, CUBLAS_GEMM_ALGO6 = 6, CUBLAS_GEMM_ALGO7 = 7,
  CUBLAS_GEMM_ALGO8 = 8, CUBLAS_GEMM_ALGO23 = 23, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_ALGO0_TENSOR_OP = 100, CUBLAS_GEMM_ALGO15_TENSOR_OP = 115
} cublasGemmAlgo_t;
typedef cudaDataType cublasDataType_t;
extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int size, const void *x, int dx, void *y, int dy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int dx, void *y, int dy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
#define __GPURACE_BLAS_PRODUCTS(T, t, V)                                                                               \
  cublasStatus_t cublas##T##gemm##V(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const t *,    \
                                 const t *, int, const t *, int, const t *, t *, int);                              \
  cublasStatus_t cublas##T##gemmBatched##V(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,        \
                                        const t *, const t *const[], int, const t *const[], int, const t *,         \
                                        t *const[], int, int);                                                      \
  cublasStatus_t cublas##T##gemmStridedBatched##V(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, \
                                               const t *, const t *, int, long long, const t *, int, long long,     \
                                               const t *, t *, int, long long, int);
#define __GPURACE_BLAS(T, t, V)                                                                                        \
  __GPURACE_BLAS_PRODUCTS(T, t, V)                                                                                     \
  cublasStatus_t cublas##T##gemv##V(cublasHandle_t, cublasOperation_t, int, int, const t *, const t *, int, const t *, \
                                 int, const t *, t *, int);                                                         \
  cublasStatus_t cublas##T##geam##V(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, const t *,         \
                                 const t *, int, const t *, const t *, int, t *, int);                              \
  cublasStatus_t cublas##T##symm##V(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, int, int, const t *,           \
                                 const t *, int, const t *, int, const t *, t *, int);                              \
  cublasStatus_t cublas##T##syrk##V(cublasHandle_t, cublasFillMode_t, cublasOperation_t, int, int, const t *,          \
                                 const t *, int, const t *, t *, int);                                              \
  cublasStatus_t cublas##T##trsm##V(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,             \
                                 cublasDiagType_t, int, int, const t *, const t *, int, t *, int);                  \
  cublasStatus_t cublas##T##tpmv##V(cublasHandle_t, cublasFillMode_t, cublasOperation_t, cublasDiagType_t, int,       \
                                 const t *, t *, int);                                                              \
  cublasStatus_t cublas##T##trsmBatched##V(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, cublasOperation_t,      \
                                        cublasDiagType_t, int, int, const t *, const t *const[], int, t *const[],   \
                                        int, int);                                                                  \
  cublasStatus_t cublas##T##getrfBatched##V(cublasHandle_t, int, t *const[], int, int *, int *, int);                  \
  cublasStatus_t cublas##T##getriBatched##V(cublasHandle_t, int, const t *const[], int, const int *, t *const[], int,  \
                                         int *, int);                                                               \
  cublasStatus_t cublas##T##getrsBatched##V(cublasHandle_t, cublasOperation_t, int, int, const t *const[], int,        \
                                         const int *, t *const[], int, int *, int);                                 \
  cublasStatus_t cublas##T##axpy##V(cublasHandle_t, int, const t *, const t *, int, t *, int);                         \
  cublasStatus_t cublas##T##scal##V(cublasHandle_t, int, const t *, t *, int);                                         \
  cublasStatus_t cublas##T##copy##V(cublasHandle_t, int, const t *, int, t *, int);                                    \
  cublasStatus_t cublas##T##swap##V(cublasHandle_t, int, t *, int, t *, int);
#define __GPURACE_BLAS_REAL(T, t, V)                                                                                   \
  __GPURACE_BLAS(T, t, V)                                                                                              \
  cublasStatus_t cublas##T##ger##V(cublasHandle_t, int, int, const t *, const t *, int, const t *, int, t *, int);     \
  cublasStatus_t cublas##T##symv##V(cublasHandle_t, cublasFillMode_t, int, const t *, const t *, int, const t *, int,  \
                                 const t *, t *, int);                                                              \
  cublasStatus_t cublas##T##spmv##V(cublasHandle_t, cublasFillMode_t, int, const t *, const t *, const t *, int,      \
                                 const t *, t *, int);                                                              \
  cublasStatus_t cublas##T##spr##V(cublasHandle_t, cublasFillMode_t, int, const t *, const t *, int, t *);            \
  cublasStatus_t cublas##T##dot##V(cublasHandle_t, int, const t *, int, const t *, int, t *);                          \
  cublasStatus_t cublas##T##nrm2##V(cublasHandle_t, int, const t *, int, t *);                                         \
  cublasStatus_t cublas##T##asum##V(cublasHandle_t, int, const t *, int, t *);                                         \
  cublasStatus_t cublasI##T##amax##V(cublasHandle_t, int, const t *, int, int *);                                      \
  cublasStatus_t cublasI##T##amin##V(cublasHandle_t, int, const t *, int, int *);
// The library has them under the second name, and its header makes the first one a macro.
#define __GPURACE_BLAS_ALL(V)         \
  __GPURACE_BLAS_REAL(S, float, V)    \
  __GPURACE_BLAS_REAL(D, double, V)   \
  __GPURACE_BLAS(C, cuComplex, V)     \
  __GPURACE_BLAS(Z, cuDoubleComplex, V)
__GPURACE_BLAS_ALL()
__GPURACE_BLAS_ALL(_v2)
__GPURACE_BLAS_PRODUCTS(H, __half, )
#define __GPURACE_BLAS_COMPLEX(T, t, V)                                                                             \
  cublasStatus_t cublas##T##dotu##V(cublasHandle_t, int, const t *, int, const t *, int, t *);                         \
  cublasStatus_t cublas##T##dotc##V(cublasHandle_t, int, const t *, int, const t *, int, t *);
__GPURACE_BLAS_COMPLEX(C, cuComplex, )
__GPURACE_BLAS_COMPLEX(Z, cuDoubleComplex, )
__GPURACE_BLAS_COMPLEX(C, cuComplex, _v2)
__GPURACE_BLAS_COMPLEX(Z, cuDoubleComplex, _v2)
cublasStatus_t cublasScnrm2(cublasHandle_t, int, const cuComplex *, int, float *);
cublasStatus_t cublasDznrm2(cublasHandle_t, int, const cuDoubleComplex *, int, double *);
}
// The runtime has each of these twice, with the type of the computation as a type of numbers, too.
#define __GPURACE_BLAS_EX(COMPUTE)                                                                                   \
  cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void *,     \
                              const void *, cudaDataType, int, const void *, cudaDataType, int, const void *,        \
                              void *, cudaDataType, int, COMPUTE, cublasGemmAlgo_t);                                 \
  cublasStatus_t cublasGemmBatchedEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,            \
                                     const void *, const void *const[], cudaDataType, int, const void *const[],      \
                                     cudaDataType, int, const void *, void *const[], cudaDataType, int, int,         \
                                     COMPUTE, cublasGemmAlgo_t);                                                     \
  cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,     \
                                            const void *, const void *, cudaDataType, int, long long, const void *,  \
                                            cudaDataType, int, long long, const void *, void *, cudaDataType, int,   \
                                            long long, int, COMPUTE, cublasGemmAlgo_t);
__GPURACE_BLAS_EX(cublasComputeType_t)
__GPURACE_BLAS_EX(cudaDataType)
