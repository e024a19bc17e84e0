// Image and signal processing of the host: its types. Its functions are thousands and are not declared.
#pragma once
typedef unsigned char Npp8u;
typedef signed char Npp8s;
typedef unsigned short Npp16u;
typedef short Npp16s;
typedef unsigned int Npp32u;
typedef int Npp32s;
typedef unsigned long long Npp64u;
typedef long long Npp64s;
typedef float Npp32f;
typedef double Npp64f;
struct NppiPoint {
  int x, y;
};
struct NppiSize {
  int width, height;
};
struct NppiRect {
  int x, y, width, height;
};
struct NppLibraryVersion {
  int major, minor, build;
};
struct NppStreamContext {
  cudaStream_t hStream;
  int nCudaDeviceId, nMultiProcessorCount, nMaxThreadsPerMultiProcessor, nMaxThreadsPerBlock;
  size_t nSharedMemPerBlock;
  int nCudaDevAttrComputeCapabilityMajor, nCudaDevAttrComputeCapabilityMinor;
  unsigned int nStreamFlags;
};
typedef enum { NPP_SUCCESS = 0, NPP_NO_ERROR = 0, NPP_ERROR = -2, NPP_CUDA_KERNEL_EXECUTION_ERROR = -1000 } NppStatus;
typedef enum { NPP_MASK_SIZE_1_X_3, NPP_MASK_SIZE_3_X_3 = 5, NPP_MASK_SIZE_5_X_5 = 6 } NppiMaskSize;
typedef enum { NPPI_INTER_NN = 1, NPPI_INTER_LINEAR = 2, NPPI_INTER_CUBIC = 4 } NppiInterpolationMode;
typedef enum { NPP_BORDER_UNDEFINED, NPP_BORDER_CONSTANT, NPP_BORDER_REPLICATE } NppiBorderType;
extern "C" {
const NppLibraryVersion *nppGetLibVersion(void);
cudaStream_t nppGetStream(void);
NppStatus nppSetStream(cudaStream_t), nppGetStreamContext(NppStreamContext *);
}
