import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { parseResultLine, parseTrainingLine, parseWallHead, parseWallLine } from '../../../src/core/contract/files'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'

const FILES = ['strength', 'walls', 'thesis'].map(name => new URL(`../../../docs/results/${name}.jsonl`, import.meta.url))
/** Some of each: a head, games, speeds, and games and phases of wall tests. */
const LINES = FILES.flatMap(file => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.filter((_, i) => i % Math.ceil(lines.length / 50) === 0)
})

export const resultLines = harness({
  name: 'lines of results',
  inputs: mutatedJsonText(fc.constantFrom(...LINES)),
  examine: (text: string) =>
    refusedOr(
      () => parseResultLine(text, 'a file', 1),
      line => expectSame(parseResultLine(JSON.stringify(line), 'again', 1), line),
    ),
})

const WALL_LINES = [
  '{"game":0,"boards":["0123456789ABCDEF"],"end":"0123456789ABCDEF","moves":5,"ms":1.5}',
  '{"board":0,"continuation":0,"player":1,"survived":true,"moves":5,"ms":1.5}',
]
const TRAINING_LINE =
  '{"network":0,"moves":5,"seconds":1.5,"games":4,"successes":2,"validation":[{"games":2,"successes":1,"mean":0.5}]}'

export const runLines = harness({
  name: 'lines of wall tests and training runs',
  inputs: mutatedJsonText(fc.constantFrom(...WALL_LINES, TRAINING_LINE)),
  examine(text: string) {
    const read = [
      parseWallHead,
      (line: string, file: string) => parseWallLine(line, file, 1),
      (line: string, file: string) => parseTrainingLine(line, file, 1),
    ]
    const outcomes = read.map(parse =>
      refusedOr(
        () => parse(text, 'a file'),
        line => expectSame(parse(JSON.stringify(line), 'again'), line),
      ),
    )
    return outcomes.find(outcome => outcome === 'read') ?? outcomes[0]!
  },
})
