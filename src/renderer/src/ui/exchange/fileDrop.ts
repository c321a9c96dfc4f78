import { computed, shallowRef } from 'vue'

/** Accepts files dropped anywhere on an element that has the `listeners`; ignores anything else. */
export function useFileDrop(take: (files: readonly File[]) => void) {
  /** Number of nested elements under the pointer: each reports when the pointer enters and leaves it. */
  const over = shallowRef(0)

  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

  const listeners = {
    dragenter(event: DragEvent): void {
      if (holdsFiles(event)) over.value++
    },
    dragleave(event: DragEvent): void {
      if (holdsFiles(event)) over.value = Math.max(0, over.value - 1)
    },
    dragover(event: DragEvent): void {
      if (holdsFiles(event)) event.preventDefault()
    },
    drop(event: DragEvent): void {
      over.value = 0
      if (!holdsFiles(event)) return
      event.preventDefault()
      take([...event.dataTransfer!.files])
    },
  }

  return { listeners, hovers: computed(() => over.value > 0) }
}
