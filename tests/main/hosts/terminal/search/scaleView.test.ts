import { expect, test } from 'vitest'
import { parseBoard } from '../../../../../src/core/games/twenty48/notation'
import type { SearchReport } from '../../../../../src/core/games/twenty48/search/report'
import { calibrationFor, scaleAnswer, scaleLines } from '../../../../../src/main/hosts/terminal/search/scaleView'
import { calibrationOf } from '../../../../support/calibration'
import { thesisPlayer } from '../../../../support/threads'

const calibration = calibrationOf(5, { goal: 7, from: 0, to: 100, points: 5000 })
const values = { up: 60, down: 59, left: null, right: 10 }
const report: SearchReport = {
  ...{ board: parseBoard('5300000000000000'), best: 'up', values, depths: values, cuts: values, depth: 3, cut: 0 },
  ...{ depths: { up: 3, down: 3, left: null, right: 3 }, cuts: { up: 0, down: 0, left: null, right: 0 } },
  ...{ nodes: 0, hits: 0, probes: 0, stopped: 'limit', pv: [], pvNodes: 0, pvMs: 0 },
}

test('a calibrated search has the chance of the best move, points to come and the losses of all', () => {
  const { chance, pointsToCome, losses } = scaleAnswer(calibration, report)
  expect(chance).toMatchObject({ tile: 128, share: 0.6 })
  expect(pointsToCome!.mean).toBe(3000)
  expect(losses).toEqual({
    up: { loss: 0, class: 'equal' },
    down: { loss: 0.01, class: 'inaccuracy' },
    left: null,
    right: { loss: 0.5, class: 'blunder' },
  })
  expect(scaleLines(calibration, report)[0]).toMatch(/^60.* to make the next 128$/)
})

test('where an expert decides, its chance is the chance, without an interval in the text', () => {
  const settings = { network: 'a', target: 10, least: 4, layers: 3, cut: 0, below: 0 }
  const chances = { up: 0.4, down: 0.3, left: null, right: 0.1 }
  const decided = { ...report, values: chances, expert: { decides: true, settings, walls: 4, chances } }
  expect(scaleAnswer(calibration, decided).chance).toEqual({ tile: 1024, share: 0.4, interval: [0.4, 0.4] })
  expect(scaleLines(calibration, decided)[0]).toMatch(/^40[^(]*to make the next 1024$/)
})

test('nothing without a calibration, for unknown boards, and under another limit', async () => {
  expect(scaleAnswer(undefined, report)).toEqual({})
  expect(scaleAnswer(calibration, { ...report, board: parseBoard('6000000000000000') })).toEqual({})
  const lab = { calibrationOf: async () => calibration }
  expect(await calibrationFor(lab, { depth: 3 }, thesisPlayer({ depth: 3 }))).toBe(calibration)
  expect(await calibrationFor(lab, { depth: 3 }, thesisPlayer({ depth: 1 }))).toBeUndefined()
})
