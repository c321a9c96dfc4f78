import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { LabError } from '../../../../src/core/errors'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { showComparison } from '../../../../src/main/hosts/terminal/compare/compareRun'
import { beginComparison, playComparison, type ToPlay } from '../../../../src/main/lab/compare/comparisons'
import { GameSaver, type Saved } from '../../../../src/main/lab/compare/gameSaver'
import type { Provenance } from '../../../../src/main/lab/ground/provenance'
import type { LocalContext } from '../../../../src/main/lab/ground/localContext'
import type { Store } from '../../../../src/main/store/store'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { terminalHere } from '../../../support/terminalHere'
import { thesisPlayer } from '../../../support/threads'

const onePlayer = { name: 'p', profile: 'p', player: thesisPlayer({ depth: 0 }) }

/** Ends a bench of no thread that was played whole, all but for what became of its games. */
async function endWith(saved: Saved): Promise<{ readonly code: unknown; readonly told: string }> {
  const { terminal, written } = terminalHere()
  const pool = { playGames: async () => undefined } as unknown as Pool
  const bench = {
    plan: { seed: 1, players: [onePlayer], rule: { games: 0, margin: 0 } },
    provenances: [{}],
    saver: {
      id: 12,
      end: async () => saved,
      drop: async () => false,
      room: () => undefined,
      signal: new AbortController().signal,
    },
  } as unknown as ToPlay
  const { signal } = new AbortController()
  await showComparison(terminal, 'bench', { json: true, home: '/my data' }, signal, hooks => playComparison(pool, bench, hooks))
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
  const plan = { seed: 1, players: [onePlayer], rule: { games: 9_000, margin: 0 } }
  const made = [{ profile: 'p' } as Provenance]
  const saver = await GameSaver.create(options, plan, made)
  const { signal } = new AbortController()
  await showComparison(terminal, 'bench', { json: true }, signal, hooks =>
    playComparison(pool as unknown as Pool, { plan, provenances: made, saver }, hooks),
  )
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
  const hooks = { signal, onTrouble: () => undefined, onGame: () => undefined, onStart: async () => void begun++ }
  const plan = { seed: 1, players: [onePlayer], rule: { games: 2, margin: 0 } }
  const bench = beginComparison(context, plan, true, hooks)
  await expect(bench).rejects.toThrow('It cannot be closed.')
  expect(begun).toBe(1)
})
