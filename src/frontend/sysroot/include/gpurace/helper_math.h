// Arithmetic on short vectors. It has a namespace, so that it may stand in the precompiled prelude and be nowhere to be seen
// in programs that do not include helper_math.h.
#pragma once

namespace __gpurace_vectors {

using ::fabs;
using ::floorf;
using ::fmax;
using ::fmaxf;
using ::fmin;
using ::fminf;
using ::make_float2;
using ::make_float3;
using ::make_float4;
using ::make_int2;
using ::make_int3;
using ::make_int4;
using ::make_uint2;
using ::make_uint3;
using ::make_uint4;
using ::max;
using ::min;

// ---- float2 -------------------------------------------------------------------------------------------------------------
__GPURACE_HD float2 make_float2(float s) { return make_float2(s, s); }
__GPURACE_HD float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
__GPURACE_HD float2 operator+(float2 a, float2 b) { return make_float2(a.x + b.x, a.y + b.y); }
__GPURACE_HD float2 operator+(float2 a, float s) { return make_float2(a.x + s, a.y + s); }
__GPURACE_HD float2 operator+(float s, float2 a) { return make_float2(s + a.x, s + a.y); }
__GPURACE_HD void operator+=(float2 &a, float2 b) { a = a + b; }
__GPURACE_HD void operator+=(float2 &a, float s) { a = a + s; }
__GPURACE_HD float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.y - b.y); }
__GPURACE_HD float2 operator-(float2 a, float s) { return make_float2(a.x - s, a.y - s); }
__GPURACE_HD float2 operator-(float s, float2 a) { return make_float2(s - a.x, s - a.y); }
__GPURACE_HD void operator-=(float2 &a, float2 b) { a = a - b; }
__GPURACE_HD void operator-=(float2 &a, float s) { a = a - s; }
__GPURACE_HD float2 operator*(float2 a, float2 b) { return make_float2(a.x * b.x, a.y * b.y); }
__GPURACE_HD float2 operator*(float2 a, float s) { return make_float2(a.x * s, a.y * s); }
__GPURACE_HD float2 operator*(float s, float2 a) { return make_float2(s * a.x, s * a.y); }
__GPURACE_HD void operator*=(float2 &a, float2 b) { a = a * b; }
__GPURACE_HD void operator*=(float2 &a, float s) { a = a * s; }
__GPURACE_HD float2 operator/(float2 a, float2 b) { return make_float2(a.x / b.x, a.y / b.y); }
__GPURACE_HD float2 operator/(float2 a, float s) { return make_float2(a.x / s, a.y / s); }
__GPURACE_HD float2 operator/(float s, float2 a) { return make_float2(s / a.x, s / a.y); }
__GPURACE_HD void operator/=(float2 &a, float2 b) { a = a / b; }
__GPURACE_HD void operator/=(float2 &a, float s) { a = a / s; }
__GPURACE_HD float2 operator-(float2 a) { return make_float2(-a.x, -a.y); }
__GPURACE_HD float2 fmin(float2 a, float2 b) {
  return make_float2(min(a.x, b.x), min(a.y, b.y));
}
__GPURACE_HD float2 fmax(float2 a, float2 b) {
  return make_float2(max(a.x, b.x), max(a.y, b.y));
}
__GPURACE_HD float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__GPURACE_HD float length(float2 v) { return sqrtf(dot(v, v)); }
__GPURACE_HD float2 normalize(float2 v) { return v * (1.0f / sqrtf(dot(v, v))); }
__GPURACE_HD float2 lerp(float2 a, float2 b, float t) { return a + t * (b - a); }
__GPURACE_HD float2 floorf(float2 v) { return make_float2(floorf(v.x), floorf(v.y)); }
__GPURACE_HD float2 fabs(float2 v) { return make_float2(fabsf(v.x), fabsf(v.y)); }
__GPURACE_HD float2 clamp(float2 v, float a, float b) {
  return make_float2(fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b)));
}
__GPURACE_HD float2 clamp(float2 v, float2 a, float2 b) { return fmax(a, fmin(v, b)); }
__GPURACE_HD float2 fminf(float2 a, float2 b) { return fmin(a, b); }
__GPURACE_HD float2 fmaxf(float2 a, float2 b) { return fmax(a, b); }

// ---- float3 -------------------------------------------------------------------------------------------------------------
__GPURACE_HD float3 make_float3(float s) { return make_float3(s, s, s); }
__GPURACE_HD float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
__GPURACE_HD float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
__GPURACE_HD float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__GPURACE_HD float3 operator+(float3 a, float s) { return make_float3(a.x + s, a.y + s, a.z + s); }
__GPURACE_HD float3 operator+(float s, float3 a) { return make_float3(s + a.x, s + a.y, s + a.z); }
__GPURACE_HD void operator+=(float3 &a, float3 b) { a = a + b; }
__GPURACE_HD void operator+=(float3 &a, float s) { a = a + s; }
__GPURACE_HD float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__GPURACE_HD float3 operator-(float3 a, float s) { return make_float3(a.x - s, a.y - s, a.z - s); }
__GPURACE_HD float3 operator-(float s, float3 a) { return make_float3(s - a.x, s - a.y, s - a.z); }
__GPURACE_HD void operator-=(float3 &a, float3 b) { a = a - b; }
__GPURACE_HD void operator-=(float3 &a, float s) { a = a - s; }
__GPURACE_HD float3 operator*(float3 a, float3 b) { return make_float3(a.x * b.x, a.y * b.y, a.z * b.z); }
__GPURACE_HD float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
__GPURACE_HD float3 operator*(float s, float3 a) { return make_float3(s * a.x, s * a.y, s * a.z); }
__GPURACE_HD void operator*=(float3 &a, float3 b) { a = a * b; }
__GPURACE_HD void operator*=(float3 &a, float s) { a = a * s; }
__GPURACE_HD float3 operator/(float3 a, float3 b) { return make_float3(a.x / b.x, a.y / b.y, a.z / b.z); }
__GPURACE_HD float3 operator/(float3 a, float s) { return make_float3(a.x / s, a.y / s, a.z / s); }
__GPURACE_HD float3 operator/(float s, float3 a) { return make_float3(s / a.x, s / a.y, s / a.z); }
__GPURACE_HD void operator/=(float3 &a, float3 b) { a = a / b; }
__GPURACE_HD void operator/=(float3 &a, float s) { a = a / s; }
__GPURACE_HD float3 operator-(float3 a) { return make_float3(-a.x, -a.y, -a.z); }
__GPURACE_HD float3 fmin(float3 a, float3 b) {
  return make_float3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z));
}
__GPURACE_HD float3 fmax(float3 a, float3 b) {
  return make_float3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z));
}
__GPURACE_HD float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__GPURACE_HD float length(float3 v) { return sqrtf(dot(v, v)); }
__GPURACE_HD float3 normalize(float3 v) { return v * (1.0f / sqrtf(dot(v, v))); }
__GPURACE_HD float3 lerp(float3 a, float3 b, float t) { return a + t * (b - a); }
__GPURACE_HD float3 floorf(float3 v) { return make_float3(floorf(v.x), floorf(v.y), floorf(v.z)); }
__GPURACE_HD float3 fabs(float3 v) { return make_float3(fabsf(v.x), fabsf(v.y), fabsf(v.z)); }
__GPURACE_HD float3 clamp(float3 v, float a, float b) {
  return make_float3(fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b)), fmaxf(a, fminf(v.z, b)));
}
__GPURACE_HD float3 clamp(float3 v, float3 a, float3 b) { return fmax(a, fmin(v, b)); }
__GPURACE_HD float3 fminf(float3 a, float3 b) { return fmin(a, b); }
__GPURACE_HD float3 fmaxf(float3 a, float3 b) { return fmax(a, b); }

// ---- float4 -------------------------------------------------------------------------------------------------------------
__GPURACE_HD float4 make_float4(float s) { return make_float4(s, s, s, s); }
__GPURACE_HD float4 make_float4(float3 a, float s) { return make_float4(a.x, a.y, a.z, s); }
__GPURACE_HD float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0); }
__GPURACE_HD float4 operator+(float4 a, float4 b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__GPURACE_HD float4 operator+(float4 a, float s) { return make_float4(a.x + s, a.y + s, a.z + s, a.w + s); }
__GPURACE_HD float4 operator+(float s, float4 a) { return make_float4(s + a.x, s + a.y, s + a.z, s + a.w); }
__GPURACE_HD void operator+=(float4 &a, float4 b) { a = a + b; }
__GPURACE_HD void operator+=(float4 &a, float s) { a = a + s; }
__GPURACE_HD float4 operator-(float4 a, float4 b) { return make_float4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
__GPURACE_HD float4 operator-(float4 a, float s) { return make_float4(a.x - s, a.y - s, a.z - s, a.w - s); }
__GPURACE_HD float4 operator-(float s, float4 a) { return make_float4(s - a.x, s - a.y, s - a.z, s - a.w); }
__GPURACE_HD void operator-=(float4 &a, float4 b) { a = a - b; }
__GPURACE_HD void operator-=(float4 &a, float s) { a = a - s; }
__GPURACE_HD float4 operator*(float4 a, float4 b) { return make_float4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
__GPURACE_HD float4 operator*(float4 a, float s) { return make_float4(a.x * s, a.y * s, a.z * s, a.w * s); }
__GPURACE_HD float4 operator*(float s, float4 a) { return make_float4(s * a.x, s * a.y, s * a.z, s * a.w); }
__GPURACE_HD void operator*=(float4 &a, float4 b) { a = a * b; }
__GPURACE_HD void operator*=(float4 &a, float s) { a = a * s; }
__GPURACE_HD float4 operator/(float4 a, float4 b) { return make_float4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w); }
__GPURACE_HD float4 operator/(float4 a, float s) { return make_float4(a.x / s, a.y / s, a.z / s, a.w / s); }
__GPURACE_HD float4 operator/(float s, float4 a) { return make_float4(s / a.x, s / a.y, s / a.z, s / a.w); }
__GPURACE_HD void operator/=(float4 &a, float4 b) { a = a / b; }
__GPURACE_HD void operator/=(float4 &a, float s) { a = a / s; }
__GPURACE_HD float4 operator-(float4 a) { return make_float4(-a.x, -a.y, -a.z, -a.w); }
__GPURACE_HD float4 fmin(float4 a, float4 b) {
  return make_float4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w));
}
__GPURACE_HD float4 fmax(float4 a, float4 b) {
  return make_float4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w));
}
__GPURACE_HD float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
__GPURACE_HD float length(float4 v) { return sqrtf(dot(v, v)); }
__GPURACE_HD float4 normalize(float4 v) { return v * (1.0f / sqrtf(dot(v, v))); }
__GPURACE_HD float4 lerp(float4 a, float4 b, float t) { return a + t * (b - a); }
__GPURACE_HD float4 floorf(float4 v) { return make_float4(floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w)); }
__GPURACE_HD float4 fabs(float4 v) { return make_float4(fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w)); }
__GPURACE_HD float4 clamp(float4 v, float a, float b) {
  return make_float4(fmaxf(a, fminf(v.x, b)), fmaxf(a, fminf(v.y, b)), fmaxf(a, fminf(v.z, b)), fmaxf(a, fminf(v.w, b)));
}
__GPURACE_HD float4 clamp(float4 v, float4 a, float4 b) { return fmax(a, fmin(v, b)); }
__GPURACE_HD float4 fminf(float4 a, float4 b) { return fmin(a, b); }
__GPURACE_HD float4 fmaxf(float4 a, float4 b) { return fmax(a, b); }

// ---- int2 ---------------------------------------------------------------------------------------------------------------
__GPURACE_HD int2 make_int2(int s) { return make_int2(s, s); }
__GPURACE_HD int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
__GPURACE_HD int2 operator+(int2 a, int2 b) { return make_int2(a.x + b.x, a.y + b.y); }
__GPURACE_HD int2 operator+(int2 a, int s) { return make_int2(a.x + s, a.y + s); }
__GPURACE_HD int2 operator+(int s, int2 a) { return make_int2(s + a.x, s + a.y); }
__GPURACE_HD void operator+=(int2 &a, int2 b) { a = a + b; }
__GPURACE_HD void operator+=(int2 &a, int s) { a = a + s; }
__GPURACE_HD int2 operator-(int2 a, int2 b) { return make_int2(a.x - b.x, a.y - b.y); }
__GPURACE_HD int2 operator-(int2 a, int s) { return make_int2(a.x - s, a.y - s); }
__GPURACE_HD int2 operator-(int s, int2 a) { return make_int2(s - a.x, s - a.y); }
__GPURACE_HD void operator-=(int2 &a, int2 b) { a = a - b; }
__GPURACE_HD void operator-=(int2 &a, int s) { a = a - s; }
__GPURACE_HD int2 operator*(int2 a, int2 b) { return make_int2(a.x * b.x, a.y * b.y); }
__GPURACE_HD int2 operator*(int2 a, int s) { return make_int2(a.x * s, a.y * s); }
__GPURACE_HD int2 operator*(int s, int2 a) { return make_int2(s * a.x, s * a.y); }
__GPURACE_HD void operator*=(int2 &a, int2 b) { a = a * b; }
__GPURACE_HD void operator*=(int2 &a, int s) { a = a * s; }
__GPURACE_HD int2 operator/(int2 a, int2 b) { return make_int2(a.x / b.x, a.y / b.y); }
__GPURACE_HD int2 operator/(int2 a, int s) { return make_int2(a.x / s, a.y / s); }
__GPURACE_HD int2 operator/(int s, int2 a) { return make_int2(s / a.x, s / a.y); }
__GPURACE_HD void operator/=(int2 &a, int2 b) { a = a / b; }
__GPURACE_HD void operator/=(int2 &a, int s) { a = a / s; }
__GPURACE_HD int2 operator-(int2 a) { return make_int2(-a.x, -a.y); }
__GPURACE_HD int2 min(int2 a, int2 b) {
  return make_int2(min(a.x, b.x), min(a.y, b.y));
}
__GPURACE_HD int2 max(int2 a, int2 b) {
  return make_int2(max(a.x, b.x), max(a.y, b.y));
}
__GPURACE_HD int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }

// ---- int3 ---------------------------------------------------------------------------------------------------------------
__GPURACE_HD int3 make_int3(int s) { return make_int3(s, s, s); }
__GPURACE_HD int3 make_int3(int2 a, int s) { return make_int3(a.x, a.y, s); }
__GPURACE_HD int3 make_int3(int4 a) { return make_int3(a.x, a.y, a.z); }
__GPURACE_HD int3 operator+(int3 a, int3 b) { return make_int3(a.x + b.x, a.y + b.y, a.z + b.z); }
__GPURACE_HD int3 operator+(int3 a, int s) { return make_int3(a.x + s, a.y + s, a.z + s); }
__GPURACE_HD int3 operator+(int s, int3 a) { return make_int3(s + a.x, s + a.y, s + a.z); }
__GPURACE_HD void operator+=(int3 &a, int3 b) { a = a + b; }
__GPURACE_HD void operator+=(int3 &a, int s) { a = a + s; }
__GPURACE_HD int3 operator-(int3 a, int3 b) { return make_int3(a.x - b.x, a.y - b.y, a.z - b.z); }
__GPURACE_HD int3 operator-(int3 a, int s) { return make_int3(a.x - s, a.y - s, a.z - s); }
__GPURACE_HD int3 operator-(int s, int3 a) { return make_int3(s - a.x, s - a.y, s - a.z); }
__GPURACE_HD void operator-=(int3 &a, int3 b) { a = a - b; }
__GPURACE_HD void operator-=(int3 &a, int s) { a = a - s; }
__GPURACE_HD int3 operator*(int3 a, int3 b) { return make_int3(a.x * b.x, a.y * b.y, a.z * b.z); }
__GPURACE_HD int3 operator*(int3 a, int s) { return make_int3(a.x * s, a.y * s, a.z * s); }
__GPURACE_HD int3 operator*(int s, int3 a) { return make_int3(s * a.x, s * a.y, s * a.z); }
__GPURACE_HD void operator*=(int3 &a, int3 b) { a = a * b; }
__GPURACE_HD void operator*=(int3 &a, int s) { a = a * s; }
__GPURACE_HD int3 operator/(int3 a, int3 b) { return make_int3(a.x / b.x, a.y / b.y, a.z / b.z); }
__GPURACE_HD int3 operator/(int3 a, int s) { return make_int3(a.x / s, a.y / s, a.z / s); }
__GPURACE_HD int3 operator/(int s, int3 a) { return make_int3(s / a.x, s / a.y, s / a.z); }
__GPURACE_HD void operator/=(int3 &a, int3 b) { a = a / b; }
__GPURACE_HD void operator/=(int3 &a, int s) { a = a / s; }
__GPURACE_HD int3 operator-(int3 a) { return make_int3(-a.x, -a.y, -a.z); }
__GPURACE_HD int3 min(int3 a, int3 b) {
  return make_int3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z));
}
__GPURACE_HD int3 max(int3 a, int3 b) {
  return make_int3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z));
}
__GPURACE_HD int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// ---- int4 ---------------------------------------------------------------------------------------------------------------
__GPURACE_HD int4 make_int4(int s) { return make_int4(s, s, s, s); }
__GPURACE_HD int4 make_int4(int3 a, int s) { return make_int4(a.x, a.y, a.z, s); }
__GPURACE_HD int4 make_int4(int3 a) { return make_int4(a.x, a.y, a.z, 0); }
__GPURACE_HD int4 operator+(int4 a, int4 b) { return make_int4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__GPURACE_HD int4 operator+(int4 a, int s) { return make_int4(a.x + s, a.y + s, a.z + s, a.w + s); }
__GPURACE_HD int4 operator+(int s, int4 a) { return make_int4(s + a.x, s + a.y, s + a.z, s + a.w); }
__GPURACE_HD void operator+=(int4 &a, int4 b) { a = a + b; }
__GPURACE_HD void operator+=(int4 &a, int s) { a = a + s; }
__GPURACE_HD int4 operator-(int4 a, int4 b) { return make_int4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
__GPURACE_HD int4 operator-(int4 a, int s) { return make_int4(a.x - s, a.y - s, a.z - s, a.w - s); }
__GPURACE_HD int4 operator-(int s, int4 a) { return make_int4(s - a.x, s - a.y, s - a.z, s - a.w); }
__GPURACE_HD void operator-=(int4 &a, int4 b) { a = a - b; }
__GPURACE_HD void operator-=(int4 &a, int s) { a = a - s; }
__GPURACE_HD int4 operator*(int4 a, int4 b) { return make_int4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
__GPURACE_HD int4 operator*(int4 a, int s) { return make_int4(a.x * s, a.y * s, a.z * s, a.w * s); }
__GPURACE_HD int4 operator*(int s, int4 a) { return make_int4(s * a.x, s * a.y, s * a.z, s * a.w); }
__GPURACE_HD void operator*=(int4 &a, int4 b) { a = a * b; }
__GPURACE_HD void operator*=(int4 &a, int s) { a = a * s; }
__GPURACE_HD int4 operator/(int4 a, int4 b) { return make_int4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w); }
__GPURACE_HD int4 operator/(int4 a, int s) { return make_int4(a.x / s, a.y / s, a.z / s, a.w / s); }
__GPURACE_HD int4 operator/(int s, int4 a) { return make_int4(s / a.x, s / a.y, s / a.z, s / a.w); }
__GPURACE_HD void operator/=(int4 &a, int4 b) { a = a / b; }
__GPURACE_HD void operator/=(int4 &a, int s) { a = a / s; }
__GPURACE_HD int4 operator-(int4 a) { return make_int4(-a.x, -a.y, -a.z, -a.w); }
__GPURACE_HD int4 min(int4 a, int4 b) {
  return make_int4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w));
}
__GPURACE_HD int4 max(int4 a, int4 b) {
  return make_int4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w));
}
__GPURACE_HD int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

// ---- uint2 --------------------------------------------------------------------------------------------------------------
__GPURACE_HD uint2 make_uint2(unsigned int s) { return make_uint2(s, s); }
__GPURACE_HD uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
__GPURACE_HD uint2 operator+(uint2 a, uint2 b) { return make_uint2(a.x + b.x, a.y + b.y); }
__GPURACE_HD uint2 operator+(uint2 a, unsigned int s) { return make_uint2(a.x + s, a.y + s); }
__GPURACE_HD uint2 operator+(unsigned int s, uint2 a) { return make_uint2(s + a.x, s + a.y); }
__GPURACE_HD void operator+=(uint2 &a, uint2 b) { a = a + b; }
__GPURACE_HD void operator+=(uint2 &a, unsigned int s) { a = a + s; }
__GPURACE_HD uint2 operator-(uint2 a, uint2 b) { return make_uint2(a.x - b.x, a.y - b.y); }
__GPURACE_HD uint2 operator-(uint2 a, unsigned int s) { return make_uint2(a.x - s, a.y - s); }
__GPURACE_HD uint2 operator-(unsigned int s, uint2 a) { return make_uint2(s - a.x, s - a.y); }
__GPURACE_HD void operator-=(uint2 &a, uint2 b) { a = a - b; }
__GPURACE_HD void operator-=(uint2 &a, unsigned int s) { a = a - s; }
__GPURACE_HD uint2 operator*(uint2 a, uint2 b) { return make_uint2(a.x * b.x, a.y * b.y); }
__GPURACE_HD uint2 operator*(uint2 a, unsigned int s) { return make_uint2(a.x * s, a.y * s); }
__GPURACE_HD uint2 operator*(unsigned int s, uint2 a) { return make_uint2(s * a.x, s * a.y); }
__GPURACE_HD void operator*=(uint2 &a, uint2 b) { a = a * b; }
__GPURACE_HD void operator*=(uint2 &a, unsigned int s) { a = a * s; }
__GPURACE_HD uint2 operator/(uint2 a, uint2 b) { return make_uint2(a.x / b.x, a.y / b.y); }
__GPURACE_HD uint2 operator/(uint2 a, unsigned int s) { return make_uint2(a.x / s, a.y / s); }
__GPURACE_HD uint2 operator/(unsigned int s, uint2 a) { return make_uint2(s / a.x, s / a.y); }
__GPURACE_HD void operator/=(uint2 &a, uint2 b) { a = a / b; }
__GPURACE_HD void operator/=(uint2 &a, unsigned int s) { a = a / s; }
__GPURACE_HD uint2 min(uint2 a, uint2 b) {
  return make_uint2(min(a.x, b.x), min(a.y, b.y));
}
__GPURACE_HD uint2 max(uint2 a, uint2 b) {
  return make_uint2(max(a.x, b.x), max(a.y, b.y));
}
__GPURACE_HD unsigned int dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }

// ---- uint3 --------------------------------------------------------------------------------------------------------------
__GPURACE_HD uint3 make_uint3(unsigned int s) { return make_uint3(s, s, s); }
__GPURACE_HD uint3 make_uint3(uint2 a, unsigned int s) { return make_uint3(a.x, a.y, s); }
__GPURACE_HD uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
__GPURACE_HD uint3 operator+(uint3 a, uint3 b) { return make_uint3(a.x + b.x, a.y + b.y, a.z + b.z); }
__GPURACE_HD uint3 operator+(uint3 a, unsigned int s) { return make_uint3(a.x + s, a.y + s, a.z + s); }
__GPURACE_HD uint3 operator+(unsigned int s, uint3 a) { return make_uint3(s + a.x, s + a.y, s + a.z); }
__GPURACE_HD void operator+=(uint3 &a, uint3 b) { a = a + b; }
__GPURACE_HD void operator+=(uint3 &a, unsigned int s) { a = a + s; }
__GPURACE_HD uint3 operator-(uint3 a, uint3 b) { return make_uint3(a.x - b.x, a.y - b.y, a.z - b.z); }
__GPURACE_HD uint3 operator-(uint3 a, unsigned int s) { return make_uint3(a.x - s, a.y - s, a.z - s); }
__GPURACE_HD uint3 operator-(unsigned int s, uint3 a) { return make_uint3(s - a.x, s - a.y, s - a.z); }
__GPURACE_HD void operator-=(uint3 &a, uint3 b) { a = a - b; }
__GPURACE_HD void operator-=(uint3 &a, unsigned int s) { a = a - s; }
__GPURACE_HD uint3 operator*(uint3 a, uint3 b) { return make_uint3(a.x * b.x, a.y * b.y, a.z * b.z); }
__GPURACE_HD uint3 operator*(uint3 a, unsigned int s) { return make_uint3(a.x * s, a.y * s, a.z * s); }
__GPURACE_HD uint3 operator*(unsigned int s, uint3 a) { return make_uint3(s * a.x, s * a.y, s * a.z); }
__GPURACE_HD void operator*=(uint3 &a, uint3 b) { a = a * b; }
__GPURACE_HD void operator*=(uint3 &a, unsigned int s) { a = a * s; }
__GPURACE_HD uint3 operator/(uint3 a, uint3 b) { return make_uint3(a.x / b.x, a.y / b.y, a.z / b.z); }
__GPURACE_HD uint3 operator/(uint3 a, unsigned int s) { return make_uint3(a.x / s, a.y / s, a.z / s); }
__GPURACE_HD uint3 operator/(unsigned int s, uint3 a) { return make_uint3(s / a.x, s / a.y, s / a.z); }
__GPURACE_HD void operator/=(uint3 &a, uint3 b) { a = a / b; }
__GPURACE_HD void operator/=(uint3 &a, unsigned int s) { a = a / s; }
__GPURACE_HD uint3 min(uint3 a, uint3 b) {
  return make_uint3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z));
}
__GPURACE_HD uint3 max(uint3 a, uint3 b) {
  return make_uint3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z));
}
__GPURACE_HD unsigned int dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// ---- uint4 --------------------------------------------------------------------------------------------------------------
__GPURACE_HD uint4 make_uint4(unsigned int s) { return make_uint4(s, s, s, s); }
__GPURACE_HD uint4 make_uint4(uint3 a, unsigned int s) { return make_uint4(a.x, a.y, a.z, s); }
__GPURACE_HD uint4 make_uint4(uint3 a) { return make_uint4(a.x, a.y, a.z, 0); }
__GPURACE_HD uint4 operator+(uint4 a, uint4 b) { return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }
__GPURACE_HD uint4 operator+(uint4 a, unsigned int s) { return make_uint4(a.x + s, a.y + s, a.z + s, a.w + s); }
__GPURACE_HD uint4 operator+(unsigned int s, uint4 a) { return make_uint4(s + a.x, s + a.y, s + a.z, s + a.w); }
__GPURACE_HD void operator+=(uint4 &a, uint4 b) { a = a + b; }
__GPURACE_HD void operator+=(uint4 &a, unsigned int s) { a = a + s; }
__GPURACE_HD uint4 operator-(uint4 a, uint4 b) { return make_uint4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w); }
__GPURACE_HD uint4 operator-(uint4 a, unsigned int s) { return make_uint4(a.x - s, a.y - s, a.z - s, a.w - s); }
__GPURACE_HD uint4 operator-(unsigned int s, uint4 a) { return make_uint4(s - a.x, s - a.y, s - a.z, s - a.w); }
__GPURACE_HD void operator-=(uint4 &a, uint4 b) { a = a - b; }
__GPURACE_HD void operator-=(uint4 &a, unsigned int s) { a = a - s; }
__GPURACE_HD uint4 operator*(uint4 a, uint4 b) { return make_uint4(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w); }
__GPURACE_HD uint4 operator*(uint4 a, unsigned int s) { return make_uint4(a.x * s, a.y * s, a.z * s, a.w * s); }
__GPURACE_HD uint4 operator*(unsigned int s, uint4 a) { return make_uint4(s * a.x, s * a.y, s * a.z, s * a.w); }
__GPURACE_HD void operator*=(uint4 &a, uint4 b) { a = a * b; }
__GPURACE_HD void operator*=(uint4 &a, unsigned int s) { a = a * s; }
__GPURACE_HD uint4 operator/(uint4 a, uint4 b) { return make_uint4(a.x / b.x, a.y / b.y, a.z / b.z, a.w / b.w); }
__GPURACE_HD uint4 operator/(uint4 a, unsigned int s) { return make_uint4(a.x / s, a.y / s, a.z / s, a.w / s); }
__GPURACE_HD uint4 operator/(unsigned int s, uint4 a) { return make_uint4(s / a.x, s / a.y, s / a.z, s / a.w); }
__GPURACE_HD void operator/=(uint4 &a, uint4 b) { a = a / b; }
__GPURACE_HD void operator/=(uint4 &a, unsigned int s) { a = a / s; }
__GPURACE_HD uint4 min(uint4 a, uint4 b) {
  return make_uint4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w));
}
__GPURACE_HD uint4 max(uint4 a, uint4 b) {
  return make_uint4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w));
}
__GPURACE_HD unsigned int dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

__GPURACE_HD float2 make_float2(int2 v) { return make_float2(float(v.x), float(v.y)); }
__GPURACE_HD int2 make_int2(float2 v) { return make_int2(int(v.x), int(v.y)); }
__GPURACE_HD float3 make_float3(int3 v) { return make_float3(float(v.x), float(v.y), float(v.z)); }
__GPURACE_HD int3 make_int3(float3 v) { return make_int3(int(v.x), int(v.y), int(v.z)); }
__GPURACE_HD float4 make_float4(int4 v) { return make_float4(float(v.x), float(v.y), float(v.z), float(v.w)); }
__GPURACE_HD int4 make_int4(float4 v) { return make_int4(int(v.x), int(v.y), int(v.z), int(v.w)); }

__GPURACE_HD float lerp(float a, float b, float t) { return a + t * (b - a); }
__GPURACE_HD float clamp(float x, float a, float b) { return fmaxf(a, fminf(x, b)); }
__GPURACE_HD int clamp(int x, int a, int b) { return max(a, min(x, b)); }
__GPURACE_HD unsigned int clamp(unsigned int x, unsigned int a, unsigned int b) { return max(a, min(x, b)); }
__GPURACE_HD float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__GPURACE_HD float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }

}  // namespace __gpurace_vectors
