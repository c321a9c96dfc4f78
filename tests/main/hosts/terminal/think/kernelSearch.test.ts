import { expect, test } from 'vitest'
import { HAND_TUNED } from '../../../../../src/core/games/registry'
import type { Player } from '../../../../../src/core/games/twenty48/player'
import { readKernelSearch, searchByKernel } from '../../../../../src/main/hosts/terminal/think/kernelSearch'
import { calibrationOf } from '../../../../support/calibration'
import { textbookSearch } from '../../../../support/fakePool'

const asked = { game: 'twenty48', position: '5300000000000000', config: {}, wrapping: {}, limits: { depth: 1 }, seed: 1 } as const
const search = async (board: Parameters<typeof textbookSearch>[0], player: Player) => textbookSearch(board, player)
const { signal } = new AbortController()

test('a calibrated player has chance and points beside the value, another says that it has none', async () => {
  const ready = readKernelSearch(asked)
  const players: Player[] = []
  const calibration = calibrationOf(5, { goal: 7, from: -1e6, to: 1e6, points: 5000 })
  const calibrated = async (player: Player) => {
    players.push(player)
    return calibration
  }
  const { scale } = await searchByKernel(ready, { search, calibrationOf: calibrated }, signal)
  expect(players).toMatchObject([{ evaluator: HAND_TUNED, limits: { depth: 0 } }])
  expect(scale.answer.chance).toMatchObject({ tile: 128 })
  expect(scale.lines).toHaveLength(2)
  const none = await searchByKernel(ready, { search, calibrationOf: async () => undefined }, signal)
  expect(none.scale).toEqual({ answer: {}, lines: ['not calibrated'] })
})
