import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Hello, KnownProfile } from '../../../core/contract/calls'
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
