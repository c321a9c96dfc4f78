/** The best score, beside the score. */
import { expect, test } from 'vitest'
import { h, shallowRef } from 'vue'
import type { BestScores } from '../../../../src/core/contract/calls'
import ScoreStrip from '../../../../src/renderer/src/features/play/board/ScoreStrip.vue'
import { fakeLab, flushPromises, gameView, mountScreen } from '../../helpers'

async function open(saved: BestScores) {
  const fake = fakeLab(name => (name === 'bestScores' ? saved : undefined))
  const game = shallowRef(gameView({ score: 500, origin: 'seed' }))
  const wrapper = mountScreen(fake.lab, () =>
    h(ScoreStrip, { game: game.value, report: undefined, player: undefined, by: 'power' }),
  )
  await flushPromises()
  const best = () => wrapper.findAll('dl > div')[1]!.text()
  return { ...fake, game, best }
}

test('is that of the kind of player that plays, and of the game on the board while that is the best', async () => {
  const { game, best } = await open({ person: 400, engine: 90_000 })
  expect(best()).toBe('Your best500')
  game.value = gameView({ score: 360, origin: 'seed' }) // as after an undo
  await flushPromises()
  expect(best()).toBe('Your best400')
  game.value = gameView({ score: 360, origin: 'seed', by: 'engine' })
  await flushPromises()
  expect(best()).toBe('Engine’s best90,000')
})

test('of a game in which both moved, or that began in a set position, is the one before', async () => {
  const { game, best } = await open({ person: 400, engine: null })
  for (const other of [{ by: 'both' as const }, { origin: 'position' as const }]) {
    game.value = gameView({ score: 500, origin: 'seed', ...other })
    await flushPromises()
    expect(best()).toBe('Your best400')
  }
})

test('is a dash where no game counts', async () => {
  const { game, best } = await open({ person: null, engine: null })
  game.value = gameView({ score: 500, origin: 'position' })
  await flushPromises()
  expect(best()).toBe('Your best–')
})

test('is asked for again when the library changes', async () => {
  const { emit, asked } = await open({ person: null, engine: null })
  expect(asked('bestScores')).toHaveLength(1)
  emit('library', { revision: 2 })
  await flushPromises()
  expect(asked('bestScores')).toHaveLength(2)
})
