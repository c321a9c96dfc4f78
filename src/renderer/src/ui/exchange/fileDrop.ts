import { computed, shallowRef } from 'vue'

/** Takes files that are dropped anywhere on an element, which is given the `listeners`; other things pass by. */
export function useFileDrop(take: (files: readonly File[]) => void) {
  /** Elements within that the pointer is over, counted: each tells when it is entered and left. */
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
