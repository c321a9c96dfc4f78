import { matchKeybindingPress, parseKeybinding } from 'tinykeys'
import type { Command } from './command'
import { keepsKey } from './fields'
import { latinKey } from './keys'

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
  if (event.defaultPrevented) return
  const able = commands.filter(({ byEvent, isShown }) => !byEvent && isShown())
  const having = (isMeant: (key: string) => boolean) =>
    able.filter(({ keys }) => keys?.some(key => isMeant(key) && isKey(event, key)))
  // where D is printed on another key, its place means a move only if the letter printed there means nothing
  const printed = having(key => !PLACE.test(key))
  const pressed = printed.length > 0 ? printed : having(key => PLACE.test(key))
  const target = event.composedPath()[0]
  const ofElement = pressed.filter(({ focus }) => focus && focus() === target)
  const chosen = ofElement.length > 0 ? ofElement : keepsKey(event) ? [] : pressed.filter(({ focus }) => !focus)
  if (chosen.length === 0) return
  event.preventDefault()
  const command = chosen.find(({ when }) => when())
  if (command && (command.repeats || !event.repeat)) void command.run()
}

const PLACE = /Key[A-Z]$/

function isKey(event: KeyboardEvent, key: string): boolean {
  const { code } = event
  const getModifierState = (modifier: string) => event.getModifierState(modifier)
  // the printed character first: "*" is Shift and 8 on some keyboards
  return [event.key, latinKey(event)].some(name =>
    matchKeybindingPress({ key: name, code, getModifierState } as KeyboardEvent, parseKeybinding(key)[0]!),
  )
}
