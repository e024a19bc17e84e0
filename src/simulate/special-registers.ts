/** Words at the start of every thread's registers: who the thread is. `sreg` reads them. */
export const SpecialRegister = {
  threadX: 0,
  threadY: 1,
  threadZ: 2,
  blockX: 3,
  blockY: 4,
  blockZ: 5,
  blockDimX: 6,
  blockDimY: 7,
  blockDimZ: 8,
  gridDimX: 9,
  gridDimY: 10,
  gridDimZ: 11,
  lane: 12,
  warp: 13,
  /** Within the block. */
  linearThread: 14,
  linearBlock: 15,
  /** How many axes the launch has. */
  dimensions: 16,
  dynamicShared: 17,
} as const;

/** Registers (of two words) that they take up. */
export const SPECIAL_REGISTERS = 9;
