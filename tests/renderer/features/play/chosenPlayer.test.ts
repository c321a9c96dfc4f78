import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, nextTick, shallowRef } from 'vue'
import { DEFAULT_PREFERENCES, readPreferences, type ChosenPlayer } from '../../../../src/core/contract/preferences'
import { useRemembered } from '../../../../src/renderer/src/bridge/preferences'
import { usePlayerStore } from '../../../../src/renderer/src/features/play/engine/playerStore'
import { fakeLab, mountWith, PROFILES } from '../../helpers'

beforeEach(() => void setActivePinia(createPinia()))
afterEach(() => void vi.useRealTimers())

/** The store of the next page, after the lab has saved the choice and read it again. */
function reopened(choice: ChosenPlayer | null, profiles = PROFILES) {
  const faults: string[] = []
  const { player: stored } = readPreferences(JSON.parse(JSON.stringify({ player: choice })), fault => faults.push(fault))
  expect(faults).toEqual([])
  setActivePinia(createPinia())
  const player = usePlayerStore()
  player.offer(profiles, 'thesis', stored ?? null)
  return player
}

describe('the player chosen on Play is that of the next page', () => {
  const choices: Readonly<Record<string, (player: ReturnType<typeof usePlayerStore>) => void>> = {
    'another profile': player => player.choose('power'),
    'a limit of time': player => (player.limit = { ...player.limit, kind: 'time', ms: 20 }),
    'weights and settings of this session': player => {
      player.setParameter('h1', 7)
      player.setSettings({ cut: 0.25 })
    },
    'a player that is not stored': player => {
      const { evaluator, settings } = PROFILES[1]!
      player.take({ ...PROFILES[0]!, name: 'elsewhere', title: 'From elsewhere', evaluator, settings, depth: 2 })
    },
  }

  test.each(Object.entries(choices))('%s', (_, choose) => {
    const player = usePlayerStore()
    player.offer(PROFILES, 'thesis')
    choose(player)
    const { mover, profile, guest, limit } = player
    const next = reopened(player.choice)
    expect(next).toMatchObject({ mover, profile, guest, limit })
  })

  test('unless its profile is gone: then the default plays', () => {
    const player = usePlayerStore()
    player.offer(PROFILES, 'thesis')
    player.choose('power')
    const next = reopened(
      player.choice,
      PROFILES.filter(({ name }) => name !== 'power'),
    )
    expect(next.profile!.name).toBe('thesis')
  })

  test('a choice that cannot be read is reported, and costs no other preference', () => {
    const faults: string[] = []
    const read = readPreferences({ theme: 'dark', player: { profile: 'power', limit: { kind: 'until noon' } } }, fault =>
      faults.push(fault),
    )
    expect(read).toEqual({ ...DEFAULT_PREFERENCES, theme: 'dark' })
    expect(faults).toHaveLength(1)
  })
})

test('a choice that changes often is saved once, with its last value, also when its screen ends', async () => {
  vi.useFakeTimers()
  const screen = shallowRef<'play' | 'tune' | 'arena'>('play')
  const { lab, calls } = fakeLab()
  const wrapper = mountWith(defineComponent({ setup: () => (useRemembered('screen', () => screen.value), () => null) }), lab)
  for (const next of ['tune', 'play', 'arena'] as const) {
    screen.value = next
    await nextTick()
  }
  vi.advanceTimersByTime(300)
  expect(calls.map(({ arg }) => arg)).toEqual([{ screen: 'arena' }])
  screen.value = 'tune'
  await nextTick()
  wrapper.unmount()
  expect(calls.map(({ arg }) => arg)).toEqual([{ screen: 'arena' }, { screen: 'tune' }])
})
