// Tiles in local memory, with a barrier on either side of their use.
// expect: conditional: M >= 128
// launch: grid 8,8 block 16,16
#define TS 16
__kernel void gemm(const int M, const int N, const int K, __global const float *A, __global const float *B, __global float *C) {
  const int row = get_local_id(0), col = get_local_id(1);
  const int globalRow = TS * get_group_id(0) + row, globalCol = TS * get_group_id(1) + col;
  __local float Asub[TS][TS];
  __local float Bsub[TS][TS];
  float acc = 0.0f;
  for (int t = 0; t < K / TS; t++) {
    Asub[col][row] = A[(TS * t + col) * M + globalRow];
    Bsub[col][row] = B[globalCol * K + TS * t + row];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TS; k++) acc += Asub[k][row] * Bsub[col][k];
    barrier(CLK_LOCAL_MEM_FENCE); // twin:
  }
  C[globalCol * M + globalRow] = acc;
}
