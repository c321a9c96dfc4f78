import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { ComparisonRow } from '../../../../src/core/contract/calls'
import { LabError } from '../../../../src/core/errors'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { computeComparison, reportSaved } from '../../../../src/main/hosts/terminal/compare/compareRun'
import { Comparisons } from '../../../../src/main/lab/compare/comparisons'
import type { EnginePool } from '../../../../src/main/lab/ground/enginePool'
import { Jobs } from '../../../../src/main/lab/jobs/jobs'
import type { CommandLab, OpenServices } from '../../../../src/main/lab/localLab'
import type { Store } from '../../../../src/main/store/store'
import { terminalHere } from '../../../support/terminalHere'
import { thesisPlayer } from '../../../support/threads'
import { cleanUp, openWriter } from '../../store/storeSupport'

afterEach(cleanUp)

const onePlayer = { name: 'p', profile: 'p', player: thesisPlayer({ depth: 0 }) }

test('games that were lost while the disk was full are reported, and the exit code is 1, although there is room again', () => {
  const { terminal, written } = terminalHere()
  const bench = { kind: 'bench', id: 12, rule: { games: 9, margin: 0 }, stored: 3, unstored: 6, state: 'paused' } as const
  reportSaved(terminal, bench, false, '/my data')
  expect([written().code, written().stderr]).toEqual([
    1,
    "lab: batch 12: 3 of 9 games stored; 6 games could not be stored. Resume with: npx lab bench --resume 12 --home '/my data'\n",
  ])
})

test('a fault of the lab ends the bench at once, without a result', async () => {
  let played = 0
  const board = parseBoard('1212212112122121')
  const pool = {
    async playGames(
      _: unknown,
      seeds: readonly number[],
      onGame: (game: unknown, index: number) => void,
      { signal }: { signal: AbortSignal },
    ) {
      for (const [index, seed] of seeds.entries()) {
        if (signal.aborted) return
        const result = { seed, score: 4, slides: 1, board, maxRank: 2, firstSlide: [], nodes: 1 }
        onGame({ result, times: { counts: [] }, ms: 1 }, index)
        if (++played % 64 === 0) await wait(0)
      }
    },
  }
  let writes = 0
  const real = await openWriter()
  const add: Store['batches']['add'] = (...args) =>
    ++writes > 1 ? Promise.reject(new Error('UNIQUE constraint failed: games.batch')) : real.batches.add(...args)
  const store = { ...real, batches: { ...real.batches, add } }
  const rows: ComparisonRow[] = []
  const bench = new Comparisons({
    ...{ kind: 'bench', store, engine: { pool, kernel: 'a kernel' } as unknown as EnginePool },
    ...{ jobs: new Jobs(() => undefined), onRow: row => rows.push(row), onFailure: () => undefined },
  })
  await bench.start({ seed: 1, players: [onePlayer], rule: { games: 9_000, margin: 0 } })
  await bench.idle()
  expect(played).toBeLessThan(1_000)
  expect(writes).toBe(2)
  const trouble = { message: expect.stringMatching(/^A fault .*UNIQUE/) as string }
  const [last] = rows.slice(-1)
  expect(last).toMatchObject({ stored: 64, state: 'paused', trouble })
  expect(last?.unstored).toBeGreaterThan(0)
  expect(await bench.result(1)).toBeUndefined()
})

test('a store that fails once the bench has begun is a failure, and no second bench', async () => {
  const row = { kind: 'bench', id: 1, players: ['p'], rule: { games: 2, margin: 0 }, stored: 2, state: 'finished', soFar: null }
  let onRow: (row: unknown) => void = () => undefined
  const services = {
    on: (event: string, listener: typeof onRow) => event === 'comparison' && (onRow = listener),
    async call(name: string) {
      if (name === 'comparisonResult') return null
      onRow(row)
      return row
    },
  } as unknown as OpenServices
  const accesses: string[] = []
  const open = (async (access, use) => {
    accesses.push(access)
    await use(services)
    throw new LabError('BAD_STORE', 'It cannot be closed.')
  }) as CommandLab['open']
  const begin = (call: OpenServices['call']) =>
    call('startComparison', { seed: 1, players: [onePlayer], rule: { games: 2, margin: 0 } })
  const { signal } = new AbortController()
  const order = { begin, isNew: true, saves: true }
  const bench = computeComparison(terminalHere().terminal, open, 'bench', {}, signal, order)
  await expect(bench).rejects.toThrow('It cannot be closed.')
  expect(accesses).toEqual(['write'])
})
