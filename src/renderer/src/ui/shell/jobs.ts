import { computed, type ComputedRef, onScopeDispose, shallowReactive, watchEffect } from 'vue'
import { useI18n } from 'vue-i18n'
import type { JobKind, JobView, RunStanding } from '../../../../core/contract/calls'
import { defineStore } from 'pinia'
import { useShown } from '../../commands/registry'

/** Names for the kinds of long jobs. */
export function useJobKinds(): ComputedRef<Readonly<Record<JobView['kind'], string>>> {
  const { t } = useI18n()
  return computed(() => ({
    calibration: t('jobs.calibration'),
    analysis: t('jobs.analysis'),
    replay: t('jobs.replay'),
    tree: t('jobs.tree'),
    playouts: t('jobs.playouts'),
    tuning: t('jobs.tuning'),
    training: t('jobs.training'),
    bench: t('jobs.bench'),
    comparison: t('jobs.comparison'),
    wallTest: t('jobs.wallTest'),
    study: t('jobs.study'),
    sweep: t('jobs.sweep'),
    import: t('jobs.import'),
    data: t('jobs.data'),
    arena: t('jobs.arena'),
  }))
}

type Rests = 'paused' | 'unfinished' | 'stopped' | 'failed' | 'finished' | 'complete'

/** The state of a run of any kind, in the words that its kind stores. */
export interface Standing extends Pick<RunStanding<Rests>, 'ahead'> {
  readonly state: RunStanding<Rests>['state'] | 'queued'
}

/** What a run is doing, in words. */
export function useRunState(): ComputedRef<(run: Standing) => string> {
  const { t } = useI18n()
  return computed(() => {
    const [waiting, paused, finished] = [t('runs.waiting'), t('runs.paused'), t('runs.finished')]
    const states = {
      ...{ queued: waiting, waiting, running: t('runs.running'), stopping: t('runs.stopping') },
      ...{ paused, unfinished: paused, stopped: t('runs.stopped'), failed: t('runs.failed'), finished, complete: finished },
    }
    return ({ state, ahead }) => (ahead === undefined ? states[state] : t('runs.inLine', { ahead }, ahead))
  })
}

/** Kinds of jobs whose time left is on the screen: two estimates beside each other never agree, so the status bar leaves its own out. */
export const useShownTimes = defineStore('shownTimes', () => ({ kinds: shallowReactive(new Set<JobKind>()) }))

/** Registers the time left that the calling component shows: while it is on the screen and `shows` returns true. */
export function useShownTime(kind: JobKind, shows: () => boolean): void {
  const { kinds } = useShownTimes()
  const shown = useShown()
  watchEffect(() => {
    if (shown.value && shows()) kinds.add(kind)
    else kinds.delete(kind)
  })
  onScopeDispose(() => kinds.delete(kind))
}
