// Textures and surfaces. What a fetch returns depends on memory bound at run time, so it is an unknown value. An access to a
// surface stays behind as a call that says where: the texels are memory.
#pragma once
#include <gpurace/api_types.h>

template <class T, int Type = cudaTextureType1D, cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int = 0, cudaTextureFilterMode = cudaFilterModePoint, cudaTextureAddressMode = cudaAddressModeClamp) {}
  texture(int, cudaTextureFilterMode, cudaTextureAddressMode, cudaChannelFormatDesc) {}
};
template <class T, int Type = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
  surface() {}
};

// ---- fetches --------------------------------------------------------------------------------------------------------------
namespace __gpurace {

// With normalised reads integers arrive as floats.
template <class T, cudaTextureReadMode Mode>
struct fetched {
  typedef T type;
};
template <>
struct fetched<unsigned char, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <>
struct fetched<unsigned short, cudaReadModeNormalizedFloat> {
  typedef float type;
};
template <>
struct fetched<uchar4, cudaReadModeNormalizedFloat> {
  typedef float4 type;
};

}  // namespace __gpurace

// Say which texture a fetch reads: the kernel must not write what that lies over.
extern "C" __host__ __device__ void __gpurace_texture_read(cudaTextureObject_t);
extern "C" __host__ __device__ void __gpurace_texture_reference_read(const void *);
// The same, and what linear memory the texture is taken to lie over: null, unless a launch is made up in which it is memory that is written.
extern "C" __host__ __device__ const char *__gpurace_texture_memory(cudaTextureObject_t);

namespace __gpurace {

// Of a sparse texture it is told whether what was read is there.
template <class T>
__GPURACE_D void residence(T) {}
__GPURACE_D void residence(bool *is_resident) { *is_resident = __gpurace_unknown_i32() != 0; }
__GPURACE_D void residences() {}
template <class T, class... N>
__GPURACE_D void residences(T first, N... others) {
  residence(first);
  residences(others...);
}

// Texels of made-up textures: of rows that are 4096 long, and at the edge where a place lies beyond it. One axis has no edge.
template <class X>
__GPURACE_D long long texel_within(X x) {
  return x > X(0) ? x < X(4095) ? (long long)x : 4095 : 0;
}
template <class X, class... N>
__GPURACE_D long long texel_of_line(X x, N...) {
  return (long long)x;
}
template <class X, class Y, class... N>
__GPURACE_D long long texel_of_rows(X x, Y y, N...) {
  return 4096 * texel_within(y) + texel_within(x);
}
template <class T>
__GPURACE_D T read_texel(const char *memory, long long at) {
  return at < 0 ? T() : *(const T *)(memory + at * (long long)sizeof(T));
}

}  // namespace __gpurace

// Coordinates and levels are numbers, whatever their count: one template per name covers every shape of the call.
#define __GPURACE_FETCH_BY(NAME, READ, VALUE)                                                                       \
  template <class T, int Type, cudaTextureReadMode Mode, class... N>                                                \
  __GPURACE_D typename __gpurace::fetched<T, Mode>::type NAME(const texture<T, Type, Mode> &from, N...) {           \
    __gpurace_texture_reference_read(&from);                                                                        \
    return __gpurace::unknown<typename __gpurace::fetched<T, Mode>::type>::value();                                 \
  }                                                                                                                 \
  template <class T, class... N>                                                                                    \
  __GPURACE_D T NAME(cudaTextureObject_t from, N... places) {                                                       \
    READ;                                                                                                           \
    __gpurace::residences(places...);                                                                               \
    return VALUE;                                                                                                   \
  }                                                                                                                 \
  template <class T, class... N>                                                                                    \
  __GPURACE_D void NAME(T *result, cudaTextureObject_t from, N... places) {                                         \
    READ;                                                                                                           \
    __gpurace::residences(places...);                                                                               \
    *result = VALUE;                                                                                                \
  }
#define __GPURACE_FETCH(NAME) __GPURACE_FETCH_BY(NAME, __gpurace_texture_read(from), __gpurace::unknown<T>::value())
// Of what may lie over linear memory.
#define __GPURACE_FETCH_FROM(NAME, TEXEL)                                                \
  __GPURACE_FETCH_BY(NAME, const char *memory = __gpurace_texture_memory(from),          \
                     memory ? __gpurace::read_texel<T>(memory, __gpurace::TEXEL(places...)) \
                            : __gpurace::unknown<T>::value())
__GPURACE_FETCH(tex1D)
__GPURACE_FETCH_FROM(tex1Dfetch, texel_of_line)
__GPURACE_FETCH(tex1DLod)
__GPURACE_FETCH(tex1DLayered)
__GPURACE_FETCH_FROM(tex2D, texel_of_rows)
__GPURACE_FETCH(tex2DLod)
__GPURACE_FETCH(tex2DGrad)
__GPURACE_FETCH(tex2DLayered)
__GPURACE_FETCH(tex2Dgather)
__GPURACE_FETCH(tex3D)
__GPURACE_FETCH(tex3DLod)
__GPURACE_FETCH(texCubemap)
__GPURACE_FETCH(texCubemapLayered)
__GPURACE_FETCH(tex1DGrad)
__GPURACE_FETCH(tex1DLayeredLod)
__GPURACE_FETCH(tex1DLayeredGrad)
__GPURACE_FETCH(tex2DLayeredLod)
__GPURACE_FETCH(tex2DLayeredGrad)
__GPURACE_FETCH(tex3DGrad)
__GPURACE_FETCH(texCubemapLod)
__GPURACE_FETCH(texCubemapGrad)
__GPURACE_FETCH(texCubemapLayeredLod)
__GPURACE_FETCH(texCubemapLayeredGrad)

// ---- surfaces: x is in bytes ------------------------------------------------------------------------------------------------
// `(surface, x, y, z, bytes, mode)`, and of a write whether its value is told, and the value.
__GPURACE_EXT_D void __gpurace_surface_read(cudaSurfaceObject_t, int, int, int, int, int);
__GPURACE_EXT_D void __gpurace_surface_reference_read(const void *, int, int, int, int, int);
__GPURACE_EXT_D void __gpurace_surface_write(cudaSurfaceObject_t, int, int, int, int, int, bool, long long);
__GPURACE_EXT_D void __gpurace_surface_reference_write(const void *, int, int, int, int, int, bool, long long);

namespace __gpurace {

// Integers are compared, so that threads which all write the same one do no harm.
template <class T>
struct texel {
  static const bool is_told = false;
  __GPURACE_D static long long value(const T &) { return 0; }
};
#define __GPURACE_TEXEL(T)                                          \
  template <>                                                       \
  struct texel<T> {                                                 \
    static const bool is_told = true;                               \
    __GPURACE_D static long long value(T x) { return (long long)x; } \
  };
__GPURACE_TEXEL(char)
__GPURACE_TEXEL(signed char)
__GPURACE_TEXEL(unsigned char)
__GPURACE_TEXEL(short)
__GPURACE_TEXEL(unsigned short)
__GPURACE_TEXEL(int)
__GPURACE_TEXEL(unsigned int)
__GPURACE_TEXEL(long)
__GPURACE_TEXEL(unsigned long)
__GPURACE_TEXEL(long long)
__GPURACE_TEXEL(unsigned long long)
#undef __GPURACE_TEXEL

}  // namespace __gpurace

#define __GPURACE_LIST(...) __VA_ARGS__
#define __GPURACE_SURFACE(SHAPE, PARAMETERS, PLACE)                                                                    \
  template <class T>                                                                                                  \
  __GPURACE_D T surf##SHAPE##read(cudaSurfaceObject_t from, __GPURACE_LIST PARAMETERS, int mode = cudaBoundaryModeTrap) { \
    __gpurace_surface_read(from, __GPURACE_LIST PLACE, sizeof(T), mode);                                               \
    return __gpurace::unknown<T>::value();                                                                            \
  }                                                                                                                   \
  template <class T>                                                                                                  \
  __GPURACE_D void surf##SHAPE##read(                                                                                  \
      T *result, cudaSurfaceObject_t from, __GPURACE_LIST PARAMETERS, int mode = cudaBoundaryModeTrap) {               \
    __gpurace_surface_read(from, __GPURACE_LIST PLACE, sizeof(T), mode);                                               \
    *result = __gpurace::unknown<T>::value();                                                                         \
  }                                                                                                                   \
  template <class T, class S, int Type>                                                                               \
  __GPURACE_D T surf##SHAPE##read(                                                                                     \
      const surface<S, Type> &from, __GPURACE_LIST PARAMETERS, int mode = cudaBoundaryModeTrap) {                      \
    __gpurace_surface_reference_read(&from, __GPURACE_LIST PLACE, sizeof(T), mode);                                    \
    return __gpurace::unknown<T>::value();                                                                            \
  }                                                                                                                   \
  template <class T, class S, int Type>                                                                               \
  __GPURACE_D void surf##SHAPE##read(                                                                                  \
      T *result, const surface<S, Type> &from, __GPURACE_LIST PARAMETERS, int mode = cudaBoundaryModeTrap) {           \
    __gpurace_surface_reference_read(&from, __GPURACE_LIST PLACE, sizeof(T), mode);                                    \
    *result = __gpurace::unknown<T>::value();                                                                         \
  }                                                                                                                   \
  template <class T>                                                                                                  \
  __GPURACE_D void surf##SHAPE##write(                                                                                 \
      T texel, cudaSurfaceObject_t to, __GPURACE_LIST PARAMETERS, int mode = cudaBoundaryModeTrap) {                   \
    __gpurace_surface_write(to, __GPURACE_LIST PLACE, sizeof(T), mode, __gpurace::texel<T>::is_told,                   \
                            __gpurace::texel<T>::value(texel));                                                       \
  }                                                                                                                   \
  template <class T, class S, int Type>                                                                               \
  __GPURACE_D void surf##SHAPE##write(                                                                                 \
      T texel, const surface<S, Type> &to, __GPURACE_LIST PARAMETERS, int mode = cudaBoundaryModeTrap) {               \
    __gpurace_surface_reference_write(&to, __GPURACE_LIST PLACE, sizeof(T), mode, __gpurace::texel<T>::is_told,        \
                                      __gpurace::texel<T>::value(texel));                                             \
  }
__GPURACE_SURFACE(1D, (int x), (x, 0, 0))
__GPURACE_SURFACE(2D, (int x, int y), (x, y, 0))
__GPURACE_SURFACE(3D, (int x, int y, int z), (x, y, z))
__GPURACE_SURFACE(1DLayered, (int x, int layer), (x, 0, layer))
__GPURACE_SURFACE(2DLayered, (int x, int y, int layer), (x, y, layer))
__GPURACE_SURFACE(Cubemap, (int x, int y, int face), (x, y, face))
__GPURACE_SURFACE(CubemapLayered, (int x, int y, int face), (x, y, face))

// ---- binding from the host ----------------------------------------------------------------------------------------------------
// `memory`: null for an array.
extern "C" cudaError_t __gpurace_bind_texture(const void *texture, const void *memory);
inline cudaError_t cudaBindTexture(size_t *, const textureReference *t, const void *memory, const cudaChannelFormatDesc *,
                                   size_t = ~size_t(0)) {
  return __gpurace_bind_texture(t, memory);
}
inline cudaError_t cudaBindTexture2D(size_t *, const textureReference *t, const void *memory,
                                     const cudaChannelFormatDesc *, size_t, size_t, size_t) {
  return __gpurace_bind_texture(t, memory);
}
inline cudaError_t cudaBindTextureToArray(const textureReference *t, cudaArray_const_t, const cudaChannelFormatDesc *) {
  return __gpurace_bind_texture(t, nullptr);
}
inline cudaError_t cudaUnbindTexture(const textureReference *) { return cudaSuccess; }
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture(size_t *, const texture<T, Type, Mode> &t, const void *memory, size_t = ~size_t(0)) {
  return __gpurace_bind_texture(&t, memory);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture(
    size_t *, const texture<T, Type, Mode> &t, const void *memory, const cudaChannelFormatDesc &, size_t = ~size_t(0)) {
  return __gpurace_bind_texture(&t, memory);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture2D(size_t *, const texture<T, Type, Mode> &t, const void *memory,
                                     const cudaChannelFormatDesc &, size_t, size_t, size_t) {
  return __gpurace_bind_texture(&t, memory);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, Type, Mode> &t, cudaArray_const_t) {
  return __gpurace_bind_texture(&t, nullptr);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTextureToArray(
    const texture<T, Type, Mode> &t, cudaArray_const_t, const cudaChannelFormatDesc &) {
  return __gpurace_bind_texture(&t, nullptr);
}
template <class T, int Type>
inline cudaError_t cudaBindSurfaceToArray(const surface<T, Type> &, cudaArray_const_t) {
  return cudaSuccess;
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaUnbindTexture(const texture<T, Type, Mode> &) {
  return cudaSuccess;
}
