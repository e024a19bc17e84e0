// Which memory the barrier orders is known when the kernel runs.
// expect: inconclusive: a barrier whose flags are not constant (test/kernels/barrier-flags.cl:9); a possible intra-block-race was neither proved nor ruled out (test/kernels/barrier-flags.cl:8)
// expect: possible intra-block-race line 8 with line 10
// launch: grid 1 block 64
kernel void reverse(global int *a, int flags) {
  local int s[64];
  int t = get_local_id(0);
  s[t] = a[t];
  barrier(flags);
  a[t] = s[63 - t];
}
