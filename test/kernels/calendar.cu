// Dates of the C++20 calendar on both sides; the numbers are those of any calendar.
// expect: race-free
#include <chrono>
namespace c = std::chrono;
static_assert(int(c::year_month_day(c::sys_days(c::days(0))).year()) == 1970, "");
static_assert(unsigned(c::year_month_day(c::sys_days(c::days(19782))).day()) == 29, "");
static_assert(c::sys_days(c::year_month_day(c::year(2024), c::month(2), c::day(29))).time_since_epoch().count() == 19782, "");
static_assert(c::sys_days(c::year(1600) / 3 / 1).time_since_epoch().count() == -135080, "");
static_assert(c::weekday(c::sys_days(c::days(0))).c_encoding() == 4, "");
static_assert(c::weekday(c::sys_days(c::days(-5))).c_encoding() == 6, "");
static_assert(unsigned((c::year(2023) / 2 / c::last).day()) == 28, "");
static_assert(int((c::year_month_day(c::year(2023), c::month(11), c::day(3)) + c::months(3)).year()) == 2024, "");
static_assert(int((c::year_month_day(c::year(2023), c::month(2), c::day(3)) - c::months(3)).year()) == 2022, "");
static_assert(unsigned((c::year_month_day(c::year(2023), c::month(2), c::day(3)) - c::months(3)).month()) == 11, "");
static_assert(c::hh_mm_ss<c::milliseconds>(c::milliseconds(3723004)).seconds().count() == 3, "");
static_assert(c::hh_mm_ss<c::milliseconds>(c::milliseconds(3723004)).subseconds().count() == 4, "");
static_assert(!(c::year(2023) / 2 / 29).ok(), "");
__global__ void k(int *out, const int *days, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = int(c::year_month_day(c::sys_days(c::days(days[i]))).year());
}
void run(int *out, const int *days, int n) { k<<<(n + 255) / 256, 256>>>(out, days, n); }
