import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Hello, KnownProfile } from '../../../core/contract/calls'
import type { LabErrorData } from '../../../core/errors'

/** The profiles that there are: the lab tells of every change, whoever made it. Replaced whole, never edited in place. */
export const useProfiles = defineStore('profiles', () => {
  const list = shallowRef<readonly KnownProfile[]>([])
  /** Name of the one that is chosen on the Play screen, else the lab's own choice: what other screens begin with. */
  const inUse = shallowRef<string>()
  /** Why none can be kept. */
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
