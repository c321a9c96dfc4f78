import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LabError } from '../../../../src/core/errors'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { showBench } from '../../../../src/main/hosts/terminal/bench/benchRun'
import { BenchCommands, playBench, type BenchToPlay } from '../../../../src/main/lab/compare/benchCommands'
import { BenchKeeper, type Kept } from '../../../../src/main/lab/compare/benchKeeper'
import type { Provenance } from '../../../../src/main/lab/ground/provenance'
import type { LocalContext } from '../../../../src/main/lab/ground/localContext'
import type { Store } from '../../../../src/main/store/store'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { terminalHere } from '../../../support/terminalHere'
import { thesisPlayer } from '../../../support/threads'

/** Ends a bench of no thread that was played whole, all but for what became of its games. */
async function endWith(kept: Kept): Promise<{ readonly code: unknown; readonly told: string }> {
  const { terminal, written } = terminalHere()
  const pool = { playGames: async () => undefined } as unknown as Pool
  const bench = {
    plan: { games: 0, seed: 1, player: {} },
    made: {},
    keeper: {
      batch: 12,
      end: async () => kept,
      drop: async () => false,
      room: () => undefined,
      signal: new AbortController().signal,
    },
  } as unknown as BenchToPlay
  const { signal } = new AbortController()
  await showBench(terminal, { json: true, home: '/my data' }, signal, hearing => playBench(pool, bench, hearing))
  return { code: written().code, told: written().stderr }
}

test('games that were lost while the disk was full are reported, and the exit code is 1, although there is room again', async () => {
  expect(await endWith({ stored: 3, unstored: 6, trouble: undefined })).toEqual({
    code: 1,
    told: "lab: batch 12: 3 of 0 games stored; 6 games could not be stored. Resume with: npx lab bench --resume 12 --home '/my data'\n",
  })
})

test('a fault of the lab ends the bench at once with one line, no result and exit code 1', async () => {
  const { terminal, written } = terminalHere()
  let played = 0
  const board = parseBoard('1212212112122121')
  const pool = {
    async playGames(_: unknown, seeds: readonly number[], onGame: (game: unknown) => void, { signal }: { signal: AbortSignal }) {
      for (const seed of seeds) {
        if (signal.aborted) return
        onGame({
          result: { seed, score: 4, slides: 1, board, maxRank: 2, firstSlide: [], nodes: 1 },
          times: { counts: [] },
          ms: 1,
        })
        if (++played % 64 === 0) await wait(0)
      }
    },
  }
  let writes = 0
  const add = async () => {
    if (++writes > 1) throw new Error('UNIQUE constraint failed: games.batch')
  }
  const options = { store: { batches: { begin: async () => 12, add } } as never, onTrouble: () => undefined }
  const keeper = await BenchKeeper.begin(options, { games: 9_000, seed: 1 }, { profile: 'p' } as Provenance)
  const bench = { made: {}, keeper, plan: { games: 9_000, seed: 1, player: {} } } as unknown as BenchToPlay
  const { signal } = new AbortController()
  await showBench(terminal, { json: true }, signal, hearing => playBench(pool as unknown as Pool, bench, hearing))
  expect(played).toBeLessThan(1_000)
  const { code, stdout, stderr } = written()
  expect([code, writes, stdout]).toEqual([1, 2, ''])
  expect(stderr).toMatch(
    /^lab: batch 12: 64 of 9,000 games stored; \d+ games could not be stored \(A fault .*UNIQUE.*--resume 12\n$/,
  )
})

test('a store that fails once the bench has begun is a failure, and no second bench', async () => {
  const { signal } = new AbortController()
  let begun = 0
  const batches = { begin: async () => 1, drop: async () => undefined }
  const context = {
    engine: { pool: { threads: 1, playGames: async () => undefined }, kernel: 'none' },
    store: {
      async write(use: (store: Store) => Promise<unknown>) {
        await use({ batches } as unknown as Store)
        throw new LabError('BAD_STORE', 'It cannot be closed.')
      },
    },
  } as unknown as LocalContext
  const hearing = { signal, onTrouble: () => undefined, onGame: () => undefined, onBegun: async () => void begun++ }
  const bench = new BenchCommands(context).begin(
    { games: 2, seed: 1, player: thesisPlayer({ depth: 0 }) },
    'thesis',
    true,
    hearing,
  )
  await expect(bench).rejects.toThrow('It cannot be closed.')
  expect(begun).toBe(1)
})
