// Compiling at run time.
#pragma once
#include <stddef.h>
typedef struct _nvrtcProgram *nvrtcProgram;
typedef enum { NVRTC_SUCCESS, NVRTC_ERROR_OUT_OF_MEMORY, NVRTC_ERROR_PROGRAM_CREATION_FAILURE, NVRTC_ERROR_INVALID_INPUT, NVRTC_ERROR_INVALID_PROGRAM, NVRTC_ERROR_INVALID_OPTION, NVRTC_ERROR_COMPILATION, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE, NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, NVRTC_ERROR_INTERNAL_ERROR, NVRTC_ERROR_TIME_FILE_WRITE_FAILED } nvrtcResult;
extern "C" {
const char *nvrtcGetErrorString(nvrtcResult);
nvrtcResult nvrtcVersion(int *, int *);
nvrtcResult nvrtcCreateProgram(nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *);
nvrtcResult nvrtcDestroyProgram(nvrtcProgram *), nvrtcCompileProgram(nvrtcProgram, int, const char *const *);
#define __GPURACE_OUTPUT(NAME) nvrtcResult nvrtcGet##NAME##Size(nvrtcProgram, size_t *), nvrtcGet##NAME(nvrtcProgram, char *);
__GPURACE_OUTPUT(PTX)
__GPURACE_OUTPUT(CUBIN)
__GPURACE_OUTPUT(LTOIR)
__GPURACE_OUTPUT(ProgramLog)
#undef __GPURACE_OUTPUT
nvrtcResult nvrtcAddNameExpression(nvrtcProgram, const char *), nvrtcGetLoweredName(nvrtcProgram, const char *, const char **);
nvrtcResult nvrtcGetNumSupportedArchs(int *), nvrtcGetSupportedArchs(int *), nvrtcSetFlowCallback(...);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram, char *), nvrtcGetOptiXIRSize(nvrtcProgram, size_t *);
}
