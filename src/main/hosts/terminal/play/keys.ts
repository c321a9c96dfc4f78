import { on } from 'node:events'
import { emitKeypressEvents } from 'node:readline'
import type { Move } from '../../../../core/games/twenty48/board'
import type { Terminal } from '../terminal'

/** The command of a key. */
export type Wish =
  | { readonly kind: 'slide'; readonly move: Move }
  | { readonly kind: 'engine' }
  | { readonly kind: 'hint' }
  | { readonly kind: 'quit' }

interface Key {
  readonly name?: string
  readonly ctrl?: boolean
}

const SLIDES: Readonly<Record<string, Move>> = {
  ...{ up: 'up', down: 'down', left: 'left', right: 'right' },
  ...{ w: 'up', s: 'down', a: 'left', d: 'right' },
}

/** The keys of the terminal, one by one, until the signal. Ctrl-C, which raw input delivers as a key, interrupts immediately. */
export async function* wishes({ stdin, host }: Terminal, signal: AbortSignal): AsyncGenerator<Wish> {
  emitKeypressEvents(stdin)
  // also received while a command runs and no further key is read
  const interrupt = (_: unknown, { ctrl, name }: Key): void => void (ctrl && name === 'c' && host.emit('SIGINT'))
  stdin.on('keypress', interrupt)
  stdin.setRawMode(true).resume()
  try {
    for await (const [, key] of on(stdin, 'keypress', { signal }) as AsyncIterable<[unknown, Key]>) {
      const wish = key.ctrl ? undefined : wishOf(key)
      if (wish) yield wish
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stdin.off('keypress', interrupt)
    stdin.setRawMode(false).pause()
  }
}

function wishOf({ name = '' }: Key): Wish | undefined {
  const move = SLIDES[name]
  if (move) return { kind: 'slide', move }
  if (name === 'space') return { kind: 'engine' }
  if (name === 'h') return { kind: 'hint' }
  return name === 'q' || name === 'escape' ? { kind: 'quit' } : undefined
}
