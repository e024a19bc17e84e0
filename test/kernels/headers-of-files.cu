// Headers of modern host code: files and folders, error codes, locks that readers share, numbers and their digits.
// expect: race-free
#include <charconv>
#include <compare>
#include <filesystem>
#include <fstream>
#include <shared_mutex>
#include <string>
#include <system_error>
namespace fs = std::filesystem;

struct Version {
  int major, minor;
#if __cplusplus >= 202002L
  auto operator<=>(const Version &) const = default;
#endif
};

__global__ void scale(float *x, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

static std::shared_mutex guard;

int main(int argc, char **argv) {
  fs::path folder = argc > 1 ? fs::path(argv[1]) : fs::current_path();
  std::error_code failed;
  if (!fs::exists(folder / "data", failed) || failed) throw std::system_error(failed, "no data");
  for (const auto &entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == ".bin") std::ofstream(entry.path().string());
  int n = 0;
  std::string text = argv[2];
  auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (wrong != std::errc()) return 1;
  std::shared_lock<std::shared_mutex> reading(guard);
  float *x;
  cudaMalloc(&x, n * sizeof(float));
  scale<<<(n + 255) / 256, 256>>>(x, 2.f, n);
}
