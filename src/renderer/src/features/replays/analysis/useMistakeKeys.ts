import { tinykeys } from 'tinykeys'
import { keepsKey } from '../../../ui/keys'
import { whileShown } from '../../../ui/whileShown'

/** N and Shift+N: the next mistake and the one before. */
export function useMistakeKeys(go: (step: 1 | -1) => void): void {
  const press = (step: 1 | -1) => (event: KeyboardEvent) => {
    event.preventDefault()
    go(step)
  }
  whileShown(() => tinykeys(window, { n: press(1), 'Shift+n': press(-1) }, { ignore: keepsKey }))
}
