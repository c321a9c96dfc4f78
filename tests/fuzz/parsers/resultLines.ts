import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  ARENA_LINES,
  parseLine,
  RESULT_LINES,
  startOf,
  TRAINING_LINES,
  WALL_LINES,
  type LineKind,
} from '../../../src/core/contract/files'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'

const read = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')

/** Some of each: heads, games, speeds, plans, phases, measurements. */
const LINES = [
  ...['docs/results/strength', 'docs/results/walls', 'docs/results/thesis', 'tests/golden/lines/study'],
  ...['tests/golden/lines/tournament', 'tests/golden/lines/walls', 'tests/golden/lines/training'],
].flatMap(file => {
  const lines = read(`${file}.jsonl`)
  return lines.filter((_, i) => i % Math.ceil(lines.length / 50) === 0)
})

const KINDS: readonly LineKind<object, object>[] = [RESULT_LINES, ARENA_LINES, WALL_LINES, TRAINING_LINES]

export const resultLines = harness({
  name: 'lines of results, tournaments, wall tests and training runs',
  inputs: mutatedJsonText(fc.constantFrom(...LINES)),
  examine(text: string) {
    const outcomes = KINDS.map(kind => {
      const number = text.startsWith(startOf(kind)) ? 1 : 2
      const parse = (line: string) => parseLine(kind, line, 'a file', number)
      return refusedOr(
        () => parse(text),
        parsed => 'line' in parsed && expectSame(parse(JSON.stringify(parsed.line)), parsed),
      )
    })
    return outcomes.find(outcome => outcome === 'read') ?? outcomes[0]!
  },
})
