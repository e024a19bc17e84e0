// Management of devices: far enough to compile callers. Long signatures are left open.
#pragma once
typedef struct nvmlDevice_st *nvmlDevice_t;
typedef enum { NVML_SUCCESS, NVML_ERROR_UNINITIALIZED, NVML_ERROR_INVALID_ARGUMENT, NVML_ERROR_NOT_SUPPORTED, NVML_ERROR_UNKNOWN = 999 } nvmlReturn_t;
typedef enum { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM } nvmlClockType_t;
typedef enum { NVML_TEMPERATURE_GPU } nvmlTemperatureSensors_t;
typedef enum { NVML_FEATURE_DISABLED, NVML_FEATURE_ENABLED } nvmlEnableState_t;
struct nvmlMemory_t {
  unsigned long long total, free, used;
};
struct nvmlUtilization_t {
  unsigned int gpu, memory;
};
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
extern "C" {
const char *nvmlErrorString(nvmlReturn_t);
nvmlReturn_t nvmlInit(void), nvmlShutdown(void), nvmlDeviceGetCount(unsigned int *);
nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int, nvmlDevice_t *), nvmlDeviceGetName(nvmlDevice_t, char *, unsigned int);
nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t, unsigned int *), nvmlDeviceGetMemoryInfo(nvmlDevice_t, nvmlMemory_t *);
nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t, nvmlUtilization_t *), nvmlDeviceGetTemperature(...);
nvmlReturn_t nvmlDeviceGetClockInfo(...), nvmlDeviceGetTotalEnergyConsumption(...), nvmlDeviceGetHandleByPciBusId(...);
nvmlReturn_t nvmlDeviceGetPowerManagementLimit(...), nvmlSystemGetDriverVersion(...), nvmlDeviceGetUUID(...);
}
