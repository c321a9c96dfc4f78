import { TooltipProvider } from 'reka-ui'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, test } from 'vitest'
import { defineComponent, h, nextTick } from 'vue'
import { checkLimits, checkSettings, type SearchSettings } from '../../../../src/core/search/settings'
import type { KnownProfile } from '../../../../src/core/contract/calls'
import { checkEvaluator, familyOf, LIMITS, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import LimitSelector from '../../../../src/renderer/src/features/play/engine/LimitSelector.vue'
import { RANGES, usePlayerStore } from '../../../../src/renderer/src/features/play/engine/playerStore'
import SettingsEditor from '../../../../src/renderer/src/ui/player/SettingsEditor.vue'
import WeightsEditor from '../../../../src/renderer/src/ui/player/WeightsEditor.vue'
import { fakeLab, mountWith, PROFILES } from '../../helpers'
import type { TermEvaluator } from '../../../../src/core/games/twenty48/heuristics/family'

beforeEach(() => void setActivePinia(createPinia()))

const { lab } = fakeLab()

function chosen(name = 'thesis') {
  const player = usePlayerStore()
  player.offer(PROFILES, 'thesis')
  player.choose(name)
  return player
}

describe('the limit selector', () => {
  test('starts with the depth of the profile, a number or a rule', () => {
    expect(chosen('thesis').mover!.limits).toEqual({ depth: 'distinct' })
    expect(chosen('power').mover!.limits).toEqual({ depth: 3 })
  })

  test('a kind gives one bound of that kind, and coming back finds the number again', async () => {
    const player = chosen('power')
    const select = mountWith(LimitSelector, lab, { props: { modelValue: player.limit } })
    const last = () => select.emitted<[typeof player.limit]>('update:modelValue')!.at(-1)[0]
    const set = async () => {
      player.limit = last()
      await select.setProps({ modelValue: player.limit })
      return player.mover!.limits
    }
    const kind = select.get('select[aria-label="Limit"]')
    await select.get('input').setValue('5')
    expect(await set()).toEqual({ depth: 5 })
    await kind.setValue('time')
    expect(await set()).toEqual({ ms: 1000 })
    await select.get('input').setValue('250')
    expect(await set()).toEqual({ ms: 250 })
    await kind.setValue('nodes')
    expect(await set()).toEqual({ nodes: 1_000_000 })
    await kind.setValue('depth')
    expect(await set()).toEqual({ depth: 5 })
    await select.get('select[aria-label="Depth rule"]').setValue('empty')
    expect(await set()).toEqual({ depth: 'empty' })
  })

  test('until stopped bounds no analysis, and moves by the depth', () => {
    const player = chosen('power')
    player.limit = { ...player.limit, kind: 'endless' }
    expect(player.analyst!.limits).toEqual({})
    expect(player.mover!.limits).toEqual({ depth: 3 })
  })

  test('takes what the lab takes, and no more', () => {
    for (const [field, { min, max }] of Object.entries(RANGES)) {
      expect(() => checkLimits({ [field]: min })).not.toThrow()
      expect(() => checkLimits({ [field]: max })).not.toThrow()
      expect(() => checkLimits({ [field]: max * 2 })).toThrow()
    }
  })
})

describe('weights', () => {
  async function open(name = 'thesis') {
    const wrapper = mountWith(
      defineComponent(() => {
        const { setParameter, setVariant } = usePlayerStore()
        const props = () => {
          const { evaluator } = usePlayerStore()
          if (!evaluator || evaluator.family === 'network') return undefined
          return { evaluator, family: familyOf(evaluator.family), limits: LIMITS, stored: evaluator }
        }
        return () => props() && h(WeightsEditor, { ...props()!, onParameter: setParameter, onVariant: setVariant })
      }),
      lab,
    )
    const mounted = usePlayerStore()
    mounted.offer(PROFILES, 'thesis')
    mounted.choose(name)
    await nextTick()
    return { player: mounted, wrapper }
  }

  test('a number typed is in the player that the next call sends', async () => {
    const { player, wrapper } = await open()
    await wrapper.get('input[aria-label="Equal pairs h2"]').setValue('4.5')
    expect((player.mover!.evaluator as TermEvaluator).parameters).toMatchObject({ h1: 1, h2: 4.5, h3: 1, h4: 1 })
    expect(player.edited).toBe(true)
    expect(checkEvaluator(structuredClone(player.mover!).evaluator)).toBeTruthy()
  })

  test('a ratio goes from 0 to 1, and says whose it is', async () => {
    const evaluator = makeEvaluator('positional')
    const family = familyOf('positional')
    const editor = mountWith(WeightsEditor, lab, { props: { evaluator, family, limits: LIMITS, stored: evaluator, roomy: true } })
    expect(editor.text()).toContain('ratio of Snake')
    expect(editor.text()).toContain('exponent of Tile sum')
    const ratio = editor.get('input[aria-label="Snake ratio"]')
    await ratio.setValue('1.5')
    expect(editor.find('[role="alert"]').exists()).toBe(true)
    await ratio.setValue('0.25')
    expect(editor.emitted('parameter')).toEqual([['snakeRatio', 0.25]])
  })

  test.each(['', 'x', 'NaN', '1e12'])('"%s" is marked, and the weight stays', async text => {
    const { player, wrapper } = await open()
    await wrapper.get('input[aria-label="Equal pairs h2"]').setValue(text)
    expect(wrapper.find('[role="alert"]').exists()).toBe(true)
    expect(player.edited).toBe(false)
  })

  test('reset gives back the profile; the profile itself was never changed', () => {
    const player = chosen()
    const before = structuredClone(PROFILES)
    player.setParameter('h1', -3)
    player.setSettings({ leaf: 'spawned' })
    expect(player.edited).toBe(true)
    player.reset()
    expect(player.edited).toBe(false)
    expect(player.mover!.evaluator).toEqual(PROFILES[0]!.evaluator)
    expect(PROFILES).toEqual(before)
  })

  test('the lab says which profile plays until one is chosen', () => {
    const player = usePlayerStore()
    player.offer(PROFILES, 'power')
    expect(player.profile?.name).toBe('power')
    player.offer(PROFILES, 'thesis')
    expect(player.profile?.name).toBe('power')
  })

  test('another profile brings its own weights, settings and depth; meeting the lab again keeps what was chosen', () => {
    const player = chosen()
    player.setParameter('h1', -3)
    player.offer(PROFILES, 'thesis')
    expect((player.mover!.evaluator as TermEvaluator).parameters['h1']).toBe(-3)
    player.choose('power')
    expect(player.mover).toMatchObject({ evaluator: { family: 'power' }, settings: { cut: 1e-4 }, limits: { depth: 3 } })
  })
})

describe('when the list of profiles changes', () => {
  const mine: KnownProfile = { ...PROFILES[1]!, builtIn: false, id: 7, created: 1, updated: 1, name: 'mine', title: 'Mine' }
  const moved: KnownProfile = { ...mine, evaluator: makeEvaluator('power', { sum: 12 }), depth: 5 }

  function playing() {
    const player = usePlayerStore()
    player.offer([...PROFILES, mine], 'thesis')
    player.choose('mine')
    return player
  }

  test('the chosen one plays on, with what was stored of it meanwhile', () => {
    const player = playing()
    player.offer([...PROFILES, { ...moved, name: 'ours' }], 'thesis')
    expect(player.profile!.name).toBe('ours')
    expect(player.mover).toMatchObject({ evaluator: { parameters: { sum: 12 } }, limits: { depth: 5 } })
    expect(player.edited).toBe(false)
  })

  test('what was changed for this session holds', () => {
    const player = playing()
    player.setParameter('sum', 3)
    player.offer([...PROFILES, moved], 'thesis')
    expect((player.mover!.evaluator as TermEvaluator).parameters['sum']).toBe(3)
    player.reset()
    expect((player.mover!.evaluator as TermEvaluator).parameters['sum']).toBe(12)
  })

  test('a list with the same content changes nothing: no search restarts', () => {
    const player = playing()
    const { evaluator, settings } = player
    player.offer(structuredClone([...PROFILES, mine]), 'thesis')
    expect(player.evaluator).toBe(evaluator)
    expect(player.settings).toBe(settings)
    expect(player.edited).toBe(false)
  })

  test('one that was deleted plays on, and can be seen, until another is chosen', () => {
    const player = playing()
    player.offer(PROFILES, 'thesis')
    expect(player.profile!.name).toBe('mine')
    expect(player.profiles.map(({ name }) => name)).toEqual(['thesis', 'power', 'mine'])
    player.choose('power')
    expect(player.profiles.map(({ name }) => name)).toEqual(['thesis', 'power'])
  })

  test('one is taken with weights that are not stored, as a change for this session', () => {
    const player = playing()
    player.take({ ...moved, depth: 1 })
    expect(player.mover).toMatchObject({ evaluator: { parameters: { sum: 12 } }, limits: { depth: 1 } })
    expect(player.edited).toBe(true)
    expect(player.guest).toBeUndefined()
    player.take(mine)
    expect(player.edited).toBe(false)
  })
})

test('search settings reach the player, and each is one that the lab takes', async () => {
  const Editor = (its: InstanceType<typeof SettingsEditor>['$props']) => h(TooltipProvider, () => h(SettingsEditor, its))
  const wrapper = mountWith(Editor, lab, {
    props: { settings: PROFILES[0]!.settings, onChange: (part: Partial<SearchSettings>) => usePlayerStore().setSettings(part) },
  })
  const player = usePlayerStore()
  player.offer(PROFILES, 'thesis')
  const choose = async (label: string, option: string) => {
    const field = wrapper.findAll('.setting').find(each => each.text().startsWith(label))!
    await field.get('select').setValue(option)
    await wrapper.setProps({ settings: player.settings! })
    checkSettings(player.settings!)
  }
  await choose('Leaf', 'spawned')
  await choose('Lost board', 'number')
  await wrapper.get('input[aria-label="Value of a lost board"]').setValue('-5000')
  await choose('Floor', 'number')
  await choose('Points', 'added')
  await choose('Table', 'deeper')
  await wrapper.get('input[aria-label="Probability cut"]').setValue('0.001')
  await wrapper.get('input[type="range"]').setValue('20')
  expect(player.settings).toEqual({
    leaf: 'spawned',
    dead: -5000,
    floor: 0,
    points: 'added',
    table: 'deeper',
    tableBits: 20,
    cut: 0.001,
  })
})
