import { expect, test } from 'vitest'
import { warehouse } from '../../src/core/games/warehouse/game'
import { createRandom, deriveSeed } from '../../src/core/random'
import { playChecked, rules } from '../core/games/warehouseSupport'
import { record } from './record'

const GAMES = 100_000
const SEED = 1
/** Every so many games are played by other rules. */
const RULES = [
  rules(),
  rules({ battery: 60, packages: 5 }),
  rules({ placeBlock: true }),
  rules({ obstacles: 6, hidden: true }),
  rules({ width: 3, height: 2, packages: 2, battery: 40 }),
]

test('100,000 random games keep credits, batteries, packages and positions sound', () => {
  let [positions, credits] = [0, 0]
  for (let game = 0; game < GAMES; game++) {
    const states = playChecked(RULES[game % RULES.length]!, deriveSeed(SEED, game))
    positions += states.length
    const last = states.at(-1)
    expect(warehouse.toAct(last)).toBe('over')
    if (last.robots.some(({ credit }) => credit > 0)) credits++
  }
  record('Random games of the warehouse', {
    games: GAMES,
    positions,
    'games that end with credit': credits,
    'positions per second of processor time, unchecked': Math.round(speed()),
  })
  expect(credits).toBeGreaterThan(GAMES / 100)
})

/** Of actions and apply in random games by the usual rules, 100 steps each. */
function speed(): number {
  const random = createRandom(SEED)
  const begun = process.threadCpuUsage()
  let positions = 0
  for (let game = 0; game < 2000; game++) {
    let state = warehouse.start(rules(), random)
    for (; warehouse.toAct(state) !== 'over'; positions++) {
      const actions = warehouse.actions(state)
      state = warehouse.apply(state, actions[random.below(actions.length)]!).state
    }
  }
  const { user, system } = process.threadCpuUsage(begun)
  return (1e6 * positions) / (user + system)
}
