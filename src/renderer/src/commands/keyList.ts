import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { printedKey, printedLetters } from './keys'
import { SECTIONS } from './list'

/** Keys of one row, as printed on a keyboard. */
interface KeyRow {
  readonly keys: readonly string[]
  readonly does: string
}

interface KeySection {
  readonly heading: string
  readonly rows: readonly KeyRow[]
}

/** Every key of the window, for the overlay and the settings, including screens that have not been opened. */
export function useKeyList(): ComputedRef<readonly KeySection[]> {
  const { t } = useI18n()
  return computed(() =>
    SECTIONS.map(({ heading, commands }) => {
      const rows = new Map<string, (readonly string[])[]>()
      const letters = commands.flatMap(({ keys = [] }) => keys.filter(key => key.length === 1))
      // a place whose letter is a key of its own, as E where D is on a US keyboard, is not that of a move
      const isFree = (key: string) => !letters.includes(printedLetters.value.get(key) ?? '')
      for (const { title, keys, unlisted } of commands)
        if (keys && !unlisted) rows.set(title(t), [...(rows.get(title(t)) ?? []), keys.filter(isFree)])
      return { heading: heading(t), rows: [...rows].map(([does, keys]) => ({ does, keys: together(keys) })) }
    }),
  )
}

/** Groups the first keys of all commands of a row, then the second ones: "↑ ← ↓ →" and "W A S D". */
function together(keys: readonly (readonly string[])[]): string[] {
  const printed = keys.map(its => its.map(printedKey))
  if (printed.flat().some(key => key.includes(' '))) return printed.flat()
  const most = Math.max(...printed.map(({ length }) => length))
  return Array.from({ length: most }, (_, i) => printed.flatMap(its => its[i] ?? []).join(' '))
}
