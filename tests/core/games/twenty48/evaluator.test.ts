import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkEvaluator,
  compileEvaluator,
  contributions,
  familyOf,
  makeEvaluator,
} from '../../../../src/core/games/twenty48/heuristics/evaluator'
import { GAMES, heuristicOf } from '../../../../src/core/games/registry'
import { weightsOf } from '../../../../src/core/games/twenty48/game'
import { makeWeighted } from '../../../../src/core/games/weightedHeuristic'
import { type Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { lineFormOf, type LineForm } from '../../../../src/core/games/twenty48/heuristics/lineForm'
import { columnsOf, equalPairs, equalRuns, rowsOf, slopes, type Line } from '../../../../src/core/games/twenty48/heuristics/lines'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { runs } from '../../../setup/extent'
import * as arbitrary from '../../support/arbitraries'
import { refusal } from '../../support/errors'
import { golden } from '../../support/golden'

interface Features {
  readonly variants: readonly Readonly<Record<string, string>>[]
  readonly boards: readonly {
    readonly board: string
    readonly thesis: readonly (readonly number[])[]
    readonly letter: readonly number[]
    readonly power: readonly number[]
    readonly bent: readonly number[]
    readonly positional: readonly number[]
  }[]
}

/** To rounding: the scale is that of the summands, because a sum of large ones may be small. */
function expectClose(found: number, expected: number, scale = Math.abs(expected), tolerance = 1e-12): void {
  expect(Math.abs(found - expected)).toBeLessThanOrEqual(tolerance * scale)
}

describe('features by an independent program (tests/oracle/evaluators.py)', () => {
  const { variants, boards } = golden<Features>('features')
  const featuresOf = (evaluator: Evaluator, position: string) =>
    contributions(evaluator, parseBoard(position)).map(({ feature }) => feature)

  test.each(variants.map((variant, i) => ({ variant, i })))('thesis, $variant', ({ variant, i }) => {
    const thesis = makeEvaluator('thesis', {}, variant)
    for (const { board, thesis: expected } of boards)
      expect([board, ...featuresOf(thesis, board)]).toEqual([board, ...expected[i]!])
  })

  test('thesis-letter: h2 by the formula as it is printed, faces, and the minimum over the board', () => {
    const letter = makeEvaluator('thesis-letter')
    expect(letter.variants).toEqual(variants[0])
    for (const { board, letter: expected } of boards) expect([board, ...featuresOf(letter, board)]).toEqual([board, ...expected])
    expect(featuresOf(letter, '3204000705250726')[1]).toBe(6) // five pairs of empty cells, one of tiles
    expect(featuresOf(makeEvaluator('thesis'), '3204000705250726')[1]).toBe(1)
  })

  test.each([
    ['power', makeEvaluator('power')],
    ['bent', makeEvaluator('power', { monotonicityPower: 2.25, sumPower: 5 })],
  ] as const)('%s', (name, evaluator) => {
    for (const entry of boards) featuresOf(evaluator, entry.board).forEach((feature, i) => expectClose(feature, entry[name][i]!))
  })

  test('positional: gradient and snake', () => {
    const positional = makeEvaluator('positional', { snakeRatio: 0.75 })
    for (const { board, power, positional: expected } of boards)
      featuresOf(positional, board).forEach((feature, i) => expectClose(feature, [...power, ...expected][i]!))
  })
})

describe('laws of an evaluator', () => {
  test('its value is the sum of its contributions, each weight × feature', () => {
    fc.assert(
      fc.property(arbitrary.evaluator, arbitrary.board, (e, b) => {
        const parts = contributions(e, b)
        expect(compileEvaluator(e)(b)).toBe(parts.reduce((sum, { value }) => sum + value, 0))
        expect(parts.map(({ id }) => id)).toEqual(familyOf(e.family).terms.map(({ id }) => id))
        for (const { id, weight, feature, value } of parts) {
          expect(weight).toBe(e.parameters[id])
          expect(value).toBe(weight * feature + 0)
        }
      }),
    )
  })

  test('turning or mirroring the board does not change it, but for the terms that weigh cells', () => {
    fc.assert(
      fc.property(arbitrary.symmetricEvaluator, arbitrary.board, (e, b) => {
        const evaluate = compileEvaluator(e)
        const scale = contributions(e, b).reduce((sum, { value }) => sum + Math.abs(value), 0)
        for (const image of arbitrary.symmetries(b)) expectClose(evaluate(image), evaluate(b), scale)
      }),
    )
  })

  test('changing one parameter changes only the terms that name it', () => {
    fc.assert(
      fc.property(arbitrary.evaluator, arbitrary.board, fc.nat(), (e, b, pick) => {
        const { parameters, terms } = familyOf(e.family)
        const { id, default: value } = parameters[pick % parameters.length]!
        const changed = contributions({ ...e, parameters: { ...e.parameters, [id]: value + 0.5 } }, b)
        contributions(e, b).forEach((part, i) => {
          const { id: own, shapedBy } = terms[i]!
          if (own !== id && !shapedBy.includes(id)) expect(changed[i]).toEqual(part)
        })
      }),
    )
  })
})

describe('the line form, which the kernel computes', () => {
  /** The formula in the docstring of lineForm.ts, letter by letter. */
  function valueOf(form: LineForm, board: readonly number[]): number {
    const tile = (rank: number) => form.slopeTile[rank]!
    const q = (line: Line, place: number) => {
      const { falls, rises } = slopes(line, tile)
      const merges = form.mergeRule === 'runs' ? equalRuns(line) : equalPairs(line)
      const empties = line.filter(rank => rank === 0).length
      const cells = line.reduce((sum, rank) => sum + form.cell[rank]!, 0)
      const ofTerms = form.terms.reduce((sum, { weight, feature }) => sum + weight * feature(line, place), 0)
      return (
        form.constant +
        form.empty * empties +
        form.merge * merges +
        form.minimum * Math.min(falls, rises) +
        form.both * (falls + rises) +
        cells +
        ofTerms
      )
    }
    const g = (line: Line) => line.reduce((sum, rank, i) => sum + (1.5 - i) * form.gradientTile[rank]!, 0)
    const e = (line: Line) => tile(line[3]) - tile(line[0])
    const over = (lines: readonly Line[], f: (line: Line, place: number) => number) =>
      lines.reduce((sum, line, place) => sum + f(line, place), 0)
    const [rows, columns] = [rowsOf(board), columnsOf(board)]
    return (
      over([...rows, ...columns], q) +
      form.gradient * (Math.abs(over(rows, g)) + Math.abs(over(columns, g))) +
      form.ends * (Math.abs(over(rows, e)) + Math.abs(over(columns, e)))
    )
  }

  test('equals the evaluator on every board', () => {
    fc.assert(
      fc.property(arbitrary.evaluator, arbitrary.board, (e, b) => {
        const scale = contributions(e, b).reduce((sum, { value }) => sum + Math.abs(value), 0)
        expectClose(valueOf(lineFormOf(e), b), compileEvaluator(e)(b), scale)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('what checkEvaluator refuses, by field', () => {
  const thesis = makeEvaluator('thesis')
  const power = makeEvaluator('power')
  const without = (record: Readonly<Record<string, number>>, id: string) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => key !== id))
  test.each<[what: string, evaluator: unknown, field: string]>([
    ['an unknown family', { ...thesis, family: 'ntuple' }, 'family'],
    ['a missing weight', { ...thesis, parameters: without(thesis.parameters, 'h3') }, 'h3'],
    ['NaN', { ...thesis, parameters: { ...thesis.parameters, h2: NaN } }, 'h2'],
    ['a negative exponent', { ...power, parameters: { ...power.parameters, sumPower: -0.5 } }, 'sumPower'],
    ['a weight that nobody knows', { ...thesis, parameters: { ...thesis.parameters, h5: 1 } }, 'h5'],
    ['a missing variant', { ...thesis, variants: { h1Tile: 'face', h4Tile: 'face' } }, 'h4Minimum'],
    ['an unknown option', { ...thesis, variants: { ...thesis.variants, h4Tile: 'rank' } }, 'h4Tile'],
    ['a variant that nobody knows', { ...power, variants: { h1Tile: 'face' } }, 'h1Tile'],
  ])('%s', (_, evaluator, field) => {
    const error = refusal('BAD_SETTING', () => checkEvaluator(evaluator as Evaluator))
    expect(error.detail).toEqual({ field })
    expect(error.message).toContain(field)
  })
})

describe('an evaluator as a heuristic of searchers', () => {
  const root = { board: parseBoard('1200000000000000'), turn: 0 }
  const made = (text: string) => heuristicOf(GAMES.twenty48, root, text)

  test('has the value of the evaluator, from its weights as text; above the end by an offset where it has none', () => {
    fc.assert(
      fc.property(arbitrary.evaluator, arbitrary.board, (evaluator, board) => {
        const value = compileEvaluator(evaluator)(board)
        const offset = evaluator.parameters['offset'] === undefined ? 200_000 : 0
        expectClose(made(makeWeighted(weightsOf(evaluator))).evaluate({ board, turn: 0 }, 0), value + offset)
      }),
      { numRuns: runs(200, 5000) },
    )
  })

  test.each([
    ['thesis(1,1,1,1,0,2,0,0)', 'h1Tile: 2 is none of 0 (face), 1 (exponent)'],
    ['thesis(1,1,1,1,0,0,0,0.5)', 'h4Minimum: 0.5 is none of 0 (board), 1 (line)'],
    ['thesis(1,1,1,1)', 'thesis has the 8 weights h1, h2, h3, h4, offset, h1Tile, h4Tile, h4Minimum; these are 4'],
    ['power(1,1,1,1,9,1,1)', 'monotonicityPower: 9 is not a number in 0 … 8'],
    ['network(1)', '"network" is no family of twenty48: thesis, thesis-letter, power, positional'],
  ])('%s is refused: %s', (text, message) => {
    expect(refusal('BAD_SETTING', () => made(text)).message).toContain(message)
  })

  test('a network is none: the kernel reads it', () => {
    expect(refusal('BAD_SETTING', () => weightsOf({ family: 'network', network: '0123456789abcdef' })).message).toContain('a network is read by the kernel') // oxfmt-ignore
  })
})
