import { afterEach, expect, test, vi } from 'vitest'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { choose } from '../../../../src/core/games/twenty48/search/choice'
import type { Kernel } from '../../../../src/core/kernel/port'
import { searchSlide, stopWithin } from '../../../../src/main/compute/thread/slideSearch'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'

afterEach(() => vi.restoreAllMocks())

test.each([
  [undefined, 1e9, undefined],
  [20, 19.9, undefined],
  [20, 20, 'limit'],
] as const)('a limit of %s ms says after %s ms: %s; a release comes before it', (ms, passed, said) => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000)
  let released = false
  const stop = stopWithin(ms, () => released)
  clock.mockReturnValue(1000 + passed)
  expect(stop()).toBe(said)
  released = true
  expect(stop()).toBe('request')
})

test.each([
  ['decides', 0.5],
  ['yields to the search', 0.01],
])('a limit for a move bounds the search alone: the expert answers however long it takes, where it %s', (_, chance) => {
  let now = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const limits = { depth: 2, ms: 20 }
  /** An expert that takes five times the limit, and iterations that fit in. */
  const search: Kernel['search'] = ({ moves, expert }, stop) => {
    now += expert ? 100 : 5
    const value = expert ? chance : 1
    const slides = moves.map(move => ({ move, value, nodes: 4, hits: 0, probes: 0, horizon: true }))
    return { slides, unfinishedNodes: 0, stopped: stop() }
  }
  const { settings } = builtInProfiles().find(({ name }) => name === 'strongest')!
  const steps = choose(parseBoard('EDCA112100210000'), { settings, limits })
  const report = searchSlide({ search } as Kernel, steps, limits, () => false)
  expect(report.expert?.decides).toBe(chance > 0.02)
  expect([report.depth, report.stopped]).toEqual([chance > 0.02 ? settings.expert!.layers : limits.depth, 'limit'])
})
