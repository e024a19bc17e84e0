/** Maps of tensors as our own `cuTensorMapEncodeTiled` leaves them (`gpurace/driver_types.h`), for all who copy boxes by them. */

export const MAP_WORD_BYTES = 8;

/** Numbers of the words: bytes of a box, and of an element; extents of the box, all in one; sizes and strides of the tensor; its address. */
export const MAP_WORDS = { bytes: 0, element: 1, extents: 2, sizes: 3, strides: 8, tensor: 15 } as const;

/** Bits of an extent in the word that has them all. */
export const EXTENT_BITS = 9;
export const MOST_AXES = 5;

/** Bytes of a box: more than a block has of shared memory. */
export const LARGEST_BOX = 2 ** 18;
