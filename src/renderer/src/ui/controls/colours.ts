import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

/** Colours of `tokens.css` for a canvas, which cannot use custom properties. They follow the light or dark theme. */
export function useColours<Token extends string>(
  tokens: readonly Token[],
): Readonly<ShallowRef<Readonly<Record<Token, string>>>> {
  const colours = shallowRef(read(tokens))
  const renew = () => (colours.value = read(tokens))
  const chosen = new MutationObserver(renew)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-palette'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', renew)
  onScopeDispose(() => {
    chosen.disconnect()
    system.removeEventListener('change', renew)
  })
  return colours
}

let family = ''
/** The font of the page's text, for a canvas. Read once: in the middle of an update, reading a style lays out the page. */
export const textFont = (): string => (family ||= getComputedStyle(document.body).fontFamily)

function read<Token extends string>(tokens: readonly Token[]): Readonly<Record<Token, string>> {
  const probe = document.body.appendChild(document.createElement('span'))
  const entries = tokens.map(token => {
    probe.style.color = `var(--${token})`
    return [token, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(entries) as Record<Token, string>
}
