/**
 * The kernel's linear memory, address by address. Every offset is fixed, so a load needs no bounds object; nothing is
 * allocated. Each instance belongs to one thread. Little-endian, sizes in bytes.
 *
 *   0x0000000            compiler's own static data, a few hundred bytes
 *   PARAMETERS     4 KiB what `port.ts` writes before a call and reads after it
 *   SCRATCH        4 KiB the fused last ply's records
 *   TERMS          f64[8][18^4]  contribution to q of the terms that the port tabulates: one table for all lines, or one for
 *                  each row and then each column; by `termIndex`
 *   SLIDES         u16[65536][2]  a row after its slide to the left, and to the right
 *   LINE_SLIDES    32 bytes × 65536: the same with its tiles 16 bits apart, as a column of the board, u64[2]; then q of
 *                  both for the current evaluator, f64[2]
 *   SLID_GRADES    f32[65536][4]  g and e of both, if the evaluator has them
 *   POINTS         u32[65536]  points of that slide, the same in both directions
 *   PAIRS, RUNS    u8[65536]   equal neighbours of a line, by the two rules of `lines.ts`
 *   STEPS          f64[18][18][2]  fall and rise from one rank to the next
 *   WIDE_*         the rules over lines of four 5-bit ranks (2^20), filled the first time a 65536 may appear
 *   LINES          f64[2^20] or 16 bytes × 2^20: q, then, if the evaluator has them, g and e as f32 (see `lineForm.ts`);
 *                  lines of 4-bit ranks come first, the others are filled with the WIDE tables
 *   OWN_LINES      if the lines have different tables, 8 of them: 65536 entries each, in the format of LINES
 *   OWN_SLIDES     f64[8][65536][2]  q of both slides of these lines
 *   NETWORK_*      instead of LINES, OWN_LINES and OWN_SLIDES, if the evaluator is a network: how to find the weights of a board, a cache
 *                  of values, and the weights
 *   TABLE          the transposition table, 16 bytes per entry; memory grows to fit it
 *   then           what is recorded: see `trace.ts`
 */

/** Ranks 0 … 17. */
export const RANKS: u32 = 18
/** Bytes of a table in TERMS, and the stride of OWN_LINES and OWN_SLIDES: not a power of two, so that equal lines do not share a set of the cache. */
export const TERM_BYTES: usize = 18 * 18 * 18 * 18 * 8
export const OWN_BYTES: usize = (1 << 20) + 2112

export const PARAMETERS: usize = 0x10000
export const SCRATCH: usize = PARAMETERS + 0x1000
/** In SCRATCH: values of the four leaves after a 2, by direction, then after a 4. f64. Written if a trace is recorded. */
export const SLIDE_LEAVES: usize = SCRATCH + 0x800
/** In SCRATCH: values of the slides of a turn, by direction, −∞ if nothing moves. f64. */
export const SLIDE_VALUES: usize = SCRATCH + 0xc00
/** In SCRATCH: the rank that each 4-bit name stands for, see `tall.ts`. u8. */
export const RANK_NAMES: usize = SCRATCH + 0xd00
/** Tables of terms, written by the port like PARAMETERS. */
export const TERMS: usize = SCRATCH + 0x1000
export const SLIDES: usize = TERMS + (8 << 20)
export const LINE_SLIDES: usize = SLIDES + 65536 * 4
export const SLID_GRADES: usize = LINE_SLIDES + 65536 * 32
export const POINTS: usize = SLID_GRADES + 65536 * 16
export const PAIRS: usize = POINTS + 65536 * 4
export const RUNS: usize = PAIRS + 65536
export const STEPS: usize = RUNS + 65536
export const WIDE_LEFT: usize = STEPS + 0x2000
export const WIDE_RIGHT: usize = WIDE_LEFT + (4 << 20)
export const WIDE_POINTS: usize = WIDE_RIGHT + (4 << 20)
export const LINES: usize = WIDE_POINTS + (4 << 20)
export const OWN_LINES: usize = LINES + (16 << 20)
export const OWN_SLIDES: usize = OWN_LINES + 8 * OWN_BYTES
/** 32 bytes for each tuple and symmetry: see `lookups.ts`. */
export const NETWORK_LOOKUPS: usize = LINES
/** The lines of a board, u32[8]. */
export const NETWORK_LINES: usize = NETWORK_LOOKUPS + 0x8000
/** u16[65536] tables, 28 at most: the number of the digits at some places of a line. */
export const NETWORK_PATTERNS: usize = LINES + 0x10000
/** u64 board, f64 value. */
export const NETWORK_CACHE: usize = LINES + (4 << 20)
export const NETWORK_CACHE_BITS: u32 = 16
/** i8 or i16, up to TABLE. */
export const NETWORK_WEIGHTS: usize = LINES + (5 << 20)
export const TABLE: usize = OWN_LINES + (17 << 20)

// ---- PARAMETERS: written by the port (`../memory.ts` repeats their addresses) ----

/** LineForm: constant, empty, merge, minimum, both, gradient, ends; then cell[18], slopeTile[18], gradientTile[18]. f64. */
export const FORM: usize = PARAMETERS
export const FORM_CELL: usize = FORM + 7 * 8
export const FORM_SLOPE: usize = FORM_CELL + 18 * 8
export const FORM_GRADIENT: usize = FORM_SLOPE + 18 * 8

/** Root board: low 4 bits of each rank as nibbles, then the fifth bits at the same places. u64, u64. */
export const ROOT: usize = PARAMETERS + 0x400
/** For the last slide searched: slides tried, table hits, horizon reached, stop reason, table look-ups. f64 each. */
export const RESULT: usize = ROOT + 16
/** Game: board like ROOT, random state u64, score f64, slides f64, nodes f64, then firstSlide f64[18], −1 for never. */
export const GAME: usize = PARAMETERS + 0x500
/** If a trace is recorded: the number of levels with their own time, then the milliseconds of each, 122 at most. f64 each. */
export const LEVEL_TIMES: usize = PARAMETERS + 0x800
/** The principal variation after a slide: cell, direction, cell, … u8 each. */
export const VARIATION: usize = PARAMETERS + 0xc00
