// The host side of OpenCL, for C and C++. Nothing here has a body: `src/host/opencl-calls.ts` says what the functions do
// that lead to a launch, and the others only hand out what nobody knows.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CL_API_ENTRY
#define CL_API_CALL
#define CL_CALLBACK
#define CL_TARGET_OPENCL_VERSION 300

#define CL_SUCCESS 0
#define CL_DEVICE_NOT_FOUND (-1)
#define CL_DEVICE_NOT_AVAILABLE (-2)
#define CL_COMPILER_NOT_AVAILABLE (-3)
#define CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)
#define CL_OUT_OF_RESOURCES (-5)
#define CL_OUT_OF_HOST_MEMORY (-6)
#define CL_PROFILING_INFO_NOT_AVAILABLE (-7)
#define CL_MEM_COPY_OVERLAP (-8)
#define CL_IMAGE_FORMAT_MISMATCH (-9)
#define CL_IMAGE_FORMAT_NOT_SUPPORTED (-10)
#define CL_BUILD_PROGRAM_FAILURE (-11)
#define CL_MAP_FAILURE (-12)
#define CL_MISALIGNED_SUB_BUFFER_OFFSET (-13)
#define CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST (-14)
#define CL_COMPILE_PROGRAM_FAILURE (-15)
#define CL_LINKER_NOT_AVAILABLE (-16)
#define CL_LINK_PROGRAM_FAILURE (-17)
#define CL_DEVICE_PARTITION_FAILED (-18)
#define CL_KERNEL_ARG_INFO_NOT_AVAILABLE (-19)
#define CL_INVALID_VALUE (-30)
#define CL_INVALID_DEVICE_TYPE (-31)
#define CL_INVALID_PLATFORM (-32)
#define CL_INVALID_DEVICE (-33)
#define CL_INVALID_CONTEXT (-34)
#define CL_INVALID_QUEUE_PROPERTIES (-35)
#define CL_INVALID_COMMAND_QUEUE (-36)
#define CL_INVALID_HOST_PTR (-37)
#define CL_INVALID_MEM_OBJECT (-38)
#define CL_INVALID_IMAGE_FORMAT_DESCRIPTOR (-39)
#define CL_INVALID_IMAGE_SIZE (-40)
#define CL_INVALID_SAMPLER (-41)
#define CL_INVALID_BINARY (-42)
#define CL_INVALID_BUILD_OPTIONS (-43)
#define CL_INVALID_PROGRAM (-44)
#define CL_INVALID_PROGRAM_EXECUTABLE (-45)
#define CL_INVALID_KERNEL_NAME (-46)
#define CL_INVALID_KERNEL_DEFINITION (-47)
#define CL_INVALID_KERNEL (-48)
#define CL_INVALID_ARG_INDEX (-49)
#define CL_INVALID_ARG_VALUE (-50)
#define CL_INVALID_ARG_SIZE (-51)
#define CL_INVALID_KERNEL_ARGS (-52)
#define CL_INVALID_WORK_DIMENSION (-53)
#define CL_INVALID_WORK_GROUP_SIZE (-54)
#define CL_INVALID_WORK_ITEM_SIZE (-55)
#define CL_INVALID_GLOBAL_OFFSET (-56)
#define CL_INVALID_EVENT_WAIT_LIST (-57)
#define CL_INVALID_EVENT (-58)
#define CL_INVALID_OPERATION (-59)
#define CL_INVALID_GL_OBJECT (-60)
#define CL_INVALID_BUFFER_SIZE (-61)
#define CL_INVALID_MIP_LEVEL (-62)
#define CL_INVALID_GLOBAL_WORK_SIZE (-63)
#define CL_INVALID_PROPERTY (-64)
#define CL_INVALID_IMAGE_DESCRIPTOR (-65)
#define CL_INVALID_COMPILER_OPTIONS (-66)
#define CL_INVALID_LINKER_OPTIONS (-67)
#define CL_INVALID_DEVICE_PARTITION_COUNT (-68)

#define CL_FALSE 0
#define CL_TRUE 1
#define CL_BLOCKING 1
#define CL_NON_BLOCKING 0
#define CL_NONE 0
#define CL_VERSION_1_0 1
#define CL_VERSION_1_1 1
#define CL_VERSION_1_2 1
#define CL_VERSION_2_0 1
#define CL_PLATFORM_PROFILE 0x0900
#define CL_PLATFORM_VERSION 0x0901
#define CL_PLATFORM_NAME 0x0902
#define CL_PLATFORM_VENDOR 0x0903
#define CL_PLATFORM_EXTENSIONS 0x0904
#define CL_DEVICE_TYPE_DEFAULT 1
#define CL_DEVICE_TYPE_CPU 2
#define CL_DEVICE_TYPE_GPU 4
#define CL_DEVICE_TYPE_ACCELERATOR 8
#define CL_DEVICE_TYPE_CUSTOM 16
#define CL_DEVICE_TYPE_ALL 0xFFFFFFFF
#define CL_DEVICE_TYPE 0x1000
#define CL_DEVICE_VENDOR_ID 0x1001
#define CL_DEVICE_MAX_COMPUTE_UNITS 0x1002
#define CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS 0x1003
#define CL_DEVICE_MAX_WORK_GROUP_SIZE 0x1004
#define CL_DEVICE_MAX_WORK_ITEM_SIZES 0x1005
#define CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR 0x1006
#define CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT 0x1007
#define CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT 0x1008
#define CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG 0x1009
#define CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT 0x100A
#define CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE 0x100B
#define CL_DEVICE_MAX_CLOCK_FREQUENCY 0x100C
#define CL_DEVICE_ADDRESS_BITS 0x100D
#define CL_DEVICE_MAX_READ_IMAGE_ARGS 0x100E
#define CL_DEVICE_MAX_WRITE_IMAGE_ARGS 0x100F
#define CL_DEVICE_MAX_MEM_ALLOC_SIZE 0x1010
#define CL_DEVICE_IMAGE2D_MAX_WIDTH 0x1011
#define CL_DEVICE_IMAGE2D_MAX_HEIGHT 0x1012
#define CL_DEVICE_IMAGE3D_MAX_WIDTH 0x1013
#define CL_DEVICE_IMAGE3D_MAX_HEIGHT 0x1014
#define CL_DEVICE_IMAGE3D_MAX_DEPTH 0x1015
#define CL_DEVICE_IMAGE_SUPPORT 0x1016
#define CL_DEVICE_MAX_PARAMETER_SIZE 0x1017
#define CL_DEVICE_MAX_SAMPLERS 0x1018
#define CL_DEVICE_MEM_BASE_ADDR_ALIGN 0x1019
#define CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE 0x101A
#define CL_DEVICE_SINGLE_FP_CONFIG 0x101B
#define CL_DEVICE_GLOBAL_MEM_CACHE_TYPE 0x101C
#define CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE 0x101D
#define CL_DEVICE_GLOBAL_MEM_CACHE_SIZE 0x101E
#define CL_DEVICE_GLOBAL_MEM_SIZE 0x101F
#define CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE 0x1020
#define CL_DEVICE_MAX_CONSTANT_ARGS 0x1021
#define CL_DEVICE_LOCAL_MEM_TYPE 0x1022
#define CL_DEVICE_LOCAL_MEM_SIZE 0x1023
#define CL_DEVICE_ERROR_CORRECTION_SUPPORT 0x1024
#define CL_DEVICE_PROFILING_TIMER_RESOLUTION 0x1025
#define CL_DEVICE_ENDIAN_LITTLE 0x1026
#define CL_DEVICE_AVAILABLE 0x1027
#define CL_DEVICE_COMPILER_AVAILABLE 0x1028
#define CL_DEVICE_EXECUTION_CAPABILITIES 0x1029
#define CL_DEVICE_QUEUE_PROPERTIES 0x102A
#define CL_DEVICE_NAME 0x102B
#define CL_DEVICE_VENDOR 0x102C
#define CL_DRIVER_VERSION 0x102D
#define CL_DEVICE_PROFILE 0x102E
#define CL_DEVICE_VERSION 0x102F
#define CL_DEVICE_EXTENSIONS 0x1030
#define CL_DEVICE_PLATFORM 0x1031
#define CL_DEVICE_DOUBLE_FP_CONFIG 0x1032
#define CL_DEVICE_HOST_UNIFIED_MEMORY 0x1035
#define CL_DEVICE_OPENCL_C_VERSION 0x103D
#define CL_LOCAL 1
#define CL_GLOBAL 2
#define CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE 1
#define CL_QUEUE_PROFILING_ENABLE 2
#define CL_CONTEXT_REFERENCE_COUNT 0x1080
#define CL_CONTEXT_DEVICES 0x1081
#define CL_CONTEXT_PROPERTIES 0x1082
#define CL_CONTEXT_NUM_DEVICES 0x1083
#define CL_CONTEXT_PLATFORM 0x1084
#define CL_QUEUE_CONTEXT 0x1090
#define CL_QUEUE_DEVICE 0x1091
#define CL_QUEUE_REFERENCE_COUNT 0x1092
#define CL_QUEUE_PROPERTIES 0x1093
#define CL_MEM_READ_WRITE 1
#define CL_MEM_WRITE_ONLY 2
#define CL_MEM_READ_ONLY 4
#define CL_MEM_USE_HOST_PTR 8
#define CL_MEM_ALLOC_HOST_PTR 16
#define CL_MEM_COPY_HOST_PTR 32
#define CL_MEM_HOST_WRITE_ONLY 128
#define CL_MEM_HOST_READ_ONLY 256
#define CL_MEM_HOST_NO_ACCESS 512
#define CL_MEM_SVM_FINE_GRAIN_BUFFER 1024
#define CL_MEM_SVM_ATOMICS 2048
#define CL_R 0x10B0
#define CL_A 0x10B1
#define CL_RG 0x10B2
#define CL_RA 0x10B3
#define CL_RGB 0x10B4
#define CL_RGBA 0x10B5
#define CL_BGRA 0x10B6
#define CL_ARGB 0x10B7
#define CL_INTENSITY 0x10B8
#define CL_LUMINANCE 0x10B9
#define CL_SNORM_INT8 0x10D0
#define CL_SNORM_INT16 0x10D1
#define CL_UNORM_INT8 0x10D2
#define CL_UNORM_INT16 0x10D3
#define CL_SIGNED_INT8 0x10D7
#define CL_SIGNED_INT16 0x10D8
#define CL_SIGNED_INT32 0x10D9
#define CL_UNSIGNED_INT8 0x10DA
#define CL_UNSIGNED_INT16 0x10DB
#define CL_UNSIGNED_INT32 0x10DC
#define CL_HALF_FLOAT 0x10DD
#define CL_FLOAT 0x10DE
#define CL_MEM_OBJECT_BUFFER 0x10F0
#define CL_MEM_OBJECT_IMAGE2D 0x10F1
#define CL_MEM_OBJECT_IMAGE3D 0x10F2
#define CL_MEM_OBJECT_IMAGE2D_ARRAY 0x10F3
#define CL_MEM_OBJECT_IMAGE1D 0x10F4
#define CL_MEM_OBJECT_IMAGE1D_ARRAY 0x10F5
#define CL_MEM_OBJECT_IMAGE1D_BUFFER 0x10F6
#define CL_MEM_TYPE 0x1100
#define CL_MEM_FLAGS 0x1101
#define CL_MEM_SIZE 0x1102
#define CL_ADDRESS_NONE 0x1130
#define CL_ADDRESS_CLAMP_TO_EDGE 0x1131
#define CL_ADDRESS_CLAMP 0x1132
#define CL_ADDRESS_REPEAT 0x1133
#define CL_FILTER_NEAREST 0x1140
#define CL_FILTER_LINEAR 0x1141
#define CL_MAP_READ 1
#define CL_MAP_WRITE 2
#define CL_MAP_WRITE_INVALIDATE_REGION 4
#define CL_PROGRAM_REFERENCE_COUNT 0x1160
#define CL_PROGRAM_CONTEXT 0x1161
#define CL_PROGRAM_NUM_DEVICES 0x1162
#define CL_PROGRAM_DEVICES 0x1163
#define CL_PROGRAM_SOURCE 0x1164
#define CL_PROGRAM_BINARY_SIZES 0x1165
#define CL_PROGRAM_BINARIES 0x1166
#define CL_PROGRAM_NUM_KERNELS 0x1167
#define CL_PROGRAM_KERNEL_NAMES 0x1168
#define CL_PROGRAM_BUILD_STATUS 0x1181
#define CL_PROGRAM_BUILD_OPTIONS 0x1182
#define CL_PROGRAM_BUILD_LOG 0x1183
#define CL_PROGRAM_BINARY_TYPE 0x1184
#define CL_BUILD_SUCCESS 0
#define CL_BUILD_NONE (-1)
#define CL_BUILD_ERROR (-2)
#define CL_BUILD_IN_PROGRESS (-3)
#define CL_KERNEL_FUNCTION_NAME 0x1190
#define CL_KERNEL_NUM_ARGS 0x1191
#define CL_KERNEL_REFERENCE_COUNT 0x1192
#define CL_KERNEL_CONTEXT 0x1193
#define CL_KERNEL_PROGRAM 0x1194
#define CL_KERNEL_WORK_GROUP_SIZE 0x11B0
#define CL_KERNEL_COMPILE_WORK_GROUP_SIZE 0x11B1
#define CL_KERNEL_LOCAL_MEM_SIZE 0x11B2
#define CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE 0x11B3
#define CL_KERNEL_PRIVATE_MEM_SIZE 0x11B4
#define CL_EVENT_COMMAND_QUEUE 0x11D0
#define CL_EVENT_COMMAND_TYPE 0x11D1
#define CL_EVENT_REFERENCE_COUNT 0x11D2
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_COMPLETE 0
#define CL_RUNNING 1
#define CL_SUBMITTED 2
#define CL_QUEUED 3
#define CL_BUFFER_CREATE_TYPE_REGION 0x1220
#define CL_PROFILING_COMMAND_QUEUED 0x1280
#define CL_PROFILING_COMMAND_SUBMIT 0x1281
#define CL_PROFILING_COMMAND_START 0x1282
#define CL_PROFILING_COMMAND_END 0x1283

// ---- numbers ---------------------------------------------------------------------------------------------------------
typedef int8_t cl_char;
typedef uint8_t cl_uchar;
typedef int16_t cl_short;
typedef uint16_t cl_ushort;
typedef int32_t cl_int;
typedef uint32_t cl_uint;
typedef int64_t cl_long;
typedef uint64_t cl_ulong;
typedef uint16_t cl_half;
typedef float cl_float;
typedef double cl_double;

#define __GPURACE_CL_VECTORS(TYPE)                                                                                  \
  typedef union {                                                                                                   \
    TYPE s[2];                                                                                                      \
    struct { TYPE x, y; };                                                                                          \
    struct { TYPE s0, s1; };                                                                                        \
  } TYPE##2 __attribute__((aligned(2 * sizeof(TYPE))));                                                             \
  typedef union {                                                                                                   \
    TYPE s[4];                                                                                                      \
    struct { TYPE x, y, z, w; };                                                                                    \
    struct { TYPE s0, s1, s2, s3; };                                                                                \
  } TYPE##4 __attribute__((aligned(4 * sizeof(TYPE)))), TYPE##3;                                                    \
  typedef union {                                                                                                   \
    TYPE s[8];                                                                                                      \
    struct { TYPE s0, s1, s2, s3, s4, s5, s6, s7; };                                                                \
  } TYPE##8 __attribute__((aligned(8 * sizeof(TYPE))));                                                             \
  typedef union {                                                                                                   \
    TYPE s[16];                                                                                                     \
    struct { TYPE s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sA, sB, sC, sD, sE, sF; };                                \
  } TYPE##16 __attribute__((aligned(16 * sizeof(TYPE))));
__GPURACE_CL_VECTORS(cl_char)
__GPURACE_CL_VECTORS(cl_uchar)
__GPURACE_CL_VECTORS(cl_short)
__GPURACE_CL_VECTORS(cl_ushort)
__GPURACE_CL_VECTORS(cl_int)
__GPURACE_CL_VECTORS(cl_uint)
__GPURACE_CL_VECTORS(cl_long)
__GPURACE_CL_VECTORS(cl_ulong)
__GPURACE_CL_VECTORS(cl_float)
__GPURACE_CL_VECTORS(cl_double)

// ---- objects ---------------------------------------------------------------------------------------------------------
typedef struct _cl_platform_id *cl_platform_id;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_context *cl_context;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
typedef struct _cl_program *cl_program;
typedef struct _cl_kernel *cl_kernel;
typedef struct _cl_event *cl_event;
typedef struct _cl_sampler *cl_sampler;
typedef cl_uint cl_bool;
typedef cl_ulong cl_bitfield;
typedef cl_ulong cl_device_type;
typedef cl_ulong cl_device_fp_config;
typedef cl_ulong cl_device_exec_capabilities;
typedef cl_ulong cl_command_queue_properties;
typedef cl_ulong cl_mem_flags;
typedef cl_ulong cl_svm_mem_flags;
typedef cl_ulong cl_map_flags;
typedef cl_ulong cl_mem_migration_flags;
typedef cl_ulong cl_queue_properties;
typedef cl_ulong cl_sampler_properties;
typedef cl_ulong cl_mem_properties;
typedef cl_uint cl_platform_info;
typedef cl_uint cl_device_info;
typedef cl_uint cl_context_info;
typedef cl_uint cl_command_queue_info;
typedef cl_uint cl_channel_order;
typedef cl_uint cl_channel_type;
typedef cl_uint cl_mem_object_type;
typedef cl_uint cl_mem_info;
typedef cl_uint cl_image_info;
typedef cl_uint cl_buffer_create_type;
typedef cl_uint cl_addressing_mode;
typedef cl_uint cl_filter_mode;
typedef cl_uint cl_sampler_info;
typedef cl_uint cl_program_info;
typedef cl_uint cl_program_build_info;
typedef cl_uint cl_kernel_info;
typedef cl_uint cl_kernel_work_group_info;
typedef cl_uint cl_kernel_arg_info;
typedef cl_uint cl_event_info;
typedef cl_uint cl_command_type;
typedef cl_uint cl_profiling_info;
typedef cl_uint cl_kernel_exec_info;
typedef cl_int cl_build_status;
typedef intptr_t cl_context_properties;
typedef intptr_t cl_device_partition_property;

typedef struct _cl_image_format {
  cl_channel_order image_channel_order;
  cl_channel_type image_channel_data_type;
} cl_image_format;

typedef struct _cl_image_desc {
  cl_mem_object_type image_type;
  size_t image_width, image_height, image_depth, image_array_size, image_row_pitch, image_slice_pitch;
  cl_uint num_mip_levels, num_samples;
  union {
    cl_mem buffer;
    cl_mem mem_object;
  };
} cl_image_desc;

typedef struct _cl_buffer_region {
  size_t origin, size;
} cl_buffer_region;

// ---- functions -------------------------------------------------------------------------------------------------------
#define __GPURACE_CL_WAITING cl_uint events, const cl_event *after, cl_event *event

__GPURACE_C_BEGIN
cl_int clGetPlatformIDs(cl_uint n, cl_platform_id *platforms, cl_uint *count);
cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *value, size_t *written);
cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint n, cl_device_id *devices, cl_uint *count);
cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *value, size_t *written);
cl_int clRetainDevice(cl_device_id device);
cl_int clReleaseDevice(cl_device_id device);

cl_context clCreateContext(const cl_context_properties *properties, cl_uint n, const cl_device_id *devices,
                           void (*notify)(const char *, const void *, size_t, void *), void *data, cl_int *error);
cl_context clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                   void (*notify)(const char *, const void *, size_t, void *), void *data,
                                   cl_int *error);
cl_int clRetainContext(cl_context context);
cl_int clReleaseContext(cl_context context);
cl_int clGetContextInfo(cl_context context, cl_context_info what, size_t size, void *value, size_t *written);
cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                                      cl_int *error);
cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties *properties, cl_int *error);
cl_int clRetainCommandQueue(cl_command_queue queue);
cl_int clReleaseCommandQueue(cl_command_queue queue);
cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t size, void *value,
                             size_t *written);

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host, cl_int *error);
cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                                    size_t size, void *host, cl_int *error);
cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *region,
                         cl_int *error);
cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *image,
                     void *host, cl_int *error);
cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                       size_t height, size_t pitch, void *host, cl_int *error);
cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format *format, size_t width,
                       size_t height, size_t depth, size_t pitch, size_t slice, void *host, cl_int *error);
cl_int clRetainMemObject(cl_mem memory);
cl_int clReleaseMemObject(cl_mem memory);
cl_int clGetMemObjectInfo(cl_mem memory, cl_mem_info what, size_t size, void *value, size_t *written);
cl_int clGetImageInfo(cl_mem image, cl_image_info what, size_t size, void *value, size_t *written);
cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type type, cl_uint n,
                                  cl_image_format *formats, cl_uint *count);
void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment);
void clSVMFree(cl_context context, void *memory);
cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter,
                           cl_int *error);
cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *properties, cl_int *error);
cl_int clReleaseSampler(cl_sampler sampler);

cl_program clCreateProgramWithSource(cl_context context, cl_uint n, const char **texts, const size_t *lengths,
                                     cl_int *error);
cl_program clCreateProgramWithBinary(cl_context context, cl_uint n, const cl_device_id *devices, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *status, cl_int *error);
cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length, cl_int *error);
cl_int clBuildProgram(cl_program program, cl_uint n, const cl_device_id *devices, const char *options,
                      void (*notify)(cl_program, void *), void *data);
cl_int clRetainProgram(cl_program program);
cl_int clReleaseProgram(cl_program program);
cl_int clUnloadCompiler(void);
cl_int clUnloadPlatformCompiler(cl_platform_id platform);
cl_int clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void *value, size_t *written);
cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what, size_t size,
                             void *value, size_t *written);

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error);
cl_kernel clCloneKernel(cl_kernel kernel, cl_int *error);
cl_int clCreateKernelsInProgram(cl_program program, cl_uint n, cl_kernel *kernels, cl_uint *count);
cl_int clRetainKernel(cl_kernel kernel);
cl_int clReleaseKernel(cl_kernel kernel);
cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint index, const void *value);
cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info what, size_t size, const void *value);
cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t size, void *value, size_t *written);
cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size,
                                void *value, size_t *written);
cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, size_t size, void *value,
                          size_t *written);

cl_int clWaitForEvents(cl_uint n, const cl_event *events);
cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *value, size_t *written);
cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void *value, size_t *written);
cl_event clCreateUserEvent(cl_context context, cl_int *error);
cl_int clSetUserEventStatus(cl_event event, cl_int status);
cl_int clSetEventCallback(cl_event event, cl_int when, void (*notify)(cl_event, cl_int, void *), void *data);
cl_int clRetainEvent(cl_event event);
cl_int clReleaseEvent(cl_event event);
cl_int clFlush(cl_command_queue queue);
cl_int clFinish(cl_command_queue queue);

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local, __GPURACE_CL_WAITING);
cl_int clEnqueueTask(cl_command_queue queue, cl_kernel kernel, __GPURACE_CL_WAITING);
cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem from, cl_bool blocking, size_t offset, size_t size, void *to,
                           __GPURACE_CL_WAITING);
cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem to, cl_bool blocking, size_t offset, size_t size,
                            const void *from, __GPURACE_CL_WAITING);
cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem from, cl_bool blocking, const size_t *origin,
                               const size_t *to_origin, const size_t *region, size_t row, size_t slice, size_t to_row,
                               size_t to_slice, void *to, __GPURACE_CL_WAITING);
cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem to, cl_bool blocking, const size_t *origin,
                                const size_t *from_origin, const size_t *region, size_t row, size_t slice,
                                size_t from_row, size_t from_slice, const void *from, __GPURACE_CL_WAITING);
cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem to, const void *pattern, size_t pattern_size, size_t offset,
                           size_t size, __GPURACE_CL_WAITING);
cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                           size_t size, __GPURACE_CL_WAITING);
cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                               const size_t *to_origin, const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, __GPURACE_CL_WAITING);
cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                          const size_t *region, size_t row, size_t slice, void *to, __GPURACE_CL_WAITING);
cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                           const size_t *region, size_t row, size_t slice, const void *from, __GPURACE_CL_WAITING);
cl_int clEnqueueCopyImage(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                          const size_t *to_origin, const size_t *region, __GPURACE_CL_WAITING);
cl_int clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *origin,
                                  const size_t *region, size_t to_offset, __GPURACE_CL_WAITING);
cl_int clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem from, cl_mem to, size_t offset, const size_t *origin,
                                  const size_t *region, __GPURACE_CL_WAITING);
void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags, size_t offset,
                         size_t size, __GPURACE_CL_WAITING, cl_int *error);
void *clEnqueueMapImage(cl_command_queue queue, cl_mem image, cl_bool blocking, cl_map_flags flags,
                        const size_t *origin, const size_t *region, size_t *row, size_t *slice, __GPURACE_CL_WAITING,
                        cl_int *error);
cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped, __GPURACE_CL_WAITING);
cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event);
cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, __GPURACE_CL_WAITING);
cl_int clEnqueueBarrier(cl_command_queue queue);
cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, __GPURACE_CL_WAITING);
cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint n, const cl_event *events);
cl_int clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *memory, size_t size,
                       __GPURACE_CL_WAITING);
cl_int clEnqueueSVMUnmap(cl_command_queue queue, void *memory, __GPURACE_CL_WAITING);
cl_int clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *to, const void *from, size_t size,
                          __GPURACE_CL_WAITING);
cl_int clEnqueueSVMMemFill(cl_command_queue queue, void *to, const void *pattern, size_t pattern_size, size_t size,
                           __GPURACE_CL_WAITING);
__GPURACE_C_END
