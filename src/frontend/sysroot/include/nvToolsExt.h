// Marks for profilers.
#pragma once
#include <stdint.h>
#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
enum { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE, NVTX_MESSAGE_TYPE_REGISTERED };
typedef struct {
  uint16_t version, size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType, reserved0;
  union {
    uint64_t ullValue;
    double dValue;
  } payload;
  int32_t messageType;
  union {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
  } message;
} nvtxEventAttributes_t;
extern "C" {
int nvtxRangePushA(const char *), nvtxRangePop(void), nvtxRangePushEx(const nvtxEventAttributes_t *);
void nvtxMarkA(const char *), nvtxMarkEx(const nvtxEventAttributes_t *), nvtxRangeEnd(nvtxRangeId_t);
nvtxRangeId_t nvtxRangeStartA(const char *), nvtxRangeStartEx(const nvtxEventAttributes_t *);
void nvtxNameCudaStreamA(cudaStream_t, const char *), nvtxNameOsThreadA(uint32_t, const char *);
nvtxDomainHandle_t nvtxDomainCreateA(const char *);
void nvtxDomainDestroy(nvtxDomainHandle_t);
int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t *), nvtxDomainRangePop(nvtxDomainHandle_t);
}
#define nvtxRangePush nvtxRangePushA
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
