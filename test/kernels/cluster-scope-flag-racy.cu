// The first block of a cluster hands a value to the first of the next, and the flag is of one cluster only.
// expect: scoped-atomic-race line 10 with line 14
// expect: scoped-fence-race line 8 with line 17
// launch: grid 8 block 1
__global__ void __cluster_dims__(1, 1, 1) hand_over(const int *in, int *out, int *value, int *flags) {
  int cluster = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0) {
    value[cluster] = in[cluster];
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    asm volatile("st.relaxed.cluster.global.s32 [%0], 1;" ::"l"(&flags[cluster]) : "memory");
  } else {
    int seen;
    do {
      asm volatile("ld.relaxed.cluster.global.s32 %0, [%1];" : "=r"(seen) : "l"(&flags[cluster]) : "memory");
    } while (seen == 0);
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    out[cluster] = value[cluster];
  }
}
