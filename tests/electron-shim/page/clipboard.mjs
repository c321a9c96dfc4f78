/**
 * Reading the clipboard needs a permission, which the app's handler gives or not. Runs in both worlds of a page: the page's
 * asks, the preload's carries the question.
 *
 * Self-contained: the page gets the source of this very function.
 *
 * @param world 'main' or 'isolated'
 * @param key name of the events, secret to the two worlds
 * @param ask in the isolated world: asks the main process, and resolves to what it decided
 */
export function guardClipboard(world, key, ask) {
  const tell = (name, detail) => window.dispatchEvent(new CustomEvent(`${key}:${name}`, { detail }))
  if (world === 'isolated')
    return window.addEventListener(`${key}:permission`, async ({ detail }) => tell('decided', await ask(detail)))
  const { clipboard } = navigator
  const read = clipboard?.readText.bind(clipboard)
  if (!read) return
  Object.defineProperty(clipboard, 'readText', {
    async value() {
      const granted = await new Promise(decided => {
        window.addEventListener(`${key}:decided`, ({ detail }) => decided(detail), { once: true })
        tell('permission', 'clipboard-read')
      })
      if (!granted) throw new DOMException('Read permission denied.', 'NotAllowedError')
      return read()
    },
  })
}
