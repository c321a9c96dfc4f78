import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Player } from '../../src/core/games/twenty48/player'
import { PLAIN_SETTINGS } from '../../src/core/search/settings'
import { withCommandLab } from '../../src/main/lab/localLab'
import { kernelGamesMs } from './native'
import { builtInProfiles } from './profiles'

const GAMES = 50_000

export interface BenchCost {
  /** Games of a processor second, those of all threads counted. */
  readonly gamesPerSecond: number
  /** As a share of what the kernel alone plays of it. */
  readonly share: number
}

/** `lab bench` at depth 0 with its store, against the kernel alone, both in processor time; starting and ending the lab is in it. */
export async function benchCost(): Promise<BenchCost> {
  const { evaluator } = builtInProfiles.thesis
  const player: Player = { evaluator, settings: { ...PLAIN_SETTINGS, dead: -1e9 }, limits: { depth: 0 } }
  const terminal = { env: {}, stdin: process.stdin, complain: console.error, reportBug: console.error }
  const home = mkdtempSync(join(tmpdir(), 'lab-perf-'))
  try {
    const before = process.cpuUsage()
    await withCommandLab({ terminal, home, program: 'npm run perf', threads: 1 }, ({ open }) =>
      open('write', async ({ call, on }) => {
        const plan = { players: [{ name: 'thesis', profile: 'thesis', player }], seed: 1, rule: { games: GAMES, margin: 0 } }
        const finished = new Promise<number>(resolve => on('comparison', row => row.state === 'finished' && resolve(row.stored)))
        await call('startComparison', plan)
        const stored = await finished
        if (stored !== GAMES) throw new Error(`${stored} of ${GAMES} games were stored`)
      }),
    )
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    return { gamesPerSecond: (1000 * GAMES) / ms, share: kernelGamesMs(player, GAMES) / ms }
  } finally {
    rmSync(home, { recursive: true })
  }
}
