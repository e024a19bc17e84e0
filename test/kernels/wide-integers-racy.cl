// `long long` has 128 bits in OpenCL C, which the simulator does not hold: the race is told without a replay.
// expect: inconclusive: a possible intra-block-race was neither proved nor ruled out (test/kernels/wide-integers-racy.cl:12)
// expect: possible intra-block-race line 12 with line 13
typedef struct {
  long long dims[4];
  int first;
} Shape;

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void shift(__global int *out, Shape shape) {
  __local int row[65];
  int i = get_local_id(0);
  row[i] = i;
  out[get_global_id(0)] = row[i + 1] + shape.first;
}
