import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'
import { LabError } from '../../../core/errors'
import type { Lab } from './lab'

/** How often the page asks whether the lab answers. */
const EVERY_MS = 1000
/** Looks without an answer after which what the page shows of the lab may be out of date. */
const PATIENCE = 2

/**
 * Since when a connected lab has not answered, because its process is suspended or too busy; `undefined` while it answers. It counts looks,
 * not time, so that a page that was suspended itself does not call the lab silent.
 */
export function useSilence(lab: Lab): Readonly<ShallowRef<Date | undefined>> {
  const silentSince = shallowRef<Date>()
  let answered = new Date()
  /** Looks since the question that has no answer yet; `undefined` if none is open. */
  let waited: number | undefined

  function look(): void {
    if (!lab.connected.value) return
    if (waited === undefined) void ask()
    else if (++waited >= PATIENCE) silentSince.value = answered
  }

  async function ask(): Promise<void> {
    waited = 0
    try {
      await lab.call('alive', undefined)
    } catch (error) {
      if (!(error instanceof LabError)) throw error // a refusal is an answer, and a lost connection is reported as such
    } finally {
      waited = undefined
      answered = new Date()
      silentSince.value = undefined
    }
  }

  const timer = setInterval(look, EVERY_MS)
  onScopeDispose(() => clearInterval(timer))
  return silentSince
}
