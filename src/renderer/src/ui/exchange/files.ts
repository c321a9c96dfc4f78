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

/** The files chosen in a file input. Empties the input, so that the same file can be chosen again. */
export function pickedFiles(event: Event): readonly File[] {
  const input = event.target as HTMLInputElement
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}

/** Offers a text to the browser as a file to save. */
export function download(name: string, type: string, text: string): void {
  downloadBlob(name, new Blob([text], { type }))
}

/** Like `download`, for data that are not text or may be too long for a string. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000) // the browser reads it after this task
}
