/** Shared memory layout of the ports and the wall kernel: the addresses of `assembly/memory.ts`. */
export const BOARD = 0x10000
/** Result of the last move searched, f64 each: moves tried, horizon reached, stop reason. */
export const RESULT = 0x10010
export const LOOKUPS = 0x12000
/** Bytes of a lookup: first line, its table, second line, its table, the factor of the first, and where the tuple's table begins; u32. */
export const LOOKUP_BYTES = 32
export const SHAPES = 0x14000
export const PATTERNS = 0x80000
export const PATTERN_BYTES = 2 * 65536
export const MOST_PATTERNS = 28
export const CHANCES = 0x400000 + 16 * 65536

/** Bytes of a training thread: the generator u64, then counts f64. */
export const AREA_BYTES = 0x90000
export const AREA_COUNTS = 8
/** Rounds that were played, f64. */
export const AREA_ROUNDS = AREA_COUNTS + 3 * 8
/** Results of a validation, f64 each. */
export const AREA_RESULTS = 0x700
/** Bytes of the generator, the counts and the results. */
export const AREA_STATE = 0x800
/** In an area: the boards to begin again from. */
export const KEPT_BOARDS = { at: 0x2000, bytes: 8 * 65536 } as const
/** Games that are played and not yet learned: the moves of all, their stretches, and the boards before and after each move. */
export const NOTES_BYTES = 16 + 16 * 8192 + 2 * 8 * 65536
/** Bytes of a list of changes, besides 8 for each lookup of each move that is learned. */
export const CHANGES_HEAD = 64
/** Maximum number of moves in notes. */
export const MOST_NOTED = 65536
