/** Files that were chosen in a field for them. The field is emptied: the same file can be chosen again. */
export function pickedFiles(event: Event): readonly File[] {
  const input = event.target as HTMLInputElement
  const files = [...(input.files ?? [])]
  input.value = ''
  return files
}
