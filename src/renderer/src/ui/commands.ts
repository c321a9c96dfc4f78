import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, type ComputedRef } from 'vue'
import { useNavigation, type ScreenId } from './navigation'

/** Something that a person can have done, by name. */
export interface Command {
  /** In the imperative: "New game". Its own key among all commands. */
  readonly label: string
  /** The keys that do the same, as they are printed on a keyboard. */
  readonly keys?: string
  readonly disabled?: boolean
  readonly run: () => unknown
}

/** Every command of the window, of screens that were opened before too. */
const useRegistry = defineStore('commands', () => {
  const sources = shallowReactive(new Set<ComputedRef<readonly Command[]>>())
  const all = computed(() => [...sources].flatMap(({ value }) => value))
  return { sources, all }
})

/** For the palette. */
export function useAllCommands(): ComputedRef<readonly Command[]> {
  const registry = useRegistry()
  return computed(() => registry.all)
}

/**
 * Offers commands in the palette for as long as the component lives.
 *
 * @param screen is opened before one of them runs; absent: they run on any.
 */
export function useCommands(screen: ScreenId | undefined, commands: () => readonly Command[]): void {
  const { sources } = useRegistry()
  const navigation = useNavigation()
  const arrive = (): void => {
    if (screen !== undefined && navigation.screen !== screen) navigation.open({ screen })
  }
  const list = computed(() =>
    commands().map(command => ({
      ...command,
      run: () => {
        arrive()
        return command.run()
      },
    })),
  )
  sources.add(list)
  onScopeDispose(() => sources.delete(list))
}
