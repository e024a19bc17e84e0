/** Launches of OpenCL: what host code in C and C++ says of sizes, arguments and memory, and what is not followed. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { analyse } from '../../src/analysis/index.ts';
import { DEFAULT_CHECK_OPTIONS } from '../../src/model/options.ts';
import { SILENT } from '../../src/model/progress.ts';
import type { Finding, KernelResult } from '../../src/model/result.ts';
import { assumptionsOf } from '../texts.ts';

const ROWS = `__kernel void rows(__global float *out, __global const float *in, int pitch, int width) {
  int r = get_global_id(0);
  for (int c = 0; c < width; c++) out[r * pitch + c] = in[r * pitch + c] + c;
}
`;
const NEXT = `__kernel void next(__global float *out, __global const float *in, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = in[i + 1];
}
`;
/** Every group writes the same place: one group is fine, and no other number. */
const TOTAL = `__kernel void total(__global float *out, __global const float *in, __local float *sums) {
  int t = get_local_id(0);
  sums[t] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t == 0) { float sum = 0; for (int i = 0; i < get_local_size(0); i++) sum += sums[i]; out[0] = sum + get_group_id(0); }
}
`;

const HEAD = `#include <stdio.h>
#include <stdlib.h>
#include <CL/cl.h>
#define CHECK(e) do { cl_int err_ = (e); if (err_ != CL_SUCCESS) { fprintf(stderr, "error %d\\n", err_); exit(1); } } while (0)
static cl_context context;
static cl_command_queue queue;
static cl_program program;
static void setup(void) {
  cl_int err;
  cl_platform_id platform;
  cl_device_id device;
  CHECK(clGetPlatformIDs(1, &platform, NULL));
  CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &err);
  CHECK(err);
  queue = clCreateCommandQueue(context, device, 0, &err);
  CHECK(err);
  const char *text = "";
  program = clCreateProgramWithSource(context, 1, &text, NULL, &err);
  CHECK(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
}
static cl_mem buffer(size_t bytes) {
  cl_int err;
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &err);
  if (memory == NULL || err != CL_SUCCESS) { fprintf(stderr, "no memory\\n"); exit(1); }
  return memory;
}
`;

/** A host program: \`setup\` has been called, \`n\` is any number, and \`err\` is there. */
function hostOf(body: string): string {
  return `${HEAD}int main(int argc, char **argv) {
  cl_int err;
  int n = atoi(argv[1]);
  setup();
${body}
  CHECK(clFinish(queue));
  return 0;
}
`;
}

/** Launches \`rows\` with an expression for its width. */
function rowsHost(width: string): string {
  return hostOf(`  cl_kernel kernel = clCreateKernel(program, "rows", &err);
  CHECK(err);
  cl_mem out = buffer(n * n * sizeof(float)), in = buffer(n * n * sizeof(float));
  int width = ${width};
  CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &out));
  CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &in));
  CHECK(clSetKernelArg(kernel, 2, sizeof(int), &n));
  CHECK(clSetKernelArg(kernel, 3, sizeof(int), &width));
  size_t local = 64, global = (n + 63) / 64 * 64;
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));`);
}

/** Launches \`next\` with what is passed as \`out\` and \`in\`. */
function nextHost(memory: string): string {
  return hostOf(`${memory}
  cl_kernel kernel = clCreateKernel(program, "next", &err);
  err = clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  err |= clSetKernelArg(kernel, 1, sizeof(cl_mem), &in);
  err |= clSetKernelArg(kernel, 2, sizeof(int), &n);
  if (err != CL_SUCCESS) { printf("no arguments\\n"); return -1; }
  size_t local[1] = {64}, global[1] = {(n + 63) / 64 * 64};
  err = clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, NULL);
  if (err != CL_SUCCESS) { printf("no launch\\n"); return -1; }`);
}

/** Launches \`total\` with these sizes. */
function totalHost(launch: string): string {
  return hostOf(`  cl_kernel kernel = clCreateKernel(program, "total", &err);
  cl_mem out = buffer(4), in = buffer(n * sizeof(float));
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &in);
  clSetKernelArg(kernel, 2, 256 * sizeof(float), NULL);
${launch}`);
}

interface Checked {
  readonly kernel: KernelResult;
  readonly findings: readonly Finding[];
  readonly problems: readonly string[];
}

/** What is said of the first kernel of \`file\` in a tree with others around it. */
async function check(file: string, sources: Record<string, string>): Promise<Checked> {
  const files = new Map(Object.entries(sources).map(([name, text]) => [name, Buffer.from(text)]));
  const options = { ...DEFAULT_CHECK_OPTIONS, around: () => [...files.keys()] };
  const { kernels, findings, problems } = await analyse({ kind: 'memory', files }, [file], options, SILENT);
  return {
    kernel: kernels.find((k) => k.file === file)!,
    findings,
    problems: problems.map(({ message }) => message),
  };
}

const launchesOf = ({ kernel }: Checked) => kernel.launches.map(({ file, line }) => `${file}:${line}`);
const saysOf = ({ kernel }: Checked, text: string) => assumptionsOf(kernel).some((one) => one.includes(text));

describe('host code of OpenCL', () => {
  test('relations between sizes and arguments', async () => {
    const good = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': rowsHost('n') });
    assert.equal(good.kernel.verdict, 'race-free', assumptionsOf(good.kernel).join('\n'));
    assert.deepEqual(launchesOf(good), ['main.c:41']);
    const racy = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': rowsHost('n + 1') });
    assert.notEqual(racy.kernel.verdict, 'race-free');
    assert.ok(racy.findings.length > 0);
  });

  test('the same in C++, and in C that is compiled as C++', async () => {
    const text = rowsHost('n').replace('#include <stdio.h>', '#include <cstdio>\n#include <string>');
    for (const name of ['main.cpp', 'main.c']) {
      const { kernel } = await check('rows.cl', { 'rows.cl': ROWS, [name]: text });
      assert.equal(kernel.verdict, 'race-free', name);
      assert.equal(kernel.launches.length, 1, name);
    }
  });

  test('a size_t of which the kernel is handed an int', async () => {
    const tiles = `__kernel void tiles(__global float *m, int n, int from) {
  int row = from + (get_group_id(1) + 1) * 16 + get_local_id(1), column = from + (get_group_id(0) + 1) * 16 + get_local_id(0);
  m[row * n + column] = row + m[(from + get_local_id(1)) * n + column];
}
`;
    const host = (groups: string) => `${HEAD}int main(int argc, char **argv) {
  cl_int err;
  size_t n = 32;
  for (int i = 1; i < argc; i++) if (argv[i][0] == 'n') n = atoi(argv[i] + 1);
  setup();
  cl_kernel kernel = clCreateKernel(program, "tiles", &err);
  cl_mem m = buffer(n * n * sizeof(float));
  for (size_t i = 0; i < n - 16; i += 16) {
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &m);
    clSetKernelArg(kernel, 1, sizeof(int), &n);
    clSetKernelArg(kernel, 2, sizeof(int), &i);
    size_t local[2] = {16, 16}, global[2] = {16 * (${groups}), 16 * (${groups})};
    if (global[0] > 0) clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL);
  }
  return 0;
}
`;
    const good = await check('tiles.cl', { 'tiles.cl': tiles, 'main.c': host('(n - i) / 16 - 1') });
    assert.equal(good.kernel.verdict, 'race-free', assumptionsOf(good.kernel).join('\n'));
    assert.ok(saysOf(good, 'host arithmetic does not overflow'));
    const wide = await check('tiles.cl', { 'tiles.cl': tiles, 'main.c': host('(n - i) / 16 + 1') });
    assert.notEqual(wide.kernel.verdict, 'race-free');
    assert.ok(wide.findings.length > 0);
    const first = `__kernel void tiles(__global float *m, int n, int upper) {
  if (upper > 0 && n >= 0 && get_local_id(0) == 0) m[0] = get_group_id(0);
}
`;
    const upper = host('n').replace('sizeof(int), &i', 'sizeof(int), (char *)&n + 4');
    const halves = await check('tiles.cl', { 'tiles.cl': first, 'main.c': upper });
    assert.notEqual(halves.kernel.verdict, 'race-free');
    const once = await check('tiles.cl', { 'tiles.cl': first, 'main.c': host('n') });
    assert.notEqual(once.kernel.verdict, 'race-free');
  });

  test('two buffers, and one buffer twice', async () => {
    const two = '  cl_mem out = buffer(4 * n), in = buffer(4 * n + 4);';
    const good = await check('next.cl', { 'next.cl': NEXT, 'main.c': nextHost(two) });
    assert.equal(good.kernel.verdict, 'race-free', assumptionsOf(good.kernel).join('\n'));
    assert.ok(!saysOf(good, 'do not overlap'), assumptionsOf(good.kernel).join('\n'));
    const one = await check('next.cl', {
      'next.cl': NEXT,
      'main.c': nextHost('  cl_mem in = buffer(4 * n + 4), out = in;'),
    });
    assert.equal(one.kernel.verdict, 'racy');
  });

  test('what a container hands out is not taken for null', async () => {
    const memory = `  std::vector<cl_mem> all;
  all.push_back(buffer(4 * n + 4));
  all.push_back(all[0]);
#define out all[0]
#define in all[1]`;
    const host = nextHost(memory).replace('#include <stdio.h>', '#include <cstdio>\n#include <vector>');
    const { kernel } = await check('next.cl', { 'next.cl': NEXT, 'main.cpp': host });
    assert.equal(kernel.launches.length, 1);
    assert.notEqual(kernel.verdict, 'race-free');
  });

  test('a buffer and a part of it', async () => {
    const part = (origin: string) => `  cl_mem in = buffer(8192);
  cl_buffer_region region = {${origin}, 1024};
  cl_mem out = clCreateSubBuffer(in, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
  n = 256;`;
    const within = await check('next.cl', { 'next.cl': NEXT, 'main.c': nextHost(part('0')) });
    assert.equal(within.kernel.verdict, 'racy');
    const apart = await check('next.cl', { 'next.cl': NEXT, 'main.c': nextHost(part('4096')) });
    assert.equal(apart.kernel.verdict, 'race-free', assumptionsOf(apart.kernel).join('\n'));
    const open = await check('next.cl', { 'next.cl': NEXT, 'main.c': nextHost(part('atoi(argv[2])')) });
    assert.notEqual(open.kernel.verdict, 'race-free');
  });

  test('one group, and several; local memory is of each group', async () => {
    const range = (global: number, local: number) =>
      totalHost(`  size_t global = ${global}, local = ${local};
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);`);
    const good = await check('total.cl', { 'total.cl': TOTAL, 'main.c': range(256, 256) });
    assert.equal(good.kernel.verdict, 'race-free', assumptionsOf(good.kernel).join('\n'));
    const racy = await check('total.cl', { 'total.cl': TOTAL, 'main.c': range(512, 256) });
    assert.equal(racy.kernel.verdict, 'racy');
    const task = await check('total.cl', {
      'total.cl': TOTAL,
      'main.c': totalHost('  clEnqueueTask(queue, kernel, 0, NULL, NULL);'),
    });
    assert.equal(task.kernel.verdict, 'race-free');
  });

  test('a local size that the implementation chooses may be any', async () => {
    const host = totalHost(`  size_t global = 256;
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);`);
    const { kernel } = await check('total.cl', { 'total.cl': TOTAL, 'main.c': host });
    assert.notEqual(kernel.verdict, 'race-free');
    assert.equal(kernel.launches.length, 1);
  });

  test('groups that are not whole, and an offset, leave the kernel as open as without host code', async () => {
    const range = (global: number, offset: string) =>
      totalHost(`  size_t global = ${global}, local = 256, from = 256;
  clEnqueueNDRangeKernel(queue, kernel, 1, ${offset}, &global, &local, 0, NULL, NULL);`);
    const part = await check('total.cl', { 'total.cl': TOTAL, 'main.c': range(300, 'NULL') });
    assert.ok(saysOf(part, 'its local size does not divide its global size'), assumptionsOf(part.kernel).join('\n'));
    const moved = await check('total.cl', { 'total.cl': TOTAL, 'main.c': range(256, '&from') });
    assert.ok(saysOf(moved, 'it has a global offset'));
    assert.ok(moved.problems.some((one) => one.includes('a launch of total was not followed')));
    for (const one of [part, moved]) assert.notEqual(one.kernel.verdict, 'race-free');
    const zero = range(256, '&from').replace('from = 256', 'from = 0');
    const good = await check('total.cl', { 'total.cl': TOTAL, 'main.c': zero });
    assert.equal(good.kernel.verdict, 'race-free');
  });

  test('of two launches of one kernel object, the second is racy', async () => {
    const twice = (last: string) =>
      rowsHost('n').replace(
        '  CHECK(clFinish',
        `  width = n + ${last};
  CHECK(clSetKernelArg(kernel, 3, sizeof(int), &width));
  CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
  CHECK(clFinish`,
      );
    const good = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': twice('0') });
    assert.equal(good.kernel.verdict, 'race-free');
    const racy = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': twice('1') });
    assert.notEqual(racy.kernel.verdict, 'race-free');
    assert.deepEqual(launchesOf(racy), ['main.c:41', 'main.c:44']);
  });

  test('buffers that change places in each round are never one', async () => {
    const rounds = (second: string) =>
      hostOf(`  cl_mem a = buffer(4 * n + 4), b = buffer(4 * n + 4);
  cl_kernel kernel = clCreateKernel(program, "next", &err);
  size_t local = 64, global = (n + 63) / 64 * 64;
  CHECK(clSetKernelArg(kernel, 2, sizeof(int), &n));
  for (int i = 0; i < 10 * n; i++) {
    CHECK(clSetKernelArg(kernel, 0, sizeof(cl_mem), &a));
    CHECK(clSetKernelArg(kernel, 1, sizeof(cl_mem), &b));
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    ${second}
  }`);
    const swapped = await check('next.cl', {
      'next.cl': NEXT,
      'main.c': rounds('cl_mem c = a; a = b; b = c;'),
    });
    assert.equal(swapped.kernel.verdict, 'race-free', assumptionsOf(swapped.kernel).join('\n'));
    const lost = await check('next.cl', { 'next.cl': NEXT, 'main.c': rounds('a = b;') });
    assert.notEqual(lost.kernel.verdict, 'race-free');
  });

  test('arguments that are set for the round to come', async () => {
    const rounds = (next: string) =>
      rowsHost('n').replace(
        / {2}CHECK\(clEnqueue.*/,
        `  for (int i = 0; i < n; i++) {
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    int next = ${next};
    CHECK(clSetKernelArg(kernel, 3, sizeof(int), &next));
  }`,
      );
    const good = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': rounds('n - 1') });
    assert.equal(good.kernel.verdict, 'race-free', assumptionsOf(good.kernel).join('\n'));
    for (const next of ['n + 1', 'n + i']) {
      const racy = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': rounds(next) });
      assert.notEqual(racy.kernel.verdict, 'race-free', next);
    }
  });

  test('an argument that is set on one path only', async () => {
    const host = rowsHost('n').replace(
      '  CHECK(clEnqueue',
      `  int more = n + 1;
  if (argc > 2) CHECK(clSetKernelArg(kernel, 3, sizeof(int), &more));
  CHECK(clEnqueue`,
    );
    const { kernel } = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': host });
    assert.notEqual(kernel.verdict, 'race-free');
  });

  test('kernels in members of a struct, in an array, and behind a pointer', async () => {
    const held = (which: string, width: string) =>
      `${HEAD}struct app { cl_kernel kernels[2]; cl_mem out, in; float *data; };
static void make(struct app *app, int n) {
  cl_int err;
  app->kernels[0] = clCreateKernel(program, "rows", &err);
  CHECK(err);
  app->kernels[1] = clCreateKernel(program, "other", &err);
  CHECK(err);
  app->out = buffer(n * n * sizeof(float));
  app->in = buffer(n * n * sizeof(float));
}
static void arguments(struct app *app, int n, int width) {
  CHECK(clSetKernelArg(app->kernels[0], 0, sizeof(cl_mem), &app->out));
  CHECK(clSetKernelArg(app->kernels[0], 1, sizeof(cl_mem), &app->in));
  CHECK(clSetKernelArg(app->kernels[0], 2, sizeof(int), &n));
  CHECK(clSetKernelArg(app->kernels[0], 3, sizeof(int), &width));
}
static void run(struct app *app, int n) {
  size_t local = 64, global = (n + 63) / 64 * 64;
  CHECK(clEnqueueNDRangeKernel(queue, app->kernels[${which}], 1, NULL, &global, &local, 0, NULL, NULL));
}
int main(int argc, char **argv) {
  struct app app;
  int n = atoi(argv[1]);
  setup();
  make(&app, n);
  arguments(&app, n, ${width});
  run(&app, n);
  return 0;
}
`;
    const good = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': held('0', 'n') });
    assert.equal(good.kernel.verdict, 'race-free', assumptionsOf(good.kernel).join('\n'));
    assert.equal(good.kernel.launches.length, 1);
    const racy = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': held('0', 'n + 1') });
    assert.notEqual(racy.kernel.verdict, 'race-free');
    const other = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': held('1', 'n') });
    assert.equal(other.kernel.launches.length, 0);
    assert.notEqual(other.kernel.verdict, 'race-free');
  });

  test('kernel objects that are made in the rounds of a loop are not taken for one', async () => {
    const host = hostOf(`  cl_mem a = buffer(4 * n + 4), b = buffer(4 * n + 4);
  cl_kernel *kernels = (cl_kernel *)malloc(n * sizeof(cl_kernel));
  for (int i = 0; i < n; i++) kernels[i] = clCreateKernel(program, "next", &err);
  for (int i = 0; i < n; i++) {
    clSetKernelArg(kernels[i], 0, sizeof(cl_mem), &a);
    clSetKernelArg(kernels[i], 1, sizeof(cl_mem), i == 0 ? &a : &b);
    clSetKernelArg(kernels[i], 2, sizeof(int), &n);
  }
  size_t local = 64, global = (n + 63) / 64 * 64;
  CHECK(clEnqueueNDRangeKernel(queue, kernels[0], 1, NULL, &global, &local, 0, NULL, NULL));`);
    const { kernel } = await check('next.cl', { 'next.cl': NEXT, 'main.c': host });
    assert.notEqual(kernel.verdict, 'race-free');
  });

  test('a name that is only known when the program runs leaves every kernel open', async () => {
    const host = rowsHost('n').replace('"rows", &err', 'argc > 2 ? argv[2] : "rows", &err');
    const one = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': host });
    assert.ok(saysOf(one, 'which kernel it launches is not known'), assumptionsOf(one.kernel).join('\n'));
    assert.notEqual(one.kernel.verdict, 'race-free');
  });

  test('a launch in code that does not compile is not lost', async () => {
    const host = rowsHost('n').replace(
      'int main(',
      `static void again(cl_kernel kernel, int n) {
  size_t local = 64, global = no_such_thing_at_all.width;
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}
int main(`,
    );
    const one = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': host });
    assert.notEqual(one.kernel.verdict, 'race-free');
    assert.ok(saysOf(one, 'a launch in code that does not compile was not read'), assumptionsOf(one.kernel).join('\n'));
  });

  test('a launch that is made where another has failed', async () => {
    const host = rowsHost('n')
      .replace('CHECK(clEnqueueNDRangeKernel', 'err = (clEnqueueNDRangeKernel')
      .replace(
        '  CHECK(clFinish',
        `  if (err != CL_SUCCESS) {
    width = n + 1;
    clSetKernelArg(kernel, 3, sizeof(int), &width);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
  }
  CHECK(clFinish`,
      );
    const one = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': host });
    assert.notEqual(one.kernel.verdict, 'race-free');
    assert.equal(one.kernel.launches.length, 2);
  });

  test('a program that launches by classes is not read, and said so', async () => {
    const host = `#include <CL/cl.hpp>
void go(cl::CommandQueue &queue, cl::Program &program) {
  cl::Kernel kernel(program, "rows");
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NDRange(64));
}
`;
    const sources = { 'rows.cl': ROWS, 'main.c': rowsHost('n'), 'other.cpp': host };
    const one = await check('rows.cl', sources);
    assert.notEqual(one.kernel.verdict, 'race-free');
    assert.ok(saysOf(one, 'it launches by classes around OpenCL (other.cpp)'), assumptionsOf(one.kernel).join('\n'));
  });

  test('definitions that the host has a program built with', async () => {
    const kernel = ROWS.replace('r * pitch', 'r * WIDTH').replace(
      '__kernel',
      '#ifndef WIDTH\n#define WIDTH 64\n#endif\n__kernel',
    );
    const built = (options: string) =>
      rowsHost('16')
        .replace('1, &device, NULL, NULL, NULL', `1, &device, ${options}, NULL, NULL`)
        .replace('global = (n + 63) / 64 * 64', 'global = 64');
    const good = await check('rows.cl', { 'rows.cl': kernel, 'main.c': built('"-cl-fast-relaxed-math -D WIDTH=16"') });
    assert.equal(good.kernel.verdict, 'race-free', assumptionsOf(good.kernel).join('\n'));
    assert.ok(saysOf(good, 'WIDTH = 16 (main.c:20)'), assumptionsOf(good.kernel).join('\n'));
    const racy = await check('rows.cl', { 'rows.cl': kernel, 'main.c': built('"-DWIDTH=15"') });
    assert.notEqual(racy.kernel.verdict, 'race-free');
    const both = `${built('"-DWIDTH=15"')}const char *other = "-DWIDTH=16";\n`;
    const disputed = await check('rows.cl', { 'rows.cl': kernel, 'main.c': both });
    assert.ok(!saysOf(disputed, 'WIDTH ='));
    const sometimes = `${built('NULL')}#ifdef SMALL\nconst char *other = "-DWIDTH=16";\n#endif\n`;
    const open = await check('rows.cl', { 'rows.cl': kernel, 'main.c': sometimes });
    assert.ok(!saysOf(open, 'WIDTH ='));
  });

  test('what code that is not looked into may set is not taken for what was set before', async () => {
    const set = rowsHost('n')
      .replace('int main(', 'void others(cl_kernel kernel);\nint main(')
      .replace('  CHECK(clEnqueue', '  others(kernel);\n  CHECK(clEnqueue');
    const open = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': set });
    assert.notEqual(open.kernel.verdict, 'race-free');
    const asked = rowsHost('n').replace(
      '  CHECK(clEnqueue',
      '  size_t most;\n  clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof(most), &most, NULL);\n  CHECK(clEnqueue',
    );
    const good = await check('rows.cl', { 'rows.cl': ROWS, 'main.c': asked });
    assert.equal(good.kernel.verdict, 'race-free');
  });

  test('kernels, arguments and launch in files of their own', async () => {
    const header = `#include <CL/cl.h>
extern cl_context context;
extern cl_command_queue queue;
extern cl_kernel kernel;
void prepare(void);
void launch(cl_mem out, cl_mem in, int pitch, int width);
`;
    const files = (width: string) => ({
      'rows.cl': ROWS,
      'host.h': header,
      'launch.c': `#include "host.h"
void launch(cl_mem out, cl_mem in, int pitch, int width) {
  size_t local = 64, global = (pitch + 63) / 64 * 64;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &in);
  clSetKernelArg(kernel, 2, sizeof(int), &pitch);
  clSetKernelArg(kernel, 3, sizeof(int), &width);
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}
`,
      'prepare.c': `#include "host.h"
cl_context context;
cl_command_queue queue;
cl_kernel kernel;
void prepare(void) {
  cl_int err;
  cl_program program = clCreateProgramWithSource(context, 0, NULL, NULL, &err);
  kernel = clCreateKernel(program, "rows", &err);
}
`,
      'main.c': `#include <stdlib.h>
#include "host.h"
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  prepare();
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * n * n, NULL, NULL);
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * n * n, NULL, NULL);
  launch(out, in, n, ${width});
  return 0;
}
`,
    });
    const good = await check('rows.cl', files('n'));
    assert.equal(good.kernel.verdict, 'race-free', [...assumptionsOf(good.kernel), ...good.problems].join('\n'));
    assert.ok(saysOf(good, 'launch is called by one file only (main.c)'));
    const racy = await check('rows.cl', files('n + 1'));
    assert.notEqual(racy.kernel.verdict, 'race-free');
  });

  test('a kernel in a variable that another function fills', async () => {
    const host = (more: string, width = 'pitch') => `#include <CL/cl.h>
cl_context context;
cl_command_queue queue;
static cl_kernel kernel;
void prepare(cl_program program) {
  cl_int err;
  kernel = clCreateKernel(program, "rows", &err);
}
${more}
void run(int pitch) {
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * pitch * pitch, NULL, NULL);
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * pitch * pitch, NULL, NULL);
  int width = ${width};
  size_t local = 64, global = (pitch + 63) / 64 * 64;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &in);
  clSetKernelArg(kernel, 2, sizeof(int), &pitch);
  clSetKernelArg(kernel, 3, sizeof(int), &width);
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}
`;
    const unknown = 'which kernel it launches is not known';
    const good = await check('rows.cl', { 'rows.cl': ROWS, 'host.c': host('') });
    assert.equal(good.kernel.verdict, 'race-free', [...assumptionsOf(good.kernel), ...good.problems].join('\n'));
    assert.ok(!saysOf(good, unknown));
    assert.ok(saysOf(good, 'kernel holds no other kernel than rows, as in all code that was read'));
    assert.deepEqual(launchesOf(good), ['host.c:19']);
    const racy = await check('rows.cl', { 'rows.cl': ROWS, 'host.c': host('', 'pitch + 1') });
    assert.equal(racy.kernel.verdict, 'racy', assumptionsOf(racy.kernel).join('\n'));
    // It may be another kernel, or the same with other arguments.
    const stores = [
      'void others(cl_program program) { kernel = clCreateKernel(program, "next", NULL); }',
      'void others(cl_kernel given) { kernel = given; }',
      'void change(cl_kernel *where);\nvoid others(void) { change(&kernel); }',
      'cl_kernel *where(void) { return &kernel; }',
      'cl_kernel *all[] = {&kernel};',
      'void others(cl_program program) { clCreateKernelsInProgram(program, 1, &kernel, NULL); }',
      'struct pair { cl_kernel a, b; };\nvoid others(struct pair *given) { __builtin_memcpy(&kernel, given, sizeof(kernel)); }',
    ];
    for (const other of stores) {
      const open = await check('rows.cl', { 'rows.cl': ROWS, 'host.c': host(other) });
      assert.ok(saysOf(open, unknown), `${other}\n${assumptionsOf(open.kernel).join('\n')}`);
    }
    const unset = host('').replace('  clSetKernelArg(kernel, 2, sizeof(int), &pitch);\n', '');
    const open = await check('rows.cl', { 'rows.cl': ROWS, 'host.c': unset });
    assert.notEqual(open.kernel.verdict, 'race-free', 'what was set before is not known');
    const beside = host('void inspect(cl_kernel one);').replace('  clEnqueue', '  inspect(kernel);\n  clEnqueue');
    const handed = await check('rows.cl', { 'rows.cl': ROWS, 'host.c': beside });
    assert.notEqual(handed.kernel.verdict, 'race-free', 'code that is not in sight may set them');
  });

  test('nobody writes constant memory while a kernel runs', async () => {
    const kernel = (space: string) => `__kernel void scale(${space} float *weights, __global float *out, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] *= weights[i % 16];
}
`;
    const host = `#include <stdlib.h>
#include <CL/cl.h>
cl_command_queue queue;
static cl_kernel kernel;
static cl_mem weights, out;
void prepare(cl_program program) {
  kernel = clCreateKernel(program, "scale", NULL);
}
static void fill(cl_mem *buffers, int n) {
  for (int i = 0; i < n; i++) buffers[i] = clCreateBuffer(0, CL_MEM_READ_WRITE, 4 * n, NULL, NULL);
}
void run(int n, int at) {
  cl_mem *buffers = (cl_mem *)malloc(n * sizeof(cl_mem));
  fill(buffers, n);
  weights = buffers[at % n];
  out = buffers[n / 3];
  size_t local = 64, global = (n + 63) / 64 * 64;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), &weights);
  clSetKernelArg(kernel, 1, sizeof(cl_mem), &out);
  clSetKernelArg(kernel, 2, sizeof(int), &n);
  clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
}
`;
    const constant = await check('scale.cl', { 'scale.cl': kernel('__constant'), 'host.c': host });
    assert.equal(constant.kernel.verdict, 'race-free', assumptionsOf(constant.kernel).join('\n'));
    assert.ok(saysOf(constant, 'weights and out do not overlap'));
    const global = await check('scale.cl', { 'scale.cl': kernel('__global const'), 'host.c': host });
    assert.equal(global.kernel.verdict, 'conditional', assumptionsOf(global.kernel).join('\n'));
  });

  test('of two programs with a kernel of one name, each launches its own', async () => {
    const one = await check('a/rows.cl', {
      'a/rows.cl': ROWS,
      'a/main.c': rowsHost('n'),
      'b/rows.cl': ROWS,
      'b/main.c': rowsHost('n + 1'),
    });
    assert.equal(one.kernel.verdict, 'race-free');
    assert.deepEqual(launchesOf(one), ['a/main.c:41']);
  });
});
