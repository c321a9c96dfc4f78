/** The wall tests of the strongest players, by threads that draw who survives. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { PlayedPassage } from '../../../../src/core/contract/compute'
import { contentHash } from '../../../../src/core/contentHash'
import type { GamePosition } from '../../../../src/core/games/twenty48/player'
import type { Passage } from '../../../../src/core/games/twenty48/walls/passage'
import type { Bench } from '../../../../src/main/lab/reproduce/reproduction'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { walls } from '../../../../src/main/lab/reproduce/strength/walls'
import { benchOf } from './reproduceSupport'

const root = mkdtempSync(join(tmpdir(), 'lab-reproduce-walls-'))
let path = ''
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'walls.jsonl')
})
afterAll(() => rmSync(root, { recursive: true }))

const open = (fingerprint = 'f') => ResultsFile.open(path, 'walls', { kernel: 'k', fingerprint })

/** Each game has a board with four tiles of 1024 and more, and one with five. Who has an expert survives. */
function passed({ start, sums }: Passage, hasExpert: boolean): PlayedPassage {
  const at = (...board: number[]): GamePosition => ({ ...start, board: [...board, ...Array<number>(16 - board.length).fill(1)] })
  if (sums.length > 1) return { before: [at(13, 12, 11, 10, 8, 7), at(14, 13, 12, 11, 10, 8, 7)], end: start, ms: 1 }
  const isLost = !hasExpert && contentHash(start.random).endsWith('0')
  return { before: isLost ? [] : [start], end: { ...start, slides: 500 }, ms: 250 }
}

async function computed(most: number, stopAfter = Infinity) {
  const { bench, stages } = benchOf(open(), stopAfter)
  const pool: Bench['pool'] = {
    ...bench.pool,
    async playPassages(player, passages, onPassage, { signal } = {}) {
      const all = [...passages]
      for (let i = 0; i < all.length && !signal?.aborted; i++) {
        await Promise.resolve()
        all.push(...(onPassage(passed(all[i]!, player.settings.expert !== undefined), i) ?? []))
      }
    },
  }
  const run = walls.compute({ ...bench, pool }, most)
  return { run, results: bench.results, stages }
}

const linesOf = () => readFileSync(path, 'utf8').trimEnd().split('\n').filter(line => !line.includes('"format"')).toSorted() // oxfmt-ignore

test('the tests continue where they were stopped, to the same lines and page', async () => {
  const undisturbed = await computed(6)
  await undisturbed.run
  const tables = (results: ResultsFile) =>
    walls
      .page(results, 'lab', 6)
      .split('\n')
      .filter(line => line.startsWith('|'))
  const [lines, page] = [linesOf(), tables(undisturbed.results)]
  rmSync(path)
  await expect((await computed(6, 40)).run).rejects.toThrow(path)
  const half = linesOf().length
  const resumed = await computed(6)
  await resumed.run
  expect(linesOf()).toEqual(lines)
  expect(half).toBeLessThan(lines.length)
  expect(tables(ResultsFile.read(path, 'walls'))).toEqual(page)
  const { stages } = await computed(6).then(async again => (await again.run, again))
  expect(stages.every(([, total, done]) => total === done)).toBe(true)
})
