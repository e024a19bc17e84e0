// Message passing: far enough to compile callers. Long signatures are left open.
#pragma once
typedef struct __gpurace_mpi_comm *MPI_Comm;
typedef struct __gpurace_mpi_type *MPI_Datatype;
typedef struct __gpurace_mpi_op *MPI_Op;
typedef struct __gpurace_mpi_request *MPI_Request;
typedef struct __gpurace_mpi_group *MPI_Group;
typedef struct __gpurace_mpi_info *MPI_Info;
typedef struct __gpurace_mpi_win *MPI_Win;
typedef struct __gpurace_mpi_file *MPI_File;
typedef long MPI_Aint, MPI_Offset;
struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
};
#define MPI_COMM_WORLD ((MPI_Comm)1)
#define MPI_COMM_SELF ((MPI_Comm)2)
#define MPI_COMM_NULL ((MPI_Comm)0)
#define MPI_REQUEST_NULL ((MPI_Request)0)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_SUCCESS 0
#define MPI_ANY_SOURCE -1
#define MPI_ANY_TAG -1
#define MPI_PROC_NULL -2
#define MPI_COMM_TYPE_SHARED 1
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
#define MPI_CHAR ((MPI_Datatype)1)
#define MPI_BYTE ((MPI_Datatype)2)
#define MPI_INT ((MPI_Datatype)3)
#define MPI_UNSIGNED ((MPI_Datatype)4)
#define MPI_LONG ((MPI_Datatype)5)
#define MPI_LONG_LONG ((MPI_Datatype)6)
#define MPI_LONG_LONG_INT ((MPI_Datatype)6)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)7)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)8)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)9)
#define MPI_FLOAT ((MPI_Datatype)10)
#define MPI_DOUBLE ((MPI_Datatype)11)
#define MPI_SHORT ((MPI_Datatype)12)
#define MPI_INT32_T ((MPI_Datatype)13)
#define MPI_INT64_T ((MPI_Datatype)14)
#define MPI_UINT64_T ((MPI_Datatype)15)
#define MPI_UINT8_T ((MPI_Datatype)16)
#define MPI_C_BOOL ((MPI_Datatype)17)
#define MPI_SUM ((MPI_Op)1)
#define MPI_MAX ((MPI_Op)2)
#define MPI_MIN ((MPI_Op)3)
#define MPI_PROD ((MPI_Op)4)
#define MPI_LAND ((MPI_Op)5)
#define MPI_LOR ((MPI_Op)6)
extern "C" {
int MPI_Init(int *, char ***), MPI_Init_thread(int *, char ***, int, int *), MPI_Finalize(void), MPI_Initialized(int *);
int MPI_Comm_rank(MPI_Comm, int *), MPI_Comm_size(MPI_Comm, int *), MPI_Barrier(MPI_Comm), MPI_Abort(MPI_Comm, int);
int MPI_Get_processor_name(char *, int *), MPI_Wait(MPI_Request *, MPI_Status *), MPI_Test(MPI_Request *, int *, MPI_Status *);
double MPI_Wtime(void);
int MPI_Send(...), MPI_Recv(...), MPI_Isend(...), MPI_Irecv(...), MPI_Ssend(...), MPI_Sendrecv(...), MPI_Waitall(...);
int MPI_Waitany(...), MPI_Bcast(...), MPI_Reduce(...), MPI_Allreduce(...), MPI_Iallreduce(...), MPI_Gather(...);
int MPI_Gatherv(...), MPI_Allgather(...), MPI_Allgatherv(...), MPI_Scatter(...), MPI_Scatterv(...), MPI_Alltoall(...);
int MPI_Alltoallv(...), MPI_Scan(...), MPI_Exscan(...), MPI_Comm_split(...), MPI_Comm_split_type(...), MPI_Comm_free(...);
int MPI_Comm_dup(...), MPI_Cart_create(...), MPI_Cart_coords(...), MPI_Cart_shift(...), MPI_Type_contiguous(...);
int MPI_Type_vector(...), MPI_Type_commit(...), MPI_Type_free(...), MPI_Get_count(...), MPI_Probe(...), MPI_Iprobe(...);
int MPI_Win_create(...), MPI_Win_fence(...), MPI_Win_free(...), MPI_Put(...), MPI_Get(...), MPI_Error_string(...);
}
