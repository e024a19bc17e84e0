// Days, months and years of the civil calendar, and the time of a day (C++20). Part of <chrono>.
#pragma once
#include <chrono>

namespace std {
namespace chrono {

// A number with a type of its own.
#define __GPURACE_COUNTED(NAME, NUMBER, STEP)                                                        \
  class NAME {                                                                                       \
    NUMBER n_ = 0;                                                                                   \
                                                                                                     \
   public:                                                                                           \
    NAME() = default;                                                                                \
    constexpr explicit NAME(NUMBER n) noexcept : n_(n) {}                                            \
    constexpr explicit operator NUMBER() const noexcept { return n_; }                               \
    __GPURACE_CONSTEXPR14 NAME &operator++() noexcept { return *this += STEP(1); }                   \
    __GPURACE_CONSTEXPR14 NAME &operator--() noexcept { return *this -= STEP(1); }                   \
    __GPURACE_CONSTEXPR14 NAME &operator+=(const STEP &d) noexcept { return *this = *this + d; }     \
    __GPURACE_CONSTEXPR14 NAME &operator-=(const STEP &d) noexcept { return *this = *this - d; }     \
    constexpr bool ok() const noexcept;                                                              \
    friend constexpr NAME operator+(const NAME &a, const STEP &d) noexcept { return stepped(a, d.count()); }  \
    friend constexpr NAME operator+(const STEP &d, const NAME &a) noexcept { return a + d; }         \
    friend constexpr NAME operator-(const NAME &a, const STEP &d) noexcept { return stepped(a, -d.count()); } \
    friend constexpr STEP operator-(const NAME &a, const NAME &b) noexcept { return STEP(int(a.n_) - int(b.n_)); } \
    friend constexpr bool operator==(const NAME &a, const NAME &b) noexcept { return a.n_ == b.n_; } \
    friend constexpr bool operator!=(const NAME &a, const NAME &b) noexcept { return a.n_ != b.n_; } \
    friend constexpr bool operator<(const NAME &a, const NAME &b) noexcept { return a.n_ < b.n_; }   \
    friend constexpr bool operator<=(const NAME &a, const NAME &b) noexcept { return a.n_ <= b.n_; } \
    friend constexpr bool operator>(const NAME &a, const NAME &b) noexcept { return a.n_ > b.n_; }   \
    friend constexpr bool operator>=(const NAME &a, const NAME &b) noexcept { return a.n_ >= b.n_; } \
                                                                                                     \
   private:                                                                                          \
    static constexpr NAME stepped(const NAME &a, int by) noexcept;                                   \
  };
__GPURACE_COUNTED(day, unsigned, days)
__GPURACE_COUNTED(month, unsigned, months)
__GPURACE_COUNTED(year, int, years)
#undef __GPURACE_COUNTED

// The remainder that is never negative.
constexpr int __wrapped(int n, int by) { return (n % by + by) % by; }

constexpr day day::stepped(const day &a, int by) noexcept { return day(a.n_ + by); }
constexpr month month::stepped(const month &a, int by) noexcept {
  return month(unsigned(__wrapped(int(a.n_) - 1 + by, 12)) + 1);
}
constexpr year year::stepped(const year &a, int by) noexcept { return year(a.n_ + by); }
constexpr bool day::ok() const noexcept { return 1 <= n_ && n_ <= 31; }
constexpr bool month::ok() const noexcept { return 1 <= n_ && n_ <= 12; }
constexpr bool year::ok() const noexcept { return -32767 <= n_ && n_ <= 32767; }
constexpr bool __is_leap(int y) { return y % 4 == 0 && (y % 100 != 0 || y % 400 == 0); }
constexpr unsigned __days_of(int y, unsigned m) {
  return m == 2 ? (__is_leap(y) ? 29 : 28) : m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
}

class weekday {
  unsigned n_ = 0;

 public:
  weekday() = default;
  constexpr explicit weekday(unsigned n) noexcept : n_(n == 7 ? 0 : n) {}
  // The first of January 1970 was a Thursday.
  constexpr weekday(const sys_days &t) noexcept : n_(unsigned(__wrapped(t.time_since_epoch().count() + 4, 7))) {}
  constexpr unsigned c_encoding() const noexcept { return n_; }
  constexpr unsigned iso_encoding() const noexcept { return n_ == 0 ? 7 : n_; }
  constexpr bool ok() const noexcept { return n_ < 7; }
  friend constexpr bool operator==(const weekday &a, const weekday &b) noexcept { return a.n_ == b.n_; }
  friend constexpr bool operator!=(const weekday &a, const weekday &b) noexcept { return a.n_ != b.n_; }
  friend constexpr days operator-(const weekday &a, const weekday &b) noexcept {
    return days(__wrapped(int(a.n_) - int(b.n_), 7));
  }
};

struct last_spec {
  explicit last_spec() = default;
};

class year_month {
  chrono::year y_;
  chrono::month m_;

 public:
  year_month() = default;
  constexpr year_month(const chrono::year &y, const chrono::month &m) noexcept : y_(y), m_(m) {}
  constexpr chrono::year year() const noexcept { return y_; }
  constexpr chrono::month month() const noexcept { return m_; }
  constexpr bool ok() const noexcept { return y_.ok() && m_.ok(); }
};

class year_month_day {
  chrono::year y_;
  chrono::month m_;
  chrono::day d_;

 public:
  year_month_day() = default;
  constexpr year_month_day(const chrono::year &y, const chrono::month &m, const chrono::day &d) noexcept
      : y_(y), m_(m), d_(d) {}
  __GPURACE_CONSTEXPR14 year_month_day(const sys_days &t) noexcept { set(t.time_since_epoch().count()); }
  __GPURACE_CONSTEXPR14 explicit year_month_day(const local_days &t) noexcept { set(t.time_since_epoch().count()); }
  constexpr chrono::year year() const noexcept { return y_; }
  constexpr chrono::month month() const noexcept { return m_; }
  constexpr chrono::day day() const noexcept { return d_; }
  constexpr bool ok() const noexcept {
    return y_.ok() && m_.ok() && unsigned(d_) >= 1 && unsigned(d_) <= __days_of(int(y_), unsigned(m_));
  }
  __GPURACE_CONSTEXPR14 operator sys_days() const noexcept { return sys_days(days(number())); }
  __GPURACE_CONSTEXPR14 explicit operator local_days() const noexcept { return local_days(days(number())); }
  friend __GPURACE_CONSTEXPR14 bool operator==(const year_month_day &a, const year_month_day &b) noexcept {
    return a.y_ == b.y_ && a.m_ == b.m_ && a.d_ == b.d_;
  }

 private:
  // Years begin in March here, so that the day of a leap year is the last of them; 400 years have 146,097 days.
  __GPURACE_CONSTEXPR14 int number() const noexcept {
    const int y = int(y_) - (unsigned(m_) <= 2 ? 1 : 0);
    const int era = (y >= 0 ? y : y - 399) / 400;
    const int of_era = y - era * 400;
    const int of_year = (153 * (int(unsigned(m_)) + (unsigned(m_) > 2 ? -3 : 9)) + 2) / 5 + int(unsigned(d_)) - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
  }
  __GPURACE_CONSTEXPR14 void set(int n) noexcept {
    n += 719468;
    const int era = (n >= 0 ? n : n - 146096) / 146097;
    const int of_era = n - era * 146097;
    const int y = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    const int of_year = of_era - (365 * y + y / 4 - y / 100);
    const int m = (5 * of_year + 2) / 153;
    d_ = chrono::day(unsigned(of_year - (153 * m + 2) / 5 + 1));
    m_ = chrono::month(unsigned(m < 10 ? m + 3 : m - 9));
    y_ = chrono::year(y + era * 400 + (m >= 10 ? 1 : 0));
  }
};

class year_month_day_last {
  chrono::year y_;
  chrono::month m_;

 public:
  constexpr year_month_day_last(const chrono::year &y, const chrono::month &m) noexcept : y_(y), m_(m) {}
  constexpr chrono::year year() const noexcept { return y_; }
  constexpr chrono::month month() const noexcept { return m_; }
  constexpr chrono::day day() const noexcept { return chrono::day(__days_of(int(y_), unsigned(m_))); }
  constexpr bool ok() const noexcept { return y_.ok() && m_.ok(); }
  constexpr operator year_month_day() const noexcept { return year_month_day(y_, m_, day()); }
  __GPURACE_CONSTEXPR14 operator sys_days() const noexcept { return year_month_day(y_, m_, day()); }
};

constexpr year_month operator/(const year &y, const month &m) noexcept { return year_month(y, m); }
constexpr year_month operator/(const year &y, int m) noexcept { return year_month(y, month(unsigned(m))); }
constexpr year_month_day operator/(const year_month &a, const day &d) noexcept {
  return year_month_day(a.year(), a.month(), d);
}
constexpr year_month_day operator/(const year_month &a, int d) noexcept { return a / day(unsigned(d)); }
constexpr year_month_day_last operator/(const year_month &a, last_spec) noexcept {
  return year_month_day_last(a.year(), a.month());
}
// So many months later; years take what is more than twelve.
__GPURACE_CONSTEXPR14 year_month operator+(const year_month &a, const months &d) noexcept {
  const int n = int(unsigned(a.month())) - 1 + d.count();
  const int m = __wrapped(n, 12);
  return year_month(a.year() + years((n - m) / 12), month(unsigned(m) + 1));
}
constexpr year_month_day operator+(const year_month_day &a, const months &d) noexcept {
  return (year_month(a.year(), a.month()) + d) / a.day();
}
constexpr year_month_day operator-(const year_month_day &a, const months &d) noexcept { return a + -d; }
constexpr year_month_day operator+(const year_month_day &a, const years &d) noexcept {
  return year_month_day(a.year() + d, a.month(), a.day());
}
constexpr year_month_day operator-(const year_month_day &a, const years &d) noexcept { return a + -d; }

template <class Duration>
class hh_mm_ss {
  Duration d_;

 public:
  typedef Duration precision;
  constexpr hh_mm_ss() : d_(Duration::zero()) {}
  constexpr explicit hh_mm_ss(Duration d) : d_(d) {}
  constexpr bool is_negative() const noexcept { return d_ < Duration::zero(); }
  constexpr chrono::hours hours() const noexcept { return duration_cast<chrono::hours>(abs(d_)); }
  constexpr chrono::minutes minutes() const noexcept { return duration_cast<chrono::minutes>(abs(d_) - hours()); }
  constexpr chrono::seconds seconds() const noexcept {
    return duration_cast<chrono::seconds>(abs(d_) - hours() - minutes());
  }
  constexpr Duration subseconds() const noexcept {
    return duration_cast<Duration>(abs(d_) - hours() - minutes() - seconds());
  }
  constexpr Duration to_duration() const noexcept { return d_; }
};

#if __cplusplus >= 201703L
inline constexpr last_spec last{};
inline constexpr month January{1}, February{2}, March{3}, April{4}, May{5}, June{6}, July{7}, August{8}, September{9},
    October{10}, November{11}, December{12};
inline constexpr weekday Sunday{0u}, Monday{1u}, Tuesday{2u}, Wednesday{3u}, Thursday{4u}, Friday{5u}, Saturday{6u};
#endif

}  // namespace chrono
}  // namespace std
