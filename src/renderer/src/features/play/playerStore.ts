import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Profile } from '../../../../core/contract/files'
import type { Evaluator } from '../../../../core/games/twenty48/heuristics/family'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SearchSettings } from '../../../../core/search/settings'
import { analysisLimits, limitOf, moveLimits, type Limit } from './limit'

/** Who plays: a profile, with what was changed in it for this session. Everything in here is plain data, ready for the bridge. */
export const usePlayerStore = defineStore('player', () => {
  const profiles = shallowRef<readonly Profile[]>([])
  const profile = shallowRef<Profile>()
  const evaluator = shallowRef<Evaluator>()
  const settings = shallowRef<SearchSettings>()
  const limit = shallowRef<Limit>(limitOf(0))

  const edited = computed(() => evaluator.value !== profile.value?.evaluator || settings.value !== profile.value?.settings)
  /** For the analysis, which may run until it is stopped. */
  const analyst = computed(() => makePlayer(analysisLimits))
  /** For moves that are played. */
  const mover = computed(() => makePlayer(moveLimits))

  /** Keeps what is chosen when the lab is met again; chooses the default when it is met first. */
  function offer(offered: readonly Profile[], byDefault: string): void {
    profiles.value = offered
    if (!profile.value) choose(byDefault)
  }

  function choose(name: string): void {
    const found = profiles.value.find(each => each.name === name)
    if (!found) return
    profile.value = found
    limit.value = { ...limit.value, depth: found.depth }
    reset()
  }

  function reset(): void {
    evaluator.value = profile.value?.evaluator
    settings.value = profile.value?.settings
  }

  function setParameter(id: string, value: number): void {
    const current = evaluator.value
    if (current) evaluator.value = { ...current, parameters: { ...current.parameters, [id]: value } }
  }

  function setVariant(id: string, option: string): void {
    const current = evaluator.value
    if (current) evaluator.value = { ...current, variants: { ...current.variants, [id]: option } }
  }

  function setSettings(change: Partial<SearchSettings>): void {
    if (settings.value) settings.value = { ...settings.value, ...change }
  }

  function makePlayer(limitsOf: typeof moveLimits): Player | undefined {
    return (
      evaluator.value && settings.value && { evaluator: evaluator.value, settings: settings.value, limits: limitsOf(limit.value) }
    )
  }

  return {
    profiles,
    profile,
    evaluator,
    settings,
    limit,
    edited,
    analyst,
    mover,
    offer,
    choose,
    reset,
    setParameter,
    setVariant,
    setSettings,
  }
})
