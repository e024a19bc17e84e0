// Nobody defines POINTS: a number stands in for it, and two work-items meet in the planes if there are more of them than that. The number
// of a program may be as large as there are work-items.
// expect: inconclusive: a possible inter-block-race was neither proved nor ruled out (test/kernels/planes-apart-by-a-macro.cl:9)
// expect: possible inter-block-race line 9 with line 10
#define PLANE(array, k) array[((k) - 1) * POINTS + get_global_id(0)]

__kernel void split(__global float *parts, __global const float *whole)
{
  PLANE(parts, 1) = whole[get_global_id(0)] * 0.25f;
  PLANE(parts, 2) = whole[get_global_id(0)] * 0.75f;
}
