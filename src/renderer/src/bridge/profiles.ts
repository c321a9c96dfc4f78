import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { sameContent } from '../../../core/contentHash'
import type { Hello, KnownProfile } from '../../../core/contract/calls'
import type { Player } from '../../../core/games/twenty48/player'
import type { LabErrorData } from '../../../core/errors'

/** All profiles. The lab reports every change, from any page. Replaced whole, never edited in place. */
export const useProfiles = defineStore('profiles', () => {
  const list = shallowRef<readonly KnownProfile[]>([])
  /** Name of the profile chosen in Play, else the lab's default: the initial choice on other screens. */
  const inUse = shallowRef<string>()
  /** Why profiles cannot be stored. */
  const unkept = shallowRef<LabErrorData>()

  function greet(hello: Hello): void {
    list.value = hello.profiles
    inUse.value ??= hello.defaultProfile
    unkept.value = hello.unkept
  }

  function show(heard: readonly KnownProfile[]): void {
    list.value = heard
  }

  return { list, inUse, unkept, greet, show }
})

/**
 * The profile that a player is, as far as one of them has its evaluator. Of several, which may differ in the expert or the search alone, the
 * one with its settings, else with its expert, else the first.
 */
export function profileOf(
  list: readonly KnownProfile[],
  { evaluator, settings }: Pick<Player, 'evaluator' | 'settings'>,
): KnownProfile | undefined {
  const alike = list.filter(each => sameContent(each.evaluator, evaluator))
  return (
    alike.find(each => sameContent(each.settings, settings)) ??
    alike.find(each => sameContent(each.settings.expert, settings.expert)) ??
    alike[0]
  )
}
