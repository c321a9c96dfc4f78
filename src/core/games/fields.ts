/** The fields of a position's text, `name=value` or a word by itself, as the games share them. */
import { LabError } from '../errors'
import { quoted } from '../quoted'

/**
 * Fields in any order, each at most once. A word by itself has the value ''.
 * @throws {LabError} `BAD_POSITION`, naming the field
 */
export function readFields<Value extends string, Word extends string = never>(
  texts: readonly string[],
  values: readonly Value[],
  words: readonly Word[] = [],
): Partial<Record<Value | Word, string>> {
  const fields: Partial<Record<string, string>> = {}
  for (const text of texts) {
    const [, name, sign, value] = /^([^=]*)(=?)(.*)$/.exec(text)!
    const known: readonly string[] = sign === '=' ? values : words
    if (!known.includes(name!))
      throw new LabError(
        'BAD_POSITION',
        `${quoted(text)} is none of ${[...values.map(each => `${each}=…`), ...words].join(', ')}`,
      )
    if (Object.hasOwn(fields, name!)) throw badField(name!, 'it stands here twice')
    fields[name!] = value!
  }
  return fields
}

export function badField(field: string, problem: string): LabError {
  return new LabError('BAD_POSITION', `${field}: ${problem}`, { field })
}
