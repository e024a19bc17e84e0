// Errors as exceptions.
#pragma once
#include <thrust/execution_policy.h>

#include <new>
#include <stdexcept>

namespace thrust {
struct error_category {};
inline const error_category &cuda_category() {
  static const error_category category{};
  return category;
}
class error_code {
 public:
  error_code(int value = 0, const error_category & = cuda_category()) : value_(value) {}
  int value() const { return value_; }

 private:
  int value_;
};
class system_error : public std::runtime_error {
 public:
  system_error(int value, const error_category &, const char * = "") : std::runtime_error(""), code_(value) {}
  system_error(error_code code, const char * = "") : std::runtime_error(""), code_(code) {}
  const error_code &code() const { return code_; }

 private:
  error_code code_;
};
namespace system {
using thrust::error_code;
using thrust::system_error;
using std::bad_alloc;
}  // namespace system
}  // namespace thrust
