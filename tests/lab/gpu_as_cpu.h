// CUDA's words for a compiler of plain C++: one block at a time, each of its threads a thread.
#include <barrier>
#include <cstddef>
#include <memory>

struct Dimension { int x; };
thread_local Dimension threadIdx, blockIdx;
Dimension blockDim, gridDim;
std::unique_ptr<std::barrier<>> together;

#define __device__
#define __global__
#define __shared__ static
#define __forceinline__ inline
#define __syncthreads() together->arrive_and_wait()

template <class Number, class Value> Number atomicAdd(Number* into, Value value) {
  return __atomic_fetch_add(into, (Number)value, __ATOMIC_RELAXED);
}

extern "C" void set_grid(int blocks, int threads) {
  gridDim.x = blocks;
  blockDim.x = threads;
  together = std::make_unique<std::barrier<>>(threads);
}

extern "C" void set_place(int block, int thread) {
  blockIdx.x = block;
  threadIdx.x = thread;
}
