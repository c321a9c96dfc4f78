import { readFileSync } from 'node:fs'
import type { Terminal } from '../terminal'

/**
 * Calls `pressed` for each line that the user enters, until the returned function is called.
 * @returns `undefined` without a terminal, or in the background, where the system would stop a process that reads from it
 */
export function onEnter({ stdin, host }: Terminal, pressed: () => void): (() => void) | undefined {
  if (!stdin.isTTY || isInBackground(host.platform)) return undefined
  stdin.on('data', pressed)
  stdin.on('error', () => undefined) // the terminal was closed; its signal ends the lab
  return () => void stdin.off('data', pressed).pause()
}

/** True if another process has the terminal. Only Linux reports that; elsewhere this process is assumed to have it. */
function isInBackground(platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return false
  // after the name in brackets: state, parent, process group, session, terminal, and the terminal's process group (proc(5))
  const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return group !== foreground
}
