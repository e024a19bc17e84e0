// OpenMP's functions; its pragmas are comments here.
#pragma once
typedef struct {
  void *lock;
} omp_lock_t;
__GPURACE_C_BEGIN
int omp_get_num_threads(void), omp_get_max_threads(void), omp_get_thread_num(void), omp_get_num_procs(void);
int omp_in_parallel(void), omp_get_num_devices(void), omp_get_dynamic(void), omp_get_nested(void), omp_get_level(void);
void omp_set_num_threads(int), omp_set_dynamic(int), omp_set_nested(int);
void omp_init_lock(omp_lock_t *), omp_destroy_lock(omp_lock_t *), omp_set_lock(omp_lock_t *), omp_unset_lock(omp_lock_t *);
int omp_test_lock(omp_lock_t *);
double omp_get_wtime(void), omp_get_wtick(void);
__GPURACE_C_END
