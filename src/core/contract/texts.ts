/**
 * Texts by which people name and describe things: names, titles, tags, notes. One rule for all of them, so that what one place
 * takes no other refuses: no character that is not seen, or that turns the text around it, and no half of a pair. Joiners in
 * a word or an emoji (U+200C, U+200D) and line ends of notes are part of a text.
 */
import { z } from './zod'

/** Control characters but tab and line ends, halves of pairs, marks of direction, and what has no width. */
const IN_NOTES = String.raw`\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb`
const IN_A_LINE = String.raw`\t\n\r${IN_NOTES}`
/** Letters that are blank are no name: Hangul fillers, the empty Braille cell. */
const SEEN = /[^\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/** A name, a title or a tag, of one line. */
export function lineShape(most: number): z.ZodString {
  return without(IN_A_LINE, most)
    .min(1, 'it is empty')
    .refine(text => SEEN.test(text), 'nothing of it can be seen')
}

/** A line that may be empty, such as a title that is being written. */
export function draftLineShape(most: number): z.ZodString {
  return without(IN_A_LINE, most)
}

/** Notes, of any number of lines. */
export function notesShape(most: number): z.ZodString {
  return without(IN_NOTES, most)
}

/** What the rule leaves of a line from elsewhere, such as one that an earlier lab stored. Its line ends become blanks. */
export function legibleLine(text: string): string {
  return text.replaceAll(/[\t\n\r\u2028\u2029]+/g, ' ').replaceAll(new RegExp(`[${IN_A_LINE}]`, 'gu'), '')
}

/** Like `legibleLine`, for a name or title. @param instead if nothing of it can be seen */
export function legibleName(text: string, instead: string): string {
  const line = legibleLine(text)
  return SEEN.test(line) ? line : instead
}

/** Like `legibleLine`, for notes. */
export function legibleNotes(text: string): string {
  return text.replaceAll(/[\u2028\u2029]/g, '\n').replaceAll(new RegExp(`[${IN_NOTES}]`, 'gu'), '')
}

function without(refused: string, most: number): z.ZodString {
  const error = ({ input }: { readonly input?: unknown }): string => {
    const { index, 0: found } = new RegExp(`[${refused}]`, 'u').exec(input as string)!
    const code = found.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    return `character ${index + 1} is U+${code}, which no title, name or note may have`
  }
  return z
    .string()
    .max(most, `it has more than ${most} characters`)
    .regex(new RegExp(`^[^${refused}]*$`, 'u'), { error })
}

/** In the names that `TextDecoder` takes. */
type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/**
 * The encoding of a text by its first two bytes: UTF-16 has a mark, as Windows PowerShell writes it, or a zero in one of them, since our
 * files begin with an ASCII character. Any other text is taken for UTF-8, whose decoder refuses what is not: to guess one of the older
 * encodings could store wrong letters.
 */
export function encodingOf(start: Uint8Array): TextEncoding {
  const [first, second] = start
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'utf-16be'
  return 'utf-8'
}

/** Derives a name for the command line from a title; empty if the title has no usable letter or digit. */
export function nameFrom(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}
