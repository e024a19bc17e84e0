// Textures over memory, rows and arrays, by reference and by object, and surfaces. One kernel writes what another block reads as a
// texture.
// race 1: inter-block-race
#include <cstdio>

texture<float, cudaTextureType1D, cudaReadModeElementType> line;
texture<unsigned char, cudaTextureType2D, cudaReadModeNormalizedFloat> image;

__global__ void byReference(float *out) {
  int t = threadIdx.x;
  out[t] = tex1Dfetch(line, t) + tex2D(image, t % 2 + 0.5f, t / 2 + 0.5f);
}

__global__ void byObject(cudaTextureObject_t rows, cudaTextureObject_t smooth, float *out) {
  int t = threadIdx.x;
  float4 quad = tex2D<float4>(rows, t + 0.5f, 1.5f);
  out[t] = quad.x + 10 * quad.w + tex2D<float>(smooth, (t + 1) / 4.0f, 0.5f);
}

__global__ void doubled(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  float value;
  surf2Dread(&value, from, threadIdx.x * 4, threadIdx.y);
  surf2Dwrite(2 * value, to, threadIdx.x * 4, threadIdx.y);
}

__global__ void shifts(cudaTextureObject_t t, float *memory) {
  int i = blockIdx.x;
  float next = tex1Dfetch<float>(t, (i + 1) % 2);   // race 1
  memory[i] = next * 0 + i;                         // race 1
}

int main() {
  float *memory, *out;
  unsigned char *bytes;
  cudaMallocManaged(&memory, 256 * sizeof(float));
  cudaMallocManaged(&out, 16 * sizeof(float));
  cudaMallocManaged(&bytes, 1024);
  for (int i = 0; i < 256; i++) memory[i] = i;
  for (int i = 0; i < 4; i++) bytes[i / 2 * 512 + i % 2] = 51 * i;
  cudaBindTexture(0, line, memory, 16 * sizeof(float));
  cudaBindTexture2D(0, image, bytes, 2, 2, 512);
  byReference<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  printf("%.2f %.2f %.2f %.2f\n", out[0], out[1], out[2], out[3]);

  cudaResourceDesc over = {};
  cudaTextureDesc how = {};
  cudaTextureObject_t rows, smooth, whole;
  over.resType = cudaResourceTypePitch2D;
  over.res.pitch2D.devPtr = memory;
  over.res.pitch2D.desc = cudaCreateChannelDesc<float4>();
  over.res.pitch2D.width = 4;
  over.res.pitch2D.height = 2;
  over.res.pitch2D.pitchInBytes = 512;
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaCreateTextureObject(&rows, &over, &how, 0);
  cudaArray_t array, other;
  cudaChannelFormatDesc texel = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &texel, 4, 2, cudaArraySurfaceLoadStore);
  cudaMallocArray(&other, &texel, 4, 2, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(array, 0, 0, memory, 16, 16, 2, cudaMemcpyHostToDevice);
  over.resType = cudaResourceTypeArray;
  over.res.array.array = array;
  how.normalizedCoords = 1;
  how.filterMode = cudaFilterModeLinear;
  cudaCreateTextureObject(&smooth, &over, &how, 0);
  byObject<<<1, 4>>>(rows, smooth, out);
  cudaDeviceSynchronize();
  printf("%.2f %.2f %.2f %.2f\n", out[0], out[1], out[2], out[3]);

  cudaSurfaceObject_t from, to;
  cudaCreateSurfaceObject(&from, &over);
  over.res.array.array = other;
  cudaCreateSurfaceObject(&to, &over);
  doubled<<<1, dim3(4, 2)>>>(from, to);
  cudaMemcpy2DFromArray(out, 16, other, 0, 0, 16, 2, cudaMemcpyDeviceToHost);
  printf("%.0f %.0f %.0f\n", out[0], out[3], out[7]);

  over.resType = cudaResourceTypeLinear;
  over.res.linear.devPtr = memory;
  over.res.linear.desc = texel;
  over.res.linear.sizeInBytes = 2 * sizeof(float);
  how = cudaTextureDesc();
  cudaCreateTextureObject(&whole, &over, &how, 0);
  shifts<<<2, 1>>>(whole, memory);
  cudaDeviceSynchronize();
  printf("%.0f %.0f\n", memory[0], memory[1]);
  cudaDestroyTextureObject(whole);
  cudaFreeArray(array);
  cudaUnbindTexture(line);
}
// prints: 0.00 1.20 2.40 3.60
// prints: 1440.50 1485.50 1530.50 1575.00
// prints: 0 6 14
// prints: 0 1
