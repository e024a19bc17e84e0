// Sparse linear algebra of the host: far enough to compile callers. Long signatures are left open.
#pragma once
#include <cuComplex.h>
#include <library_types.h>
#include <stdint.h>
#define CUSPARSE_VERSION 12300
#define CUSPARSE_VER_MAJOR 12
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef const struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;
typedef const struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;
typedef const struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;
typedef enum {
  CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE,
  CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED,
  CUSPARSE_STATUS_INTERNAL_ERROR, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT,
  CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
} cusparseStatus_t;
typedef enum { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE } cusparseOperation_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE } cusparseIndexBase_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR } cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT } cusparseDiagType_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC } cusparseAction_t;
typedef enum { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN } cusparseDirection_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL } cusparseSolvePolicy_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_SPMV_COO_ALG2, CUSPARSE_SPMV_SELL_ALG1, CUSPARSE_MV_ALG_DEFAULT = 0 } cusparseSpMVAlg_t;
typedef enum {
  CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2,
  CUSPARSE_SPMM_COO_ALG3 = 3, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG2 = 6,
  CUSPARSE_SPMMA_PREPROCESS = 7, CUSPARSE_SPMM_CSR_ALG3 = 12, CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13
} cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_SPMM_OP_ALG_DEFAULT } cusparseSpMMOpAlg_t;
typedef enum {
  CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3, CUSPARSE_FORMAT_BLOCKED_ELL = 5,
  CUSPARSE_FORMAT_BSR = 6, CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct csrsm2Info *csrsm2Info_t;
typedef struct csrgemm2Info *csrgemm2Info_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct pruneInfo *pruneInfo_t;
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
typedef const struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;
typedef enum { CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC, CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3 } cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT } cusparseSpSMAlg_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 = 2 } cusparseCsr2CscAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT } cusparseDenseToSparseAlg_t;
extern "C" {
cusparseStatus_t cusparseCreate(cusparseHandle_t *), cusparseDestroy(cusparseHandle_t);
cusparseStatus_t cusparseSetStream(cusparseHandle_t, cudaStream_t), cusparseGetVersion(cusparseHandle_t, int *);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t, cusparsePointerMode_t);
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *), cusparseDestroyMatDescr(cusparseMatDescr_t);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t, cusparseMatrixType_t);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t, cusparseIndexBase_t);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t, cusparseFillMode_t);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t, cusparseDiagType_t);
const char *cusparseGetErrorString(cusparseStatus_t);
const char *cusparseGetErrorName(cusparseStatus_t);
#define __GPURACE_DESCRIPTIONS(KIND) cusparseStatus_t cusparseCreate##KIND(...), cusparseDestroy##KIND(...);
__GPURACE_DESCRIPTIONS(Csr)
__GPURACE_DESCRIPTIONS(ConstCsr)
__GPURACE_DESCRIPTIONS(Csc)
__GPURACE_DESCRIPTIONS(Coo)
__GPURACE_DESCRIPTIONS(BlockedEll)
__GPURACE_DESCRIPTIONS(SpMat)
__GPURACE_DESCRIPTIONS(SpVec)
__GPURACE_DESCRIPTIONS(DnVec)
__GPURACE_DESCRIPTIONS(DnMat)
__GPURACE_DESCRIPTIONS(Csrsv2Info)
__GPURACE_DESCRIPTIONS(Csrilu02Info)
__GPURACE_DESCRIPTIONS(Csric02Info)
__GPURACE_DESCRIPTIONS(Bsr)
__GPURACE_DESCRIPTIONS(ConstBsr)
__GPURACE_DESCRIPTIONS(ConstCsc)
__GPURACE_DESCRIPTIONS(ConstCoo)
__GPURACE_DESCRIPTIONS(ConstBlockedEll)
__GPURACE_DESCRIPTIONS(SlicedEll)
__GPURACE_DESCRIPTIONS(ConstSlicedEll)
__GPURACE_DESCRIPTIONS(ConstSpVec)
__GPURACE_DESCRIPTIONS(ConstDnVec)
__GPURACE_DESCRIPTIONS(ConstDnMat)
__GPURACE_DESCRIPTIONS(Csrsm2Info)
__GPURACE_DESCRIPTIONS(Csrgemm2Info)
__GPURACE_DESCRIPTIONS(Csru2csrInfo)
__GPURACE_DESCRIPTIONS(Bsrsv2Info)
__GPURACE_DESCRIPTIONS(Bsrsm2Info)
__GPURACE_DESCRIPTIONS(Bsrilu02Info)
__GPURACE_DESCRIPTIONS(Bsric02Info)
__GPURACE_DESCRIPTIONS(ColorInfo)
__GPURACE_DESCRIPTIONS(PruneInfo)
#undef __GPURACE_DESCRIPTIONS
#define __GPURACE_STEPS(NAME)                                                                          \
  cusparseStatus_t cusparse##NAME(...), cusparse##NAME##_bufferSize(...), cusparse##NAME##_preprocess(...), \
      cusparse##NAME##_analysis(...), cusparse##NAME##_solve(...), cusparse##NAME##_compute(...),       \
      cusparse##NAME##_copy(...), cusparse##NAME##_workEstimation(...), cusparse##NAME##_createDescr(...), \
      cusparse##NAME##_destroyDescr(...), cusparse##NAME##_convert(...);
__GPURACE_STEPS(SpMV)
__GPURACE_STEPS(SpMM)
__GPURACE_STEPS(SpGEMM)
__GPURACE_STEPS(SpSV)
__GPURACE_STEPS(SpSM)
__GPURACE_STEPS(SDDMM)
__GPURACE_STEPS(SpVV)
__GPURACE_STEPS(SparseToDense)
__GPURACE_STEPS(DenseToSparse)
#undef __GPURACE_STEPS
#define __GPURACE_TYPED(T)                                                                                  \
  cusparseStatus_t cusparse##T##csrmv(...), cusparse##T##csrmm(...), cusparse##T##csrmm2(...),              \
      cusparse##T##csrgemm(...), cusparse##T##dense2csr(...), cusparse##T##csr2dense(...), cusparse##T##nnz(...), \
      cusparse##T##csrilu02(...), cusparse##T##csrilu02_bufferSize(...), cusparse##T##csrilu02_analysis(...), \
      cusparse##T##csric02(...), cusparse##T##csric02_bufferSize(...), cusparse##T##csric02_analysis(...),    \
      cusparse##T##csrsv2_solve(...), cusparse##T##csrsv2_bufferSize(...), cusparse##T##csrsv2_analysis(...), \
      cusparse##T##csr2csc(...), cusparse##T##gthr(...), cusparse##T##axpyi(...), cusparse##T##bsrmv(...),        \
      cusparse##T##gthrz(...), cusparse##T##sctr(...), cusparse##T##roti(...), cusparse##T##doti(...),            \
      cusparse##T##bsrmm(...), cusparse##T##bsrxmv(...), cusparse##T##gemvi(...), cusparse##T##gemvi_bufferSize(...), \
      cusparse##T##csrsv_analysis(...), cusparse##T##csrsv_solve(...), cusparse##T##csrsm_analysis(...),          \
      cusparse##T##csrsm_solve(...), cusparse##T##csrsm2_analysis(...), cusparse##T##csrsm2_solve(...),           \
      cusparse##T##csrsm2_bufferSizeExt(...), cusparse##T##csrilu0(...), cusparse##T##csric0(...),                \
      cusparse##T##csrilu02_numericBoost(...), cusparse##T##csrgemm2(...), cusparse##T##csrgemm2_bufferSizeExt(...), \
      cusparse##T##csrgeam(...), cusparse##T##csrgeam2(...), cusparse##T##csrgeam2_bufferSizeExt(...),            \
      cusparse##T##dense2csc(...), cusparse##T##csc2dense(...), cusparse##T##csr2bsr(...), cusparse##T##bsr2csr(...), \
      cusparse##T##gebsr2gebsr(...), cusparse##T##gebsr2csr(...), cusparse##T##csr2gebsr(...),                    \
      cusparse##T##csr2csr_compress(...), cusparse##T##nnz_compress(...), cusparse##T##csrcolor(...),             \
      cusparse##T##gtsv(...), cusparse##T##gtsv_nopivot(...), cusparse##T##gtsvStridedBatch(...),                 \
      cusparse##T##gtsv2(...), cusparse##T##gtsv2_bufferSizeExt(...), cusparse##T##gtsv2_nopivot(...),            \
      cusparse##T##gtsv2_nopivot_bufferSizeExt(...), cusparse##T##gtsv2StridedBatch(...),                         \
      cusparse##T##gtsv2StridedBatch_bufferSizeExt(...), cusparse##T##gtsvInterleavedBatch(...),                  \
      cusparse##T##gtsvInterleavedBatch_bufferSizeExt(...), cusparse##T##gpsvInterleavedBatch(...),               \
      cusparse##T##gpsvInterleavedBatch_bufferSizeExt(...), cusparse##T##bsrsv2_bufferSize(...),                  \
      cusparse##T##bsrsv2_analysis(...), cusparse##T##bsrsv2_solve(...), cusparse##T##bsrsm2_bufferSize(...),     \
      cusparse##T##bsrsm2_analysis(...), cusparse##T##bsrsm2_solve(...), cusparse##T##bsrilu02_bufferSize(...),   \
      cusparse##T##bsrilu02_analysis(...), cusparse##T##bsrilu02(...), cusparse##T##bsric02_bufferSize(...),      \
      cusparse##T##bsric02_analysis(...), cusparse##T##bsric02(...);
__GPURACE_TYPED(S)
__GPURACE_TYPED(D)
__GPURACE_TYPED(C)
__GPURACE_TYPED(Z)
#undef __GPURACE_TYPED
cusparseStatus_t cusparseXcsr2coo(...), cusparseXcoo2csr(...), cusparseXcoosort_bufferSizeExt(...);
cusparseStatus_t cusparseXcoosortByRow(...), cusparseXcoosortByColumn(...), cusparseXcsrgemmNnz(...);
cusparseStatus_t cusparseCreateIdentityPermutation(...), cusparseCsr2cscEx2(...), cusparseCsr2cscEx2_bufferSize(...);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(...), cusparseXcsric02_zeroPivot(...), cusparseGather(...);
cusparseStatus_t cusparseScatter(...), cusparseAxpby(...), cusparseSpMatSetAttribute(...), cusparseSpMatGetSize(...);
cusparseStatus_t cusparseCsrSetPointers(...), cusparseDnVecSetValues(...), cusparseDnMatSetValues(...);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t);
cusparseStatus_t cusparseCopyMatDescr(cusparseMatDescr_t, const cusparseMatDescr_t);
cusparseStatus_t cusparseGetStream(cusparseHandle_t, cudaStream_t *), cusparseGetProperty(libraryPropertyType, int *);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t, cusparsePointerMode_t *), cusparseRot(...);
cusparseStatus_t cusparseXcsrgeamNnz(...), cusparseXcsrgeam2Nnz(...), cusparseXcsrgemm2Nnz(...), cusparseXcsr2bsrNnz(...);
cusparseStatus_t cusparseXgebsr2csr(...), cusparseXgebsr2gebsrNnz(...), cusparseXcsr2gebsrNnz(...);
cusparseStatus_t cusparseXcsrsort(...), cusparseXcsrsort_bufferSizeExt(...), cusparseXcscsort(...);
cusparseStatus_t cusparseXcscsort_bufferSizeExt(...), cusparseXcsrsv2_zeroPivot(...), cusparseXcsrsm2_zeroPivot(...);
cusparseStatus_t cusparseXbsrsv2_zeroPivot(...), cusparseXbsrsm2_zeroPivot(...), cusparseXbsrilu02_zeroPivot(...);
cusparseStatus_t cusparseXbsric02_zeroPivot(...), cusparseCreateSolveAnalysisInfo(...), cusparseDestroySolveAnalysisInfo(...);
cusparseStatus_t cusparseCsrGet(...), cusparseConstCsrGet(...), cusparseCooGet(...), cusparseCscGet(...);
cusparseStatus_t cusparseBlockedEllGet(...), cusparseSpVecGet(...), cusparseDnVecGet(...), cusparseDnMatGet(...);
cusparseStatus_t cusparseCscSetPointers(...), cusparseCooSetPointers(...), cusparseSpMatGetFormat(...);
cusparseStatus_t cusparseSpMatGetIndexBase(...), cusparseSpMatGetValues(...), cusparseSpMatSetValues(...);
cusparseStatus_t cusparseSpMatGetAttribute(...), cusparseSpMatSetStridedBatch(...), cusparseSpMatGetStridedBatch(...);
cusparseStatus_t cusparseCsrSetStridedBatch(...), cusparseCooSetStridedBatch(...), cusparseBsrSetStridedBatch(...);
cusparseStatus_t cusparseSpVecGetIndexBase(...), cusparseSpVecGetValues(...), cusparseSpVecSetValues(...);
cusparseStatus_t cusparseDnVecGetValues(...), cusparseDnMatGetValues(...), cusparseDnMatSetStridedBatch(...);
cusparseStatus_t cusparseDnMatGetStridedBatch(...), cusparseSpGEMM_getNumProducts(...), cusparseSpGEMM_estimateMemory(...);
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(...), cusparseSpGEMMreuse_nnz(...), cusparseSpGEMMreuse_copy(...);
cusparseStatus_t cusparseSpGEMMreuse_compute(...), cusparseSpSV_updateMatrix(...), cusparseSpSM_updateMatrix(...);
cusparseStatus_t cusparseSpMMOp_createPlan(...), cusparseSpMMOp_destroyPlan(...), cusparseSpMMOp(...);
}
