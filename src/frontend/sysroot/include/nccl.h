// Communication between devices: far enough to compile callers. Long signatures are left open.
#pragma once
#include <cuda_fp16.h>
#define NCCL_MAJOR 2
#define NCCL_MINOR 20
#define NCCL_VERSION_CODE 22000
#define NCCL_UNIQUE_ID_BYTES 128
typedef struct ncclComm *ncclComm_t;
struct ncclUniqueId {
  char internal[NCCL_UNIQUE_ID_BYTES];
};
typedef enum { ncclSuccess, ncclUnhandledCudaError, ncclSystemError, ncclInternalError, ncclInvalidArgument, ncclInvalidUsage, ncclRemoteError, ncclInProgress } ncclResult_t;
typedef enum { ncclSum, ncclProd, ncclMax, ncclMin, ncclAvg } ncclRedOp_t;
typedef enum {
  ncclInt8 = 0, ncclChar = 0, ncclUint8 = 1, ncclInt32 = 2, ncclInt = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5,
  ncclFloat16 = 6, ncclHalf = 6, ncclFloat32 = 7, ncclFloat = 7, ncclFloat64 = 8, ncclDouble = 8, ncclBfloat16 = 9
} ncclDataType_t;
extern "C" {
const char *ncclGetErrorString(ncclResult_t);
const char *ncclGetLastError(ncclComm_t);
ncclResult_t ncclGetVersion(int *), ncclGetUniqueId(ncclUniqueId *), ncclCommInitAll(ncclComm_t *, int, const int *);
ncclResult_t ncclCommInitRank(ncclComm_t *, int, ncclUniqueId, int), ncclCommDestroy(ncclComm_t), ncclCommAbort(ncclComm_t);
ncclResult_t ncclCommFinalize(ncclComm_t), ncclCommCount(ncclComm_t, int *), ncclCommUserRank(ncclComm_t, int *);
ncclResult_t ncclCommCuDevice(ncclComm_t, int *), ncclCommGetAsyncError(ncclComm_t, ncclResult_t *);
ncclResult_t ncclGroupStart(), ncclGroupEnd();
ncclResult_t ncclAllReduce(...), ncclBroadcast(...), ncclBcast(...), ncclReduce(...), ncclAllGather(...);
ncclResult_t ncclReduceScatter(...), ncclSend(...), ncclRecv(...), ncclMemAlloc(...), ncclMemFree(...), ncclCommSplit(...);
}
