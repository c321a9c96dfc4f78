/** The text that a search looks in. Apply `normal` to the searched text before comparing. */
export function searchWords(profile: string | null, notes: string, seed: number | null): string {
  return normal([profile ?? '', notes, seed ?? ''].join(' '))
}

/** True for most names and all seeds, and much faster to test than to normalise. */
const IS_NORMAL = /^[ -@[-~]*$/

/** Equal for texts that read the same: ignores case, full-width forms and composed accents. */
export function normal(text: string): string {
  if (IS_NORMAL.test(text)) return text
  return text.normalize('NFKC').toLowerCase()
}
