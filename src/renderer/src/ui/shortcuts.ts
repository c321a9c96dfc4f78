import { tinykeys } from 'tinykeys'
import { keepsKey } from './keys'
import { whileShown } from './whileShown'

/**
 * Keys of a screen, named as tinykeys names them: they work while it is shown and no focused element needs them, and do nothing
 * else then.
 */
export function useShortcuts(keys: Readonly<Record<string, () => unknown>>): void {
  const bindings = Object.entries(keys).map(([key, act]) => {
    const handle = (event: KeyboardEvent) => {
      event.preventDefault()
      act()
    }
    return [key, handle] as const
  })
  whileShown(() => tinykeys(window, Object.fromEntries(bindings), { ignore: keepsKey }))
}
