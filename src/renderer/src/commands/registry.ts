import { defineStore } from 'pinia'
import {
  type ComputedRef,
  type ShallowRef,
  computed,
  onActivated,
  onDeactivated,
  onMounted,
  onScopeDispose,
  shallowReactive,
  shallowRef,
  watch,
} from 'vue'
import { useI18n } from 'vue-i18n'
import { type Action, type Command, type CommandId, SECTIONS } from './list'
import { ariaKeys, conflictsAmong, pressKey, printedKey, printedLetters } from './keys'

type Actions = { readonly [Id in CommandId]?: Action | Action['run'] }

interface Offer {
  readonly actions: Actions
  readonly isShown: () => boolean
}

const always = () => true

/** What every open screen offers, in the order of the list; if a command is offered twice, the latest. */
const useRegistry = defineStore('commands', () => {
  const offers = shallowReactive(new Set<Offer>())
  /** In a browser tab, Ctrl and a digit belong to the browser. */
  const inBrowser = shallowRef(false)
  const all = computed(() =>
    SECTIONS.flatMap(({ screen, commands }) =>
      commands.flatMap((spec): Command<CommandId>[] => {
        const offer = [...offers].findLast(({ actions }) => actions[spec.id])
        const action = offer?.actions[spec.id]
        if (!offer || !action) return []
        const { when = always, ...its } = typeof action === 'function' ? { run: action } : action
        return [{ ...spec, ...its, screen, when, isShown: offer.isShown }]
      }),
    ),
  )
  const byId = computed(() => new Map(all.value.map(command => [command.id, command])))

  // Step 1. One listener for the whole window, while any command is offered.
  const press = (event: KeyboardEvent) => pressKey(event, all.value)
  watch(
    () => offers.size > 0,
    has => (has ? window.addEventListener('keydown', press) : window.removeEventListener('keydown', press)),
    { flush: 'sync' },
  )

  // Step 2. Two commands with the same key are a mistake, which the first test that shows both finds.
  if (import.meta.env.DEV)
    watch(
      () => conflictsAmong(all.value),
      found => {
        if (found.length > 0) throw new Error(`several commands have one key: ${found.join('; ')}`)
      },
      { flush: 'post' },
    )

  return { offers, inBrowser, all, byId }
})

/** Offers commands while the component exists; their keys work while it is shown. */
export function useCommands(actions: Actions): void {
  const { offers } = useRegistry()
  const shown = useShown()
  const offer: Offer = { actions, isShown: () => shown.value }
  offers.add(offer)
  onScopeDispose(() => offers.delete(offer))
}

/** All commands offered now, for the palette, including those of screens opened earlier. */
export function useAllCommands(): ComputedRef<readonly Command<CommandId>[]> {
  const registry = useRegistry()
  return computed(() => registry.all)
}

/** A command in the form that a button needs. */
interface CommandButton {
  readonly title: string
  /** The key shown beside the title. */
  readonly key: string | undefined
  /** For the attribute `aria-keyshortcuts`. */
  readonly aria: string | undefined
  /** For `v-bind` of a button that only runs the command. */
  readonly button: { readonly 'aria-keyshortcuts': string | undefined; readonly disabled: boolean; readonly onClick: () => void }
}

/** An item of a menu: a command, or a label with what it does. */
export type MenuItem =
  | { readonly command: CommandId; readonly label?: string }
  | { readonly command?: never; readonly label: string; readonly disabled?: boolean; run(): unknown }

export function useCommandButton(): (id: CommandId) => CommandButton {
  const registry = useRegistry()
  const { t } = useI18n()
  const keyOf = useShownKey()
  return id => {
    const { title, keys } = SPECS.get(id)!
    const command = registry.byId.get(id)
    const aria = ariaKeys(keys)
    const onClick = () => void command?.run()
    return {
      title: title(t),
      key: keyOf(keys),
      aria,
      button: { 'aria-keyshortcuts': aria, disabled: !command || !canPress(command), onClick },
    }
  }
}

/** Whether its buttons and its entry in the palette are enabled. */
export const canPress = ({ when, isIdle }: Command): boolean => when() && !isIdle?.()

const SPECS = new Map(SECTIONS.flatMap(({ commands }) => commands.map(spec => [spec.id, spec])))

/** Which of several keys to show: in a browser tab one with Alt, if there is one. */
export function useShownKey(): (keys?: readonly string[]) => string | undefined {
  const registry = useRegistry()
  return (keys = []) => {
    const key = (registry.inBrowser ? keys.find(each => each.startsWith('Alt+')) : undefined) ?? keys[0]
    return key === undefined ? undefined : printedKey(key)
  }
}

/** Sets where the page runs, which decides the shown keys. */
export function useHost(): (host: 'window' | 'browser') => void {
  const registry = useRegistry()
  return host => (registry.inBrowser = host === 'browser')
}

/** Binds while the component is shown: a component kept alive in the background must not receive keys. */
export function whileShown(bind: () => () => void): void {
  let unbind: (() => void) | undefined
  const show = () => void (unbind ??= bind())
  const hide = () => {
    unbind?.()
    unbind = undefined
  }
  onMounted(show)
  onActivated(show)
  onDeactivated(hide)
  onScopeDispose(hide)
}

/** Whether the component is shown. */
export function useShown(): Readonly<ShallowRef<boolean>> {
  const shown = shallowRef(false)
  whileShown(() => {
    shown.value = true
    return () => (shown.value = false)
  })
  return shown
}

/** Keys of one row, as printed on a keyboard. */
interface KeyRow {
  readonly keys: readonly string[]
  readonly does: string
}

interface KeySection {
  readonly heading: string
  /** Absent: on every screen. */
  readonly screen?: (typeof SECTIONS)[number]['screen']
  readonly rows: readonly KeyRow[]
}

/** Every key of the window, for the overlay and the settings, including screens that have not been opened. */
export function useKeyList(): ComputedRef<readonly KeySection[]> {
  const { t } = useI18n()
  return computed(() =>
    SECTIONS.map(({ heading, screen, commands }) => {
      const rows = new Map<string, (readonly string[])[]>()
      const letters = commands.flatMap(({ keys = [] }) => keys.filter(key => key.length === 1))
      // a place whose letter is a key of its own, as E where D is on a US keyboard, is not that of a move
      const isFree = (key: string) => !letters.includes(printedLetters.value.get(key) ?? '')
      for (const { title, keys, unlisted } of commands)
        if (keys && !unlisted) rows.set(title(t), [...(rows.get(title(t)) ?? []), keys.filter(isFree)])
      return {
        heading: heading(t),
        ...(screen && { screen }),
        rows: [...rows].map(([does, keys]) => ({ does, keys: together(keys) })),
      }
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
