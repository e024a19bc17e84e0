// Registers with one percent sign, as nvcc takes them too.
// expect: race-free
// launch: grid 4 block 32
#define LANE(result) asm("mov.u32 %0, %laneid;" : "=r"(result))
__device__ unsigned block() {
  unsigned result;
  asm("{ .reg .u32 t;\n"
      "  mov.u32 t, %ctaid.x;\n"
      "  add.u32 %0, t, 0; }"
      : "=r"(result));
  return result;
}
__global__ void perLane(int *out) {
  unsigned lane;
  LANE(lane);
  out[block() * 32 + lane] = lane;
}
