import { flushPromises, mount, type MountingOptions, type VueWrapper } from '@vue/test-utils'
import { createPinia, disposePinia, setActivePinia, type Pinia } from 'pinia'
import { afterAll, vi } from 'vitest'
import { TooltipProvider } from 'reka-ui'
import { defineComponent, h, shallowRef, type Component, type VNode } from 'vue'
import type { CallName, GameView, Hello, KnownProfile, LabEvents, ValueLine } from '../../src/core/contract/calls'
import { DEFAULT_PREFERENCES } from '../../src/core/contract/preferences'
import { LabError, type LabErrorData } from '../../src/core/errors'
import { makeEvaluator } from '../../src/core/games/twenty48/heuristics/evaluator'
import type { Player } from '../../src/core/games/twenty48/player'
import type { Calibration } from '../../src/core/games/twenty48/scale/calibration'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { slideValues, type SearchReport } from '../../src/core/games/twenty48/search/report'
import { PLAIN_SETTINGS } from '../../src/core/search/settings'
import { labKey, type Away, type Lab } from '../../src/renderer/src/bridge'
import { createTranslations } from '../../src/renderer/src/locales'

export const BOARD = parseBoard('0012013517A821B0')

export const PROFILES: readonly KnownProfile[] = [
  {
    builtIn: true,
    name: 'thesis',
    title: 'Thesis',
    notes: '',
    evaluator: makeEvaluator('thesis'),
    settings: PLAIN_SETTINGS,
    depth: 'distinct',
  },
  {
    builtIn: true,
    name: 'power',
    title: 'Power',
    notes: '',
    evaluator: makeEvaluator('power'),
    settings: { ...PLAIN_SETTINGS, cut: 1e-4 },
    depth: 3,
  },
]

export function gameView(change: Partial<GameView> = {}): GameView {
  return { id: 1, seed: 7, origin: 'seed', board: BOARD, score: 100, slides: 20, over: false, undo: 20, redo: 0, ...change }
}

export function report(change: Partial<SearchReport> = {}): SearchReport {
  const values = change.values ?? { up: 30, down: 10, left: 25, right: null }
  const depths = slideValues(move => (values[move] === null ? null : 2))
  const effort = { nodes: 400, hits: 10, probes: 40 }
  return {
    board: BOARD,
    best: 'up',
    values,
    depths,
    cuts: slideValues(move => (values[move] === null ? null : 0)),
    cut: 0,
    depth: 2,
    ...effort,
    stopped: 'limit',
    pv: [],
    pvNodes: 0,
    pvMs: 0,
    ...change,
  }
}

/** A line of values by a profile, each of depth 2. */
export function valueLine(value: readonly (number | null)[], profile = 'thesis'): ValueLine {
  const depth = value.map(each => (each === null ? null : 2))
  return { hash: `hash of ${profile}`, profile, family: 'thesis', unit: `unit of ${profile}`, value, depth }
}

export function hello(change: Partial<Hello> = {}): Hello {
  return {
    version: '0',
    programs: { Node: '24' },
    host: 'window',
    command: 'npx lab',
    kernel: 'k',
    generator: 'splitmix64',
    profiles: PROFILES,
    defaultProfile: 'thesis',
    preferences: { ...DEFAULT_PREFERENCES, beenHere: true },
    game: gameView(),
    analysis: { on: false, running: false },
    status: { state: 'idle', depth: 0, nodes: 0, nodesPerSecond: null, hitRate: null, threads: 1, memoryBytes: 0 },
    jobs: [],
    drafts: [],
    rescued: [],
    ...change,
  }
}

/**
 * A lab whose answers the test gives. Arguments are cloned, as they are on every real way to the lab.
 * @param calibrationOf a player's calibration, which pages look up by themselves, like the tree of a move: no such call is counted
 * @param listsCalibrations whether `answer` has them too
 */
export function fakeLab(
  answer: (name: CallName, arg: unknown) => unknown = () => undefined,
  calibrationOf: (player: Player) => Calibration | null = () => null,
  listsCalibrations = false,
) {
  const calls: { name: CallName; arg: unknown }[] = []
  const listeners: { [E in keyof LabEvents]?: ((payload: LabEvents[E]) => void)[] } = {}
  const connected = shallowRef(true)
  const away = shallowRef<Away>()
  const lab = {
    call: async (name: CallName, arg: unknown) => {
      if (name === 'calibrations' && !listsCalibrations) return []
      if (name === 'playTree') return null
      if (name === 'calibration') return calibrationOf((arg as { player: Player }).player)
      if (name !== 'alive') calls.push({ name, arg: structuredClone(arg) })
      const answered = answer(name, arg)
      return answered === undefined && name === 'takeOpened' ? [] : answered
    },
    on: (event: keyof LabEvents, listener: never) => {
      const heard = (listeners[event] ??= [] as never) as unknown[]
      heard.push(listener)
      return () => void heard.splice(heard.indexOf(listener), 1)
    },
    connected,
    away,
  } as unknown as Lab
  function emit<E extends keyof LabEvents>(event: E, payload: LabEvents[E]): void {
    for (const listener of [...(listeners[event] ?? [])]) listener(payload)
  }
  const listening = () => Object.values(listeners).reduce((sum, heard) => sum + heard.length, 0)
  /** The arguments of each call of a name. */
  const asked = (name: CallName) => calls.filter(each => each.name === name).map(({ arg }) => arg)
  return { lab, calls, emit, connected, away, listening, asked, names: () => calls.map(({ name }) => name) }
}

export function refuse(code: LabErrorData['code'], message = 'why'): never {
  throw new LabError(code, message)
}

export function mountWith(component: Component, lab: Lab, options: MountingOptions<Record<string, unknown>> = {}) {
  const pinia = createPinia()
  setActivePinia(pinia)
  const wrapper = mount(component, {
    attachTo: document.body,
    ...options,
    global: { plugins: [pinia, createTranslations()], provide: { [labKey as symbol]: lab } },
  })
  mounted.add({ wrapper, pinia })
  return wrapper
}

/** A screen, or a part of one, in what surrounds it in the window. */
export function mountScreen(lab: Lab, shown: () => VNode | VNode[], setup: () => unknown = () => undefined) {
  const screen = defineComponent(() => {
    setup()
    return () => h(TooltipProvider, shown)
  })
  return mountWith(screen, lab)
}

/** The result of a composable, in a component that shows nothing. */
export function withSetup<T>(lab: Lab, composable: () => T): T {
  let result!: T
  const nothing = defineComponent(() => {
    result = composable()
    return () => h('i')
  })
  mountWith(nothing, lab)
  return result
}

/** An answer that comes when the test gives it. */
export function later<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((done, fail) => ([resolve, reject] = [done, fail]))
  return { promise, resolve, reject }
}

interface Mounted {
  readonly wrapper: Pick<VueWrapper, 'exists' | 'unmount'>
  readonly pinia: Pinia
}

/** What the current test mounted. */
const mounted = new Set<Mounted>()

/** Unmounts what a test mounted; tests/setup/pageLeaks.ts calls it after each. */
export function unmountAll(all: Set<Mounted> = mounted): void {
  for (const { wrapper, pinia } of all) {
    if (wrapper.exists()) wrapper.unmount()
    disposePinia(pinia) // its stores live as long as the page
  }
  all.clear()
}

/** What `open` mounts, for all tests of a `describe` that change nothing which another of them sees. The first of them opens it. */
export function shared<T>(open: () => Promise<T>): () => Promise<T> {
  const kept = new Set<Mounted>()
  let opened: Promise<T> | undefined
  afterAll(() => unmountAll(kept))
  return () => {
    if (!opened) {
      const before = [...mounted]
      opened = open()
      for (const each of mounted) if (!before.includes(each)) kept.add(each)
      for (const each of kept) mounted.delete(each)
    }
    for (const { pinia } of kept) setActivePinia(pinia)
    return opened
  }
}

/** Waits for what no event announces, however slow the machine is. */
/** Chooses from the menu ⋯ of `root`. @param settle waits for the page */
export async function chooseMore(root: ParentNode, item: string, settle: () => Promise<unknown>): Promise<void> {
  root.querySelector<HTMLElement>('button[aria-haspopup="menu"]')!.click()
  await settle()
  const items = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  items.find(each => each.textContent.trim().startsWith(item))!.click()
  await settle()
}

export const until = (seen: () => unknown) => vi.waitFor(seen, { timeout: 25_000 })

export function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): KeyboardEvent {
  const code = key === ' ' ? 'Space' : /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key
  const event = new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, composed: true, ...init })
  target.dispatchEvent(event)
  return event
}

export { flushPromises }
