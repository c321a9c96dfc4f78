/** What a text is looked for in; `normal` makes the text that is looked for comparable with it. */
export function searchWords(profile: string | null, notes: string, seed: number | null): string {
  return normal([profile ?? '', notes, seed ?? ''].join(' '))
}

/** Of most names and all seeds; much quicker to see than to bring about. */
const IS_NORMAL = /^[ -@[-~]*$/

/** The same for texts that read the same: case, full-width forms and composed accents make no difference. */
export function normal(text: string): string {
  if (IS_NORMAL.test(text)) return text
  return text.normalize('NFKC').toLowerCase()
}
