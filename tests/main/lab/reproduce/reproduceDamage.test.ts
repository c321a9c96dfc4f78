/** Damaged files of results: each damage is refused by its line, or what it concerns is left out; no page counts it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { LabErrorCode } from '../../../../src/core/errors'
import { deriveSeed } from '../../../../src/core/random'
import { gamesOf, playerKey } from '../../../../src/main/lab/reproduce/reproduction'
import { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'
import { strengthBatches } from '../../../../src/main/lab/reproduce/strength/batches'
import { refusal } from '../../../core/support/errors'

const root = mkdtempSync(join(tmpdir(), 'lab-reproduce-damage-'))
afterAll(() => rmSync(root, { recursive: true }))

const [batch] = strengthBatches(60)
const ENGINE = { kernel: 'k', fingerprint: 'f' }
let path = ''
let lines: string[] = []
beforeEach(() => {
  path = join(mkdtempSync(join(root, 'case-')), 'strength.jsonl')
  const results = ResultsFile.open(path, 'strength', ENGINE)
  for (const game of [0, 1, 2])
    results.add({
      ...{ kind: 'game', batch: batch!.name, game, seed: deriveSeed(batch!.seed, game), player: playerKey(batch!) },
      ...{ score: 1000 + game, largest: 128, slides: 90, nodes: 360, board: '0000000000000127' },
    })
  lines = readFileSync(path, 'utf8').trimEnd().split('\n')
})

const scores = () => gamesOf(ResultsFile.open(path, 'strength', ENGINE), batch!).map(({ score }) => score)
const changed = (line: string, change: object) => JSON.stringify({ ...(JSON.parse(line) as object), ...change })
const write = (...them: readonly string[]) => writeFileSync(path, `${them.join('\n')}\n`)

test.each<[damage: string, of: (last: string) => string, code: LabErrorCode, message: string]>([
  ['a line of garbage', () => '\u0000\u0001{', 'BAD_FILE', 'strength.jsonl: line 4: '],
  ['a negative score', line => changed(line, { score: -1 }), 'BAD_FILE', 'line 4: score: '],
  [
    'a largest tile that its board has not',
    line => changed(line, { largest: 32_768 }),
    'BAD_FILE',
    'line 4: largest is not that of the board',
  ],
  [
    'a game under the number of another',
    line => changed(line, { game: 7 }),
    'BAD_FILE',
    `game 7 of "${batch!.name}" has the seed of another game`,
  ],
])('%s is refused', (_, of, code, message) => {
  write(...lines.slice(0, 3), of(lines[3]!))
  expect(refusal(code, scores).message).toContain(message)
})
