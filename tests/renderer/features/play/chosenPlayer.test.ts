import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defineComponent, nextTick, shallowRef } from 'vue'
import type { Hello, KnownProfile } from '../../../../src/core/contract/calls'
import { DEFAULT_PREFERENCES, readPreferences, type ChosenPlayer } from '../../../../src/core/contract/preferences'
import { usePreferences, useRemembered } from '../../../../src/renderer/src/bridge/preferences'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { usePlayerStore } from '../../../../src/renderer/src/features/play/engine/playerStore'
import { fakeLab, hello, mountWith, PROFILES } from '../../helpers'

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

  const own = (id: number, name: string): KnownProfile => ({ ...PROFILES[1]!, builtIn: false, id, name, created: 0, updated: 0 })

  function chosenOwn() {
    const player = usePlayerStore()
    player.offer([...PROFILES, own(7, 'mine')], 'thesis')
    player.choose('mine')
    player.limit = { ...player.limit, kind: 'time', ms: 20 }
    return player.choice
  }

  test('also if its profile was renamed, and another one has the old name', () => {
    const next = reopened(chosenOwn(), [...PROFILES, own(8, 'mine'), own(7, 'renamed')])
    expect(next).toMatchObject({ profile: { id: 7 }, mover: { limits: { ms: 20 } } })
  })

  test('and after an import under another id it is the one of the same name', () => {
    expect(reopened(chosenOwn(), [...PROFILES, own(9, 'mine')]).profile).toMatchObject({ id: 9 })
  })

  test('unless its profile is gone: then the default plays, within the same limit', () => {
    expect(reopened(chosenOwn())).toMatchObject({ profile: { name: 'thesis' }, mover: { limits: { ms: 20 } } })
  })

  test('also for the screens that do not show it', () => {
    const player = chosenOwn()
    setActivePinia(createPinia())
    const met = hello({ profiles: [...PROFILES, own(7, 'renamed')], preferences: { ...DEFAULT_PREFERENCES, player } })
    greeted(met)
    expect(useProfiles().inUse).toBe('renamed')
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

/** What a page does with its `hello`. */
function greeted(met: Hello) {
  let preferences!: ReturnType<typeof usePreferences>
  mountWith(defineComponent({ setup: () => ((preferences = usePreferences()), () => null) }), fakeLab().lab)
  preferences.greet(met)
  useProfiles().greet(met)
  return preferences
}

describe('a tab that is loaded again', () => {
  const met = (home?: string) =>
    hello({ preferences: { ...DEFAULT_PREFERENCES, screen: 'tree', theme: 'dark' }, ...(home && { home }) })

  test('has its own screen, not the one that another tab showed last; what is no place it shares', () => {
    greeted(met()).set({ screen: 'arena', theme: 'light' })
    expect(greeted(met()).chosen).toMatchObject({ screen: 'arena', theme: 'dark', player: null })
  })

  test('has it also if it changed nothing', () => {
    greeted(met())
    const player: ChosenPlayer = { profile: 'power', limit: { kind: 'depth', depth: 1, ms: 1, nodes: 1 } }
    const other = hello({ preferences: { ...DEFAULT_PREFERENCES, screen: 'replays', player } })
    expect(greeted(other).chosen).toMatchObject({ screen: 'tree', player: null })
  })

  test.each([
    ['a lab with other data', 'elsewhere'],
    ['a note that nobody can read', undefined],
  ])('begins anew with %s', (_, home) => {
    if (home) greeted(met()).set({ screen: 'arena' })
    else sessionStorage.setItem('preferences', '{"home":"","screen":"nowhere","player":7}')
    expect(greeted(met(home)).chosen).toMatchObject({ screen: home ? 'tree' : 'play', player: null })
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
