/** SplitMix64, as in `core/random.ts`: same seeds, same draws. */

let state: u64 = 0

export function setRandom(word: u64): void {
  state = word
}

export function randomState(): u64 {
  return state
}

/** An integer in 0 … n − 1 from the top 32 bits of one draw. */
// @ts-expect-error: decorator
@inline
export function below(n: u32): u32 {
  state += 0x9e3779b97f4a7c15
  let z = state
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb
  z ^= z >> 31
  return <u32>(((z >> 32) * <u64>n) >> 32)
}
