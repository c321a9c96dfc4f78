import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { Arg, Result } from '../../../core/contract/calls'
import type { CalibrationRow } from '../../../core/contract/calls/calibrations'
import { attemptWith } from './attempt'
import { useLab } from './lab'

type Player = Arg<'calibration'>['player']
type Calibration = NonNullable<Result<'calibration'>>

/** Calibrations of the players that this page shows, and the user's own while they are computed. Each is requested once, by its key. */
export const useCalibrations = defineStore('calibrations', () => {
  const lab = useLab()
  /** `null`: the player has none. */
  const known = shallowRef<ReadonlyMap<string, Calibration | null>>(new Map())
  const rows = shallowRef<readonly CalibrationRow[]>([])
  const asked = new Set<string>()
  const attempt = attemptWith(() => undefined)

  onScopeDispose(lab.on('calibration', show))

  function show(row: CalibrationRow): void {
    rows.value = [row, ...rows.value.filter(({ id }) => id !== row.id)]
    if (row.state === 'finished') forget(row.id)
  }

  /** On each connection: another lab may know other calibrations. */
  function greet(): void {
    asked.clear()
    known.value = new Map(known.value) // what is shown asks again
    void attempt(lab.call('calibrations', undefined)).then(answer => (rows.value = answer ?? rows.value))
  }

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

  return { rows, greet, show, find }
})
