// The table has 1 twice: threads 1 and 2 both write out[1].
// expect: racy line 6 with line 6
// launch: grid 1 block 4
__constant__ const int order[4] = {0, 1, 1, 3};
__global__ void scatter(int *out) {
  out[order[threadIdx.x]] = threadIdx.x;
}
