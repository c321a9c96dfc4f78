import { computed, shallowRef, watch } from 'vue'
import type { Arg } from '../../../core/contract/calls'
import type { CalibrationEstimate } from '../../../core/contract/calls/calibrations'
import { useCalibrations } from './calibrations'
import type { OnFailure } from './guarded'
import { useMutation } from './useMutation'

/** Games of a calibration that a page offers: more make its intervals narrower. */
const GAMES = 200

interface CalibratedPlayer {
  /** `calibrationKey` of the player. */
  readonly key: string
  readonly player: Arg<'startCalibration'>['player']
  /** Name of its profile. */
  readonly profile: string
}

/** The calibration of a player, and the run that computes it: estimated, begun, paused and resumed. */
export function useCalibration(about: () => CalibratedPlayer | undefined, onFailure: OnFailure) {
  const calibrations = useCalibrations()
  const change = useMutation(onFailure)
  const estimate = shallowRef<CalibrationEstimate>()
  /** `null`: the player has none; `undefined`: not known yet. */
  const calibration = computed(() => {
    const its = about()
    return its && calibrations.find(its.key, its.player)
  })
  const row = computed(() => calibrations.rows.find(({ id }) => id === about()?.key))
  watch(
    () => about()?.key,
    () => (estimate.value = undefined),
  )

  /** Plays one game. */
  async function measure(): Promise<void> {
    const its = about()
    if (!its) return
    const found = await change(ask => ask('estimateCalibration', { player: its.player, games: GAMES }))
    if (about()?.key === its.key) estimate.value = found
  }

  async function start(): Promise<void> {
    const its = about()
    const begun =
      its && (await change(ask => ask('startCalibration', { player: its.player, profile: its.profile, games: GAMES })))
    if (begun) calibrations.show(begun)
    estimate.value = undefined
  }

  async function pause(): Promise<void> {
    const id = row.value?.id
    if (id !== undefined) await change(ask => ask('pauseRun', { kind: 'calibration', id }))
  }

  async function resume(): Promise<void> {
    const id = row.value?.id
    if (id !== undefined) await change(ask => ask('resumeRun', { kind: 'calibration', id }))
  }

  return { calibration, row, estimate, busy: change.pending, measure, start, pause, resume }
}
