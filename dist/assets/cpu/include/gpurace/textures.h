// Textures and surfaces: over linear memory, pitched memory and arrays; points and linear filters as the hardware has them,
// with weights of eight bits. Each texel that is read, or written by a surface, is an access at its address. Without mipmaps,
// cube maps and gathers.
#pragma once
#pragma GCC system_header
#include <math.h>
#include <string.h>

namespace gpurace {

inline size_t bytesOf(const cudaChannelFormatDesc &d) { return static_cast<size_t>(d.x + d.y + d.z + d.w) / 8; }

// What a texture lies over, and how it is read.
struct Texture {
  char *data;
  size_t width, height, depth, pitch, slice;
  cudaChannelFormatDesc texel;
  cudaTextureDesc how;
};

inline float halfAsFloat(unsigned short bits) {
  int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  float value = exponent == 31 ? (mantissa ? NAN : INFINITY)
                : exponent == 0 ? ldexpf(static_cast<float>(mantissa), -24)
                                : ldexpf(static_cast<float>(1024 + mantissa), exponent - 25);
  return bits >> 15 ? -value : value;
}

// The type of a vector's parts, and how many.
template <class T>
struct Parts {
  typedef T Part;
  enum { count = 1 };
};
#define GPURACE_PARTS(NAME, T)   \
  template <>                    \
  struct Parts<NAME##1> {        \
    typedef T Part;              \
    enum { count = 1 };          \
  };                             \
  template <>                    \
  struct Parts<NAME##2> {        \
    typedef T Part;              \
    enum { count = 2 };          \
  };                             \
  template <>                    \
  struct Parts<NAME##4> {        \
    typedef T Part;              \
    enum { count = 4 };          \
  };
GPURACE_PARTS(char, signed char)
GPURACE_PARTS(uchar, unsigned char)
GPURACE_PARTS(short, short)
GPURACE_PARTS(ushort, unsigned short)
GPURACE_PARTS(int, int)
GPURACE_PARTS(uint, unsigned int)
GPURACE_PARTS(float, float)
#undef GPURACE_PARTS

// One part of a texel: a number as it is, or of [0, 1] or [-1, 1].
template <class Part>
GPURACE_OUT Part partOf(const char *at, int bits, cudaChannelFormatKind kind, bool isNormalized) {
  if (kind == cudaChannelFormatKindFloat) {
    float value = 0;
    unsigned short half;
    if (bits == 16) {
      __builtin_memcpy(&half, at, 2);
      value = halfAsFloat(half);
    } else {
      __builtin_memcpy(&value, at, 4);
    }
    return static_cast<Part>(value);
  }
  unsigned raw = 0;
  if (bits == 8) raw = *reinterpret_cast<const unsigned char *>(at);
  else if (bits == 16) __builtin_memcpy(&raw, at, 2);
  else __builtin_memcpy(&raw, at, 4);
  bool isSigned = kind == cudaChannelFormatKindSigned;
  int number = static_cast<int>(bits < 32 && isSigned ? raw << (32 - bits) : raw) >> (bits < 32 && isSigned ? 32 - bits : 0);
  if (isNormalized && bits < 32) {
    float most = static_cast<float>((1u << (isSigned ? bits - 1 : bits)) - 1);
    float value = static_cast<float>(number) / most;
    return static_cast<Part>(value < -1 ? -1 : value);
  }
  return isSigned ? static_cast<Part>(number) : static_cast<Part>(raw);
}

template <class T>
GPURACE_OUT T texelAt(const Texture &t, long x, long y, long z, bool isThere, const void *pc) {
  typedef typename Parts<T>::Part Part;
  Part parts[4] = {};
  bool isNormalized = t.how.readMode == cudaReadModeNormalizedFloat;
  if (isThere) {
    const char *at = t.data + static_cast<size_t>(z) * t.slice + static_cast<size_t>(y) * t.pitch + static_cast<size_t>(x) * bytesOf(t.texel);
    gpurace_record(at, bytesOf(t.texel), GPURACE_READ, 0, pc);
    const int bits[4] = {t.texel.x, t.texel.y, t.texel.z, t.texel.w};
    for (int i = 0; i < 4 && bits[i] > 0; at += bits[i++] / 8) parts[i] = partOf<Part>(at, bits[i], t.texel.f, isNormalized);
  } else {
    for (int i = 0; i < 4; i++) parts[i] = static_cast<Part>(t.how.borderColor[i]);
  }
  T value;
  __builtin_memcpy(&value, parts, sizeof value);
  return value;
}

// Where a coordinate leads along an axis of `size` texels; -1: outside.
inline long texelOf(long at, size_t size, cudaTextureAddressMode mode) {
  long n = static_cast<long>(size);
  if (at >= 0 && at < n) return at;
  switch (mode) {
    case cudaAddressModeWrap: return ((at % n) + n) % n;
    case cudaAddressModeMirror: {
      long twice = ((at % (2 * n)) + 2 * n) % (2 * n);
      return twice < n ? twice : 2 * n - 1 - twice;
    }
    case cudaAddressModeBorder: return -1;
    default: return at < 0 ? 0 : n - 1;
  }
}

inline cudaTextureAddressMode modeOf(const Texture &t, int axis) {
  cudaTextureAddressMode mode = t.how.addressMode[axis];
  bool isCyclic = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return isCyclic && !t.how.normalizedCoords ? cudaAddressModeClamp : mode;
}

template <class T>
GPURACE_OUT T texelIn(const Texture &t, const long *at, int axes, long layer, const void *pc) {
  const size_t sizes[3] = {t.width, t.height, t.depth};
  long to[3] = {0, 0, 0};
  bool isThere = true;
  for (int i = 0; i < axes; i++) {
    to[i] = texelOf(at[i], sizes[i], modeOf(t, i));
    isThere = isThere && to[i] >= 0;
  }
  return texelAt<T>(t, to[0], to[1], layer >= 0 ? layer : to[2], isThere, pc);
}

// A fetch at coordinates along one, two or three axes; `layer`: which of the layers, or -1.
template <class T>
GPURACE_OUT T fetched(const Texture &t, float x, float y, float z, int axes, long layer, const void *pc) {
  typedef typename Parts<T>::Part Part;
  const size_t sizes[3] = {t.width, t.height, t.depth};
  float at[3] = {x, y, z};
  for (int i = 0; i < axes && t.how.normalizedCoords; i++) at[i] *= static_cast<float>(sizes[i]);
  long base[3] = {0, 0, 0};
  if (t.how.filterMode == cudaFilterModePoint) {
    for (int i = 0; i < axes; i++) base[i] = static_cast<long>(floorf(at[i]));
    return texelIn<T>(t, base, axes, layer, pc);
  }
  float weight[3] = {0, 0, 0};
  for (int i = 0; i < axes; i++) {
    float moved = at[i] - 0.5f, low = floorf(moved);
    base[i] = static_cast<long>(low);
    weight[i] = floorf((moved - low) * 256 + 0.5f) / 256;
  }
  float sum[4] = {};
  for (int corner = 0; corner < 1 << axes; corner++) {
    float part = 1;
    long near[3] = {base[0], base[1], base[2]};
    for (int i = 0; i < axes; i++) {
      part *= corner >> i & 1 ? weight[i] : 1 - weight[i];
      near[i] += corner >> i & 1;
    }
    if (part == 0) continue;
    T value = texelIn<T>(t, near, axes, layer, pc);
    Part parts[Parts<T>::count];
    __builtin_memcpy(parts, &value, sizeof value);
    for (int i = 0; i < Parts<T>::count; i++) sum[i] += part * static_cast<float>(parts[i]);
  }
  Part parts[Parts<T>::count];
  for (int i = 0; i < Parts<T>::count; i++) parts[i] = static_cast<Part>(sum[i]);
  T value;
  __builtin_memcpy(&value, parts, sizeof value);
  return value;
}

template <class T>
GPURACE_OUT T fetchedAt(const Texture &t, int x, const void *pc) {
  bool isThere = x >= 0 && static_cast<size_t>(x) < t.width;
  return texelAt<T>(t, x, 0, 0, isThere, pc);
}

// ---- what textures are made of --------------------------------------------------------------------------------------------------
inline Texture overLinear(const void *data, const cudaChannelFormatDesc &texel, size_t bytes, const cudaTextureDesc &how) {
  size_t width = bytesOf(texel) == 0 ? 0 : bytes / bytesOf(texel);
  return {static_cast<char *>(const_cast<void *>(data)), width, 1, 1, bytes, bytes, texel, how};
}
inline Texture overRows(const void *data, const cudaChannelFormatDesc &texel, size_t width, size_t height, size_t pitch,
                        const cudaTextureDesc &how) {
  return {static_cast<char *>(const_cast<void *>(data)), width, height, 1, pitch, pitch * height, texel, how};
}
inline Texture overArray(const cudaArray *a, const cudaTextureDesc &how) {
  return {a->data, a->width, a->height, a->depth, a->pitch(), a->pitch() * a->height, a->texel, how};
}

template <class T, cudaTextureReadMode Mode>
struct Fetched {
  typedef T type;
};
#define GPURACE_NORMALIZED(T, F)                        \
  template <>                                           \
  struct Fetched<T, cudaReadModeNormalizedFloat> {      \
    typedef F type;                                     \
  };
GPURACE_NORMALIZED(char, float)
GPURACE_NORMALIZED(signed char, float)
GPURACE_NORMALIZED(unsigned char, float)
GPURACE_NORMALIZED(short, float)
GPURACE_NORMALIZED(unsigned short, float)
GPURACE_NORMALIZED(char2, float2)
GPURACE_NORMALIZED(uchar2, float2)
GPURACE_NORMALIZED(short2, float2)
GPURACE_NORMALIZED(ushort2, float2)
GPURACE_NORMALIZED(char4, float4)
GPURACE_NORMALIZED(uchar4, float4)
GPURACE_NORMALIZED(short4, float4)
GPURACE_NORMALIZED(ushort4, float4)
#undef GPURACE_NORMALIZED

}  // namespace gpurace

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef typename gpurace::Parts<T>::Part Part;
  int bits = 8 * sizeof(Part), count = gpurace::Parts<T>::count;
  cudaChannelFormatKind kind = static_cast<Part>(0.5) != 0                ? cudaChannelFormatKindFloat
                               : static_cast<Part>(-1) < static_cast<Part>(0) ? cudaChannelFormatKindSigned
                                                                              : cudaChannelFormatKindUnsigned;
  return cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind);
}

// ---- texture references -----------------------------------------------------------------------------------------------------------
template <class T, int Type = cudaTextureType1D, cudaTextureReadMode Mode = cudaReadModeElementType>
struct texture : public textureReference {
  texture(int isNormalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint, cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(isNormalized, filter, address, cudaCreateChannelDesc<T>()) {}
  texture(int isNormalized, cudaTextureFilterMode filter, cudaTextureAddressMode address, cudaChannelFormatDesc texel) : textureReference() {
    normalized = isNormalized;
    filterMode = filter;
    for (cudaTextureAddressMode &one : addressMode) one = address;
    channelDesc = texel;
  }
};

namespace gpurace {
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaTextureDesc howOf(const texture<T, Type, Mode> &from) {
  cudaTextureDesc how = {};
  for (int i = 0; i < 3; i++) how.addressMode[i] = from.addressMode[i];
  how.filterMode = from.filterMode;
  how.readMode = Mode;
  how.normalizedCoords = from.normalized;
  return how;
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t bind(const texture<T, Type, Mode> &to, const Texture &over) {
  texture<T, Type, Mode> &bound = const_cast<texture<T, Type, Mode> &>(to);
  delete static_cast<const Texture *>(bound.__gpurace_bound);
  bound.__gpurace_bound = new Texture(over);
  bound.channelDesc = over.texel;
  return cudaSuccess;
}
inline const Texture &boundTo(const textureReference &from) {
  if (from.__gpurace_bound == nullptr) {
    fprintf(stderr, "gpurace: a texture is read that is bound to nothing\n");
    abort();
  }
  return *static_cast<const Texture *>(from.__gpurace_bound);
}
}  // namespace gpurace

template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, Type, Mode> &to, const void *memory, const cudaChannelFormatDesc &texel,
                                   size_t bytes = static_cast<size_t>(1) << 27) {
  if (offset != nullptr) *offset = 0;
  return gpurace::bind(to, gpurace::overLinear(memory, texel, bytes, gpurace::howOf(to)));
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, Type, Mode> &to, const void *memory, size_t bytes = static_cast<size_t>(1) << 27) {
  return cudaBindTexture(offset, to, memory, cudaCreateChannelDesc<T>(), bytes);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, Type, Mode> &to, const void *memory, const cudaChannelFormatDesc &texel,
                                     size_t width, size_t height, size_t pitch) {
  if (offset != nullptr) *offset = 0;
  return gpurace::bind(to, gpurace::overRows(memory, texel, width, height, pitch, gpurace::howOf(to)));
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, Type, Mode> &to, const void *memory, size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, to, memory, cudaCreateChannelDesc<T>(), width, height, pitch);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, Type, Mode> &to, cudaArray_const_t array, const cudaChannelFormatDesc &) {
  return gpurace::bind(to, gpurace::overArray(array, gpurace::howOf(to)));
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, Type, Mode> &to, cudaArray_const_t array) {
  return gpurace::bind(to, gpurace::overArray(array, gpurace::howOf(to)));
}
// As C has them: by pointers.
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, Type, Mode> *to, const void *memory, const cudaChannelFormatDesc *texel,
                                   size_t bytes = static_cast<size_t>(1) << 27) {
  return cudaBindTexture(offset, *to, memory, *texel, bytes);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, Type, Mode> *to, const void *memory, const cudaChannelFormatDesc *texel,
                                     size_t width, size_t height, size_t pitch) {
  return cudaBindTexture2D(offset, *to, memory, *texel, width, height, pitch);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaBindTextureToArray(const texture<T, Type, Mode> *to, cudaArray_const_t array, const cudaChannelFormatDesc *texel) {
  return cudaBindTextureToArray(*to, array, *texel);
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaUnbindTexture(const texture<T, Type, Mode> &from) {
  texture<T, Type, Mode> &bound = const_cast<texture<T, Type, Mode> &>(from);
  delete static_cast<const gpurace::Texture *>(bound.__gpurace_bound);
  bound.__gpurace_bound = nullptr;
  return cudaSuccess;
}
template <class T, int Type, cudaTextureReadMode Mode>
inline cudaError_t cudaUnbindTexture(const texture<T, Type, Mode> *from) {
  return cudaUnbindTexture(*from);
}

// ---- texture objects --------------------------------------------------------------------------------------------------------------
namespace gpurace {
inline const Texture &textureOf(cudaTextureObject_t object) { return *reinterpret_cast<const Texture *>(static_cast<uintptr_t>(object)); }
}  // namespace gpurace
inline cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *over, const cudaTextureDesc *how,
                                           const cudaResourceViewDesc * = nullptr) {
  cudaTextureDesc plain = {};
  const cudaTextureDesc &mode = how == nullptr ? plain : *how;
  gpurace::Texture made;
  switch (over->resType) {
    case cudaResourceTypeArray: made = gpurace::overArray(over->res.array.array, mode); break;
    case cudaResourceTypeLinear:
      made = gpurace::overLinear(over->res.linear.devPtr, over->res.linear.desc, over->res.linear.sizeInBytes, mode);
      break;
    case cudaResourceTypePitch2D:
      made = gpurace::overRows(over->res.pitch2D.devPtr, over->res.pitch2D.desc, over->res.pitch2D.width, over->res.pitch2D.height,
                               over->res.pitch2D.pitchInBytes, mode);
      break;
    default: return gpurace_set_error(cudaErrorNotSupported);
  }
  *object = static_cast<cudaTextureObject_t>(reinterpret_cast<uintptr_t>(new gpurace::Texture(made)));
  return cudaSuccess;
}
inline cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
  delete reinterpret_cast<gpurace::Texture *>(static_cast<uintptr_t>(object));
  return cudaSuccess;
}

// ---- fetches ------------------------------------------------------------------------------------------------------------------------
#define GPURACE_FETCH(NAME, PARAMETERS, EXPRESSION)                                                                        \
  template <class U, int Type, cudaTextureReadMode Mode>                                                                   \
  GPURACE_OUT typename gpurace::Fetched<U, Mode>::type NAME(const texture<U, Type, Mode> &from, GPURACE_LIST PARAMETERS) { \
    typedef typename gpurace::Fetched<U, Mode>::type T;                                                                    \
    const gpurace::Texture &t = gpurace::boundTo(from);                                                                    \
    return EXPRESSION;                                                                                                     \
  }                                                                                                                        \
  template <class T>                                                                                                       \
  GPURACE_OUT T NAME(cudaTextureObject_t from, GPURACE_LIST PARAMETERS) {                                                  \
    const gpurace::Texture &t = gpurace::textureOf(from);                                                                  \
    return EXPRESSION;                                                                                                     \
  }                                                                                                                        \
  template <class T>                                                                                                       \
  GPURACE_OUT void NAME(T *result, cudaTextureObject_t from, GPURACE_LIST PARAMETERS) {                                    \
    const gpurace::Texture &t = gpurace::textureOf(from);                                                                  \
    *result = EXPRESSION;                                                                                                  \
  }
#define GPURACE_LIST(...) __VA_ARGS__
GPURACE_FETCH(tex1Dfetch, (int x), gpurace::fetchedAt<T>(t, x, GPURACE_HERE))
GPURACE_FETCH(tex1D, (float x), gpurace::fetched<T>(t, x, 0, 0, 1, -1, GPURACE_HERE))
GPURACE_FETCH(tex2D, (float x, float y), gpurace::fetched<T>(t, x, y, 0, 2, -1, GPURACE_HERE))
GPURACE_FETCH(tex3D, (float x, float y, float z), gpurace::fetched<T>(t, x, y, z, 3, -1, GPURACE_HERE))
GPURACE_FETCH(tex1DLayered, (float x, int layer), gpurace::fetched<T>(t, x, 0, 0, 1, layer, GPURACE_HERE))
GPURACE_FETCH(tex2DLayered, (float x, float y, int layer), gpurace::fetched<T>(t, x, y, 0, 2, layer, GPURACE_HERE))
#undef GPURACE_FETCH

// ---- surfaces: x is in bytes ---------------------------------------------------------------------------------------------------------
inline cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const cudaResourceDesc *over) {
  if (over->resType != cudaResourceTypeArray) return gpurace_set_error(cudaErrorInvalidValue);
  *object = static_cast<cudaSurfaceObject_t>(reinterpret_cast<uintptr_t>(over->res.array.array));
  return cudaSuccess;
}
inline cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) { return cudaSuccess; }

namespace gpurace {
// The place of an element of a surface; null where there is none and it counts as zero.
inline char *surfaceAt(cudaSurfaceObject_t object, size_t size, long x, long y, long z, cudaSurfaceBoundaryMode mode) {
  const cudaArray *a = reinterpret_cast<const cudaArray *>(static_cast<uintptr_t>(object));
  long sizes[3] = {static_cast<long>(a->pitch()) - static_cast<long>(size) + 1, static_cast<long>(a->height), static_cast<long>(a->depth)};
  long at[3] = {x, y, z};
  for (int i = 0; i < 3; i++) {
    if (at[i] >= 0 && at[i] < sizes[i]) continue;
    if (mode == cudaBoundaryModeTrap) gpurace_trap();
    if (mode == cudaBoundaryModeZero) return nullptr;
    at[i] = at[i] < 0 ? 0 : sizes[i] - 1;
  }
  return a->data + (static_cast<size_t>(at[2]) * a->height + static_cast<size_t>(at[1])) * a->pitch() + at[0];
}
template <class T>
GPURACE_OUT T readSurface(cudaSurfaceObject_t from, long x, long y, long z, cudaSurfaceBoundaryMode mode, const void *pc) {
  T value = T();
  const char *at = surfaceAt(from, sizeof(T), x, y, z, mode);
  if (at == nullptr) return value;
  gpurace_record(at, sizeof(T), GPURACE_READ, 0, pc);
  __builtin_memcpy(&value, at, sizeof value);
  return value;
}
template <class T>
GPURACE_OUT void writeSurface(const T &value, cudaSurfaceObject_t to, long x, long y, long z, cudaSurfaceBoundaryMode mode, const void *pc) {
  char *at = surfaceAt(to, sizeof(T), x, y, z, mode);
  if (at == nullptr) return;
  gpurace_record(at, sizeof(T), GPURACE_WRITE, 0, pc);
  __builtin_memcpy(at, &value, sizeof value);
}
}  // namespace gpurace

#define GPURACE_SURFACE(SHAPE, PARAMETERS, PLACE)                                                                                          \
  template <class T>                                                                                                                       \
  GPURACE_OUT T surf##SHAPE##read(cudaSurfaceObject_t s, GPURACE_LIST PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {   \
    return gpurace::readSurface<T>(s, GPURACE_LIST PLACE, mode, GPURACE_HERE);                                                             \
  }                                                                                                                                        \
  template <class T>                                                                                                                       \
  GPURACE_OUT void surf##SHAPE##read(T *to, cudaSurfaceObject_t s, GPURACE_LIST PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    *to = gpurace::readSurface<T>(s, GPURACE_LIST PLACE, mode, GPURACE_HERE);                                                              \
  }                                                                                                                                        \
  template <class T>                                                                                                                       \
  GPURACE_OUT void surf##SHAPE##write(T value, cudaSurfaceObject_t s, GPURACE_LIST PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    gpurace::writeSurface(value, s, GPURACE_LIST PLACE, mode, GPURACE_HERE);                                                               \
  }
GPURACE_SURFACE(1D, (int x), (x, 0, 0))
GPURACE_SURFACE(2D, (int x, int y), (x, y, 0))
GPURACE_SURFACE(3D, (int x, int y, int z), (x, y, z))
GPURACE_SURFACE(2DLayered, (int x, int y, int layer), (x, y, layer))
#undef GPURACE_SURFACE
#undef GPURACE_LIST
