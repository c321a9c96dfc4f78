/**
 * The key of a press as it is called on a keyboard with Latin letters. A character that is no ASCII one, as Cyrillic "я", and a
 * character on a digit's key, as "&" on a French one, has the name that its place has on a US keyboard. Printed Latin letters and
 * punctuation keep their own.
 */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  if (digit !== undefined && /^\D$/u.test(key)) return digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter !== undefined && /^[^\0-\x7f]$/u.test(key) ? letter.toLowerCase() : key
}

/** The arrow of a key in the place of W, A, S or D on a US keyboard. */
export const PLACE_ARROWS: Readonly<Record<string, string>> = {
  KeyW: 'ArrowUp',
  KeyA: 'ArrowLeft',
  KeyS: 'ArrowDown',
  KeyD: 'ArrowRight',
}
