import { shallowRef, type ShallowRef } from 'vue'

/** The form of a new run, and where the focus goes: into it when the user opens it, and back to the list when it closes. */
export function useComposing<C>(panes: Readonly<ShallowRef<{ focusRun(): unknown; focusNew(): unknown } | null>>) {
  /** Initial settings of the form, while it is open. */
  const form = shallowRef<{ readonly config?: C }>()
  /** How often the user opened the form. */
  const asked = shallowRef(0)

  /** @param config absent: its own initial settings */
  function open(config?: C): void {
    form.value = config === undefined ? {} : { config }
    asked.value++
  }

  function close(): void {
    form.value = undefined
    asked.value = 0
  }

  /** @param select shows the run */
  function started(select: () => void): void {
    select()
    close()
    void panes.value?.focusRun()
  }

  function cancel(): void {
    close()
    void panes.value?.focusNew()
  }

  return { form, asked, open, close, started, cancel }
}
