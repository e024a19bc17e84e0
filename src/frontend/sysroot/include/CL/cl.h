// The host side of OpenCL, for C and C++. Nothing here has a body: `src/host/opencl-kernels.ts` and its neighbours say what
// the functions do that lead to a launch, and the others only hand out what nobody knows.
#pragma once

#include <CL/cl_platform.h>
#include <gpurace/opencl_constants.h>

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
