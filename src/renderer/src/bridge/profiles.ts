import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Hello, KnownProfile } from '../../../core/contract/calls'
import type { ChosenPlayer } from '../../../core/contract/preferences'
import type { LabErrorData } from '../../../core/errors'
import { usePreferences } from './preferences'

/** The profile of a stored choice, also under another name. */
export function profileOf(choice: ChosenPlayer | null | undefined, list: readonly KnownProfile[]): KnownProfile | undefined {
  if (!choice) return undefined
  return list.find(({ id }) => id !== undefined && id === choice.id) ?? list.find(({ name }) => name === choice.profile)
}

/** All profiles. The lab reports every change, from any page. Replaced whole, never edited in place. */
export const useProfiles = defineStore('profiles', () => {
  const list = shallowRef<readonly KnownProfile[]>([])
  /** Name of the profile chosen in Play, else the lab's default: the initial choice on other screens. */
  const inUse = shallowRef<string>()
  /** Why profiles cannot be stored. */
  const storeProblem = shallowRef<LabErrorData>()

  function greet(hello: Hello): void {
    list.value = hello.profiles
    inUse.value ??= profileOf(usePreferences().chosen.player, hello.profiles)?.name ?? hello.defaultProfile
    storeProblem.value = hello.storeProblem
  }

  function show(next: readonly KnownProfile[]): void {
    list.value = next
  }

  /** What people call a profile. */
  function titleOf(name: string): string {
    return list.value.find(each => each.name === name)?.title ?? name
  }

  return { list, inUse, storeProblem, greet, show, titleOf }
})
