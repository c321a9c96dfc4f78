import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const ROUNDS = 350_000_000

/** Processor seconds of the processes that this one, or one that it started, has waited for; `undefined` where the system does not say. */
export function processorSecondsOfChildren() {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND // cutime and cstime, proc(5)
}

/** Processor seconds of a fixed loop: how quick this machine is at the moment. About half a second. */
export function calibrationSeconds() {
  const before = process.cpuUsage()
  let state = 1
  for (let round = 0; round < ROUNDS; round++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
  }
  const { user, system } = process.cpuUsage(before)
  return state === 0 ? 0 : (user + system) / 1e6
}
