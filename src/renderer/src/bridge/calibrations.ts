import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { Arg, Result } from '../../../core/contract/calls'
import type { CalibrationEstimate } from '../../../core/contract/calls/calibrations'
import { attemptWith, type OnFailure } from './guarded'
import { useLab } from './lab'
import { useRunActions, useRunList } from './runs'

type Player = Arg<'calibration'>['player']
type Calibration = NonNullable<Result<'calibration'>>

/** Calibrations of the players that this page shows, and the user's own while they are computed. Each is requested once, by its key. */
export const useCalibrations = defineStore('calibrations', () => {
  const lab = useLab()
  /** `null`: the player has none. */
  const known = shallowRef<ReadonlyMap<string, Calibration | null>>(new Map())
  const runs = useRunList('calibration')
  const asked = new Set<string>()
  const attempt = attemptWith(() => undefined)

  onScopeDispose(lab.on('calibration', row => (row.state === 'finished' || row.deleted) && forget(row.id)))
  // another lab may know other calibrations: what is shown asks again
  watch(lab.connected, up => {
    if (!up) return
    asked.clear()
    known.value = new Map(known.value)
  })

  function forget(key: string): void {
    asked.delete(key)
    known.value = new Map(known.value)
  }

  /** @param key `calibrationKey` of the player. @returns `undefined` until it is known */
  function find(key: string, player: Player): Calibration | null | undefined {
    if (!asked.has(key)) {
      asked.add(key)
      void load(key, player)
    }
    return known.value.get(key)
  }

  /** After a failure the next connection requests it again. */
  async function load(key: string, player: Player): Promise<void> {
    const answer = await attempt(lab.call('calibration', { player }))
    if (answer !== undefined) known.value = new Map(known.value).set(key, answer)
  }

  return { runs, find }
})

/** Games of a calibration that a page offers: more make its intervals narrower. */
const GAMES = 200

interface CalibratedPlayer {
  /** `calibrationKey` of the player. */
  readonly key: string
  readonly player: Player
  /** Name of its profile. */
  readonly profile: string
}

/** The calibration of a player, and the run that computes it: estimated, begun, paused and resumed. */
export function useCalibration(about: () => CalibratedPlayer | undefined, onFailure: OnFailure) {
  const calibrations = useCalibrations()
  const actions = useRunActions('calibration', calibrations.runs, onFailure)
  const estimate = shallowRef<CalibrationEstimate>()
  /** Key of the player that is measured: another one can be measured in its place. */
  const measured = shallowRef<string>()
  /** `null`: the player has none; `undefined`: not known yet. */
  const calibration = computed(() => {
    const its = about()
    return its && calibrations.find(its.key, its.player)
  })
  const row = computed(() => calibrations.runs.list?.find(({ id }) => id === about()?.key))
  watch(
    () => about()?.key,
    () => (estimate.value = undefined),
  )

  /** Plays one game, and plays out one of its boards. */
  async function measure(): Promise<void> {
    const its = about()
    if (!its) return
    measured.value = its.key
    const found = await actions.ask(ask => ask('estimateCalibration', { player: its.player, games: GAMES }))
    if (measured.value === its.key) measured.value = undefined
    if (about()?.key === its.key) estimate.value = found
  }

  /** Ends the measurement. */
  function stop(): void {
    void actions.ask(ask => ask('stopCalibrationEstimate', undefined))
  }

  async function start(): Promise<void> {
    const its = about()
    if (its) await actions.change(ask => ask('startCalibration', { player: its.player, profile: its.profile, games: GAMES }))
    estimate.value = undefined
  }

  const onRow = (act: (id: string) => unknown) => () => row.value && act(row.value.id)
  return {
    calibration,
    row,
    estimate,
    /** Whether this player is measured. */
    busy: computed(() => measured.value !== undefined && measured.value === about()?.key),
    measure,
    stop,
    start,
    pause: onRow(actions.pause),
    resume: onRow(actions.resume),
  }
}
