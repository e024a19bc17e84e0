// Vectors and matrices of GLM in shared memory: each thread fills a slot, and all read all of them behind the barrier.
// expect: race-free
// launch: grid 4 block 64
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>
__global__ void turn(float *out, const float *in, glm::vec4 q) {
  __shared__ glm::vec3 points[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  glm::mat3 turned = glm::mat3_cast(glm::normalize(glm::quat(q.w, q.x, q.y, q.z)));
  points[threadIdx.x] = turned * glm::make_vec3(in + 3 * i);
  __syncthreads();
  glm::vec3 sum(0.f);
  for (int k = 0; k < 64; k++) sum += points[k];
  sum = glm::inverse(turned) * sum / 64.f;
  out[2 * i] = glm::length(sum);
  out[2 * i + 1] = glm::dot(sum, points[threadIdx.x]);
}
