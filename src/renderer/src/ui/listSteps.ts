/** How many rows a key moves by in a list: arrows one, Page Up and Page Down `page`, Home and End to its ends. */
export function listStep(event: KeyboardEvent, page: number): number | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return -1
    case 'ArrowDown':
    case 'ArrowRight':
      return 1
    case 'PageUp':
      return -page
    case 'PageDown':
      return page
    case 'Home':
      return -Infinity
    case 'End':
      return Infinity
    default:
      return undefined
  }
}
