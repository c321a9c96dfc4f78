import { nextTick, watch, type Ref } from 'vue'

/** The actions change with the state: the focus stays in the toolbar when its button disappears. */
export function useKeptFocus(toolbar: Readonly<Ref<HTMLElement | null>>, state: () => unknown): void {
  watch(state, async () => {
    if (!toolbar.value?.contains(document.activeElement)) return
    await nextTick()
    if (!toolbar.value?.contains(document.activeElement)) toolbar.value?.querySelector('button')?.focus()
  })
}
