// Semaphores of the host.
#pragma once
typedef union {
  char size[32];
  long align;
} sem_t;
__GPURACE_C_BEGIN
int sem_init(sem_t *semaphore, int shared, unsigned int value) noexcept;
int sem_destroy(sem_t *semaphore) noexcept;
int sem_wait(sem_t *semaphore);
int sem_trywait(sem_t *semaphore) noexcept;
int sem_post(sem_t *semaphore) noexcept;
int sem_getvalue(sem_t *semaphore, int *value) noexcept;
__GPURACE_C_END
