import { readFileSync } from 'node:fs'

/**
 * Calls `pressed` for each line that a person enters, until the returned function is called.
 *
 * @returns `undefined` where nobody can: without a terminal, or in the background, where the system would stop a process that reads from it
 */
export function onEnter(pressed: () => void): (() => void) | undefined {
  const { stdin } = process
  if (!stdin.isTTY || isInBackground()) return undefined
  stdin.on('data', pressed)
  stdin.on('error', () => undefined) // the terminal was closed; the signal that says so ends the lab
  return () => void stdin.off('data', pressed).pause()
}

/** Whether another process has the terminal. Only Linux says so; elsewhere this one is taken to have it. */
function isInBackground(): boolean {
  if (process.platform !== 'linux') return false
  // after the name in brackets: state, parent, process group, session, terminal, and the terminal's process group (proc(5))
  const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return group !== foreground
}
