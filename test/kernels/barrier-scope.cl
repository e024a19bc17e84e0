// To whom the barrier makes memory visible is known when the kernel runs.
// expect: inconclusive: a barrier whose scope is not constant (test/kernels/barrier-scope.cl:9); a possible intra-block-race was neither proved nor ruled out (test/kernels/barrier-scope.cl:8)
// expect: possible intra-block-race line 8 with line 10
// launch: grid 1 block 64
kernel void reverse(global int *a, int scope) {
  local int s[64];
  int t = get_local_id(0);
  s[t] = a[t];
  work_group_barrier(CLK_LOCAL_MEM_FENCE, (memory_scope)scope);
  a[t] = s[63 - t];
}
