import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import type { Command } from './command'
import { keepsKey } from './fields'

/** Keys that would run several commands at once, each as "key: id, id": a mistake in the list or in a `when`. */
export function conflictsAmong(commands: readonly Command[]): string[] {
  const taken = new Map<string, string[]>()
  for (const { id, keys = [], byEvent, focus, isShown, when } of commands) {
    if (byEvent || !isShown() || !when()) continue
    for (const key of keys) {
      const its = `${key.toUpperCase()}${focus ? ', in a list of its own' : ''}`
      taken.set(its, [...(taken.get(its) ?? []), id])
    }
  }
  return [...taken].filter(([, ids]) => ids.length > 1).map(([key, ids]) => `${key}: ${ids.join(', ')}`)
}

/** Runs the command of the pressed key. A command of the focused element has priority over one of the screen. */
export function pressKey(event: KeyboardEvent, commands: readonly Command[]): void {
  if (event.defaultPrevented || event.isComposing) return
  const pressed = commands.filter(
    command => !command.byEvent && command.isShown() && command.keys?.some(key => isKey(event, key)),
  )
  const target = event.composedPath()[0]
  const ofElement = pressed.filter(({ focus }) => focus && focus() === target)
  const chosen = ofElement.length > 0 ? ofElement : keepsKey(event) ? [] : pressed.filter(({ focus }) => !focus)
  if (chosen.length === 0) return
  event.preventDefault()
  const command = chosen.find(({ when }) => when())
  if (command && (command.repeats || !event.repeat)) void command.run()
}

const isKey = (event: KeyboardEvent, key: string) => matchKeybindingPress(event, parseKeybinding(key)[0]!)
