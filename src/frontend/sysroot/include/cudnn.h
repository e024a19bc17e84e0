// Neural networks of the host: far enough to compile callers. Long signatures are left open.
#pragma once
#include <stddef.h>
#define CUDNN_MAJOR 8
#define CUDNN_MINOR 9
#define CUDNN_PATCHLEVEL 0
#define CUDNN_VERSION 8900
#define CUDNN_BN_MIN_EPSILON 0.0
typedef struct cudnnContext *cudnnHandle_t;
#define __GPURACE_DESCRIPTOR(NAME)                                                                   \
  typedef struct cudnn##NAME##Struct *cudnn##NAME##Descriptor_t;                                     \
  extern "C" cudnnStatus_t cudnnCreate##NAME##Descriptor(cudnn##NAME##Descriptor_t *),               \
      cudnnDestroy##NAME##Descriptor(cudnn##NAME##Descriptor_t), cudnnSet##NAME##Descriptor(...);
typedef enum { CUDNN_STATUS_SUCCESS, CUDNN_STATUS_NOT_INITIALIZED, CUDNN_STATUS_ALLOC_FAILED, CUDNN_STATUS_BAD_PARAM, CUDNN_STATUS_INTERNAL_ERROR, CUDNN_STATUS_INVALID_VALUE, CUDNN_STATUS_ARCH_MISMATCH, CUDNN_STATUS_MAPPING_ERROR, CUDNN_STATUS_EXECUTION_FAILED, CUDNN_STATUS_NOT_SUPPORTED } cudnnStatus_t;
typedef enum { CUDNN_DATA_FLOAT, CUDNN_DATA_DOUBLE, CUDNN_DATA_HALF, CUDNN_DATA_INT8, CUDNN_DATA_INT32 } cudnnDataType_t;
typedef enum { CUDNN_TENSOR_NCHW, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_NCHW_VECT_C } cudnnTensorFormat_t;
typedef enum { CUDNN_CONVOLUTION, CUDNN_CROSS_CORRELATION } cudnnConvolutionMode_t;
typedef enum { CUDNN_DEFAULT_MATH, CUDNN_TENSOR_OP_MATH } cudnnMathType_t;
typedef enum { CUDNN_ACTIVATION_SIGMOID, CUDNN_ACTIVATION_RELU, CUDNN_ACTIVATION_TANH, CUDNN_ACTIVATION_CLIPPED_RELU } cudnnActivationMode_t;
typedef enum { CUDNN_NOT_PROPAGATE_NAN, CUDNN_PROPAGATE_NAN } cudnnNanPropagation_t;
typedef enum { CUDNN_POOLING_MAX, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING, CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING } cudnnPoolingMode_t;
typedef enum { CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG } cudnnSoftmaxAlgorithm_t;
typedef enum { CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL } cudnnSoftmaxMode_t;
typedef enum { CUDNN_BATCHNORM_PER_ACTIVATION, CUDNN_BATCHNORM_SPATIAL } cudnnBatchNormMode_t;
typedef enum { CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_GEMM } cudnnConvolutionFwdAlgo_t;
typedef enum { CUDNN_CONVOLUTION_FWD_PREFER_FASTEST = 1 } cudnnConvolutionFwdPreference_t;
typedef enum { CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 } cudnnConvolutionBwdDataAlgo_t;
typedef enum { CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 } cudnnConvolutionBwdFilterAlgo_t;
struct cudnnConvolutionFwdAlgoPerf_t {
  cudnnConvolutionFwdAlgo_t algo;
  cudnnStatus_t status;
  float time;
  size_t memory;
};
__GPURACE_DESCRIPTOR(Tensor)
__GPURACE_DESCRIPTOR(Filter)
__GPURACE_DESCRIPTOR(Convolution)
__GPURACE_DESCRIPTOR(Pooling)
__GPURACE_DESCRIPTOR(Activation)
__GPURACE_DESCRIPTOR(LRN)
__GPURACE_DESCRIPTOR(Dropout)
__GPURACE_DESCRIPTOR(RNN)
__GPURACE_DESCRIPTOR(OpTensor)
__GPURACE_DESCRIPTOR(ReduceTensor)
#undef __GPURACE_DESCRIPTOR
extern "C" {
const char *cudnnGetErrorString(cudnnStatus_t);
size_t cudnnGetVersion(void);
cudnnStatus_t cudnnCreate(cudnnHandle_t *), cudnnDestroy(cudnnHandle_t), cudnnSetStream(cudnnHandle_t, cudaStream_t);
cudnnStatus_t cudnnSetTensor4dDescriptor(...), cudnnSetTensorNdDescriptor(...), cudnnSetTensor4dDescriptorEx(...);
cudnnStatus_t cudnnSetFilter4dDescriptor(...), cudnnSetFilterNdDescriptor(...), cudnnSetConvolution2dDescriptor(...);
cudnnStatus_t cudnnSetConvolutionNdDescriptor(...), cudnnSetPooling2dDescriptor(...), cudnnSetConvolutionMathType(...);
cudnnStatus_t cudnnGetConvolution2dForwardOutputDim(...), cudnnGetConvolutionForwardAlgorithm(...);
cudnnStatus_t cudnnGetConvolutionForwardAlgorithm_v7(...), cudnnFindConvolutionForwardAlgorithm(...);
cudnnStatus_t cudnnGetConvolutionForwardWorkspaceSize(...), cudnnGetConvolutionBackwardDataWorkspaceSize(...);
cudnnStatus_t cudnnGetConvolutionBackwardFilterWorkspaceSize(...), cudnnSetConvolutionGroupCount(...);
cudnnStatus_t cudnnConvolutionForward(...), cudnnConvolutionBackwardData(...), cudnnConvolutionBackwardFilter(...);
cudnnStatus_t cudnnConvolutionBackwardBias(...), cudnnAddTensor(...), cudnnActivationForward(...), cudnnScaleTensor(...);
cudnnStatus_t cudnnActivationBackward(...), cudnnPoolingForward(...), cudnnPoolingBackward(...), cudnnSoftmaxForward(...);
cudnnStatus_t cudnnSoftmaxBackward(...), cudnnBatchNormalizationForwardTraining(...), cudnnTransformTensor(...);
cudnnStatus_t cudnnBatchNormalizationForwardInference(...), cudnnBatchNormalizationBackward(...), cudnnOpTensor(...);
cudnnStatus_t cudnnReduceTensor(...), cudnnSetTensor(...), cudnnLRNCrossChannelForward(...), cudnnDropoutForward(...);
}
