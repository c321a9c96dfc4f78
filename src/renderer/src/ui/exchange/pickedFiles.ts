/** The files chosen in a file input. Empties the input, so that the same file can be chosen again. */
export function pickedFiles(event: Event): readonly File[] {
  const input = event.target as HTMLInputElement
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}
