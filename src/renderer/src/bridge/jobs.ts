import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { Hello, JobView } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { useLab } from './lab'

/** The long jobs of the lab, whoever began them. */
export const useJobs = defineStore('jobs', () => {
  const lab = useLab()
  const list = shallowRef<readonly JobView[]>([])
  onScopeDispose(lab.on('jobs', heard => (list.value = heard)))

  function greet({ jobs }: Hello): void {
    list.value = jobs
  }

  function cancel(id: number): void {
    lab.call('cancelJob', { id }).catch((error: unknown) => {
      // the status bar says that the connection is lost, and the job goes on
      if (!(error instanceof LabError && error.code === 'DISCONNECTED')) throw error
    })
  }

  return { list, greet, cancel }
})
