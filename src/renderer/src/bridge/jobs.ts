import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { Hello, JobView } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { useLab } from './lab'

/** The lab's long jobs, from every page. */
export const useJobs = defineStore('jobs', () => {
  const lab = useLab()
  const list = shallowRef<readonly JobView[]>([])
  onScopeDispose(lab.on('jobs', value => (list.value = value)))

  function greet({ jobs }: Hello): void {
    list.value = jobs
  }

  function cancel(id: number): void {
    lab.call('cancelJob', { id }).catch((error: unknown) => {
      // the status bar reports the lost connection, and the job continues
      if (!(error instanceof LabError && error.code === 'DISCONNECTED')) throw error
    })
  }

  return { list, greet, cancel }
})
