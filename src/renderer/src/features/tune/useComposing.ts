import { shallowRef, type ShallowRef } from 'vue'

/** Moves the focus to the list of runs. */
export interface ListFocus {
  /** To the run that is shown. */
  focusRun(): Promise<void>
  /** To the button that opens the form. */
  focusNew(): Promise<void>
}

/** The form of a new run, and where the focus goes: into it when the user opens it, and back to the list when it closes. */
export function useComposing<C>(list: Readonly<ShallowRef<ListFocus | null>>) {
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

  /** @param select shows the run in place of the form */
  function started(select: () => void): void {
    select()
    void list.value?.focusRun()
  }

  function cancel(): void {
    close()
    void list.value?.focusNew()
  }

  return { form, asked, open, close, started, cancel }
}
