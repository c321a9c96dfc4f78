import fc from 'fast-check'
import { hostileJson } from './hostile'
import { mutatedText, mutatedValue } from './mutate'

/** As it is, with places of its value changed, or with places of its text. */
export function mutatedJsonText(text: fc.Arbitrary<string>, indent?: number): fc.Arbitrary<string> {
  const value = text.map(each => parsed(each))
  return fc.oneof(
    { arbitrary: text, weight: 1 },
    { arbitrary: mutatedValue(value, hostileJson).map(each => textOf(each, indent)), weight: 5 },
    { arbitrary: mutatedText(text), weight: 3 },
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `JSON.stringify` calls itself at each level: what is too deep for it is written by hand. */
function textOf(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? ''
  } catch {
    return `{"format":"2048-lab-replay","version":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  }
}
