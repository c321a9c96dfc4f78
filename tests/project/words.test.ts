/** The step of the check that refuses words to avoid: what it reads, and what it leaves alone. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { pageProblems, sourceProblems } from '../../scripts/words.mjs'
import { textsOfSource } from '../../scripts/sourceTexts.mjs'
import { cleanUp, newFolder } from '../main/store/storeSupport'

afterEach(cleanUp)

const long = (words: number): string => `${Array.from({ length: words }, () => 'word').join(' ')}.`

function fileOf(name: string, text: string): string {
  const file = join(newFolder(), name)
  writeFileSync(file, text)
  return file
}

describe('a page', () => {
  test('may not have a word to avoid, also at the start of a sentence; the word to use is named', () => {
    expect(pageProblems('a.md', 'First. Slides are played.')).toEqual(['a.md: “Slides”, use “move”: Slides are played.'])
    expect(pageProblems('a.md', '| Nobody |\n\n- plain\n- **told** it')).toEqual(['a.md: “told”, use a plain word: told it'])
  })

  test('has sentences of at most 35 words, and ends one at a full stop, a list or an empty line', () => {
    expect(pageProblems('a.md', long(36))).toEqual([expect.stringMatching(/^a\.md: 36 words, at most 35/)])
    expect(pageProblems('a.md', `${long(35)}\n${long(35)}\n\n- ${long(35)}`)).toEqual([])
  })
})

describe('of a source', () => {
  test('comments and texts are read, with their lines; code, single words, imports and code spans are not', () => {
    const source = [
      "import { slide } from './a text'",
      '/** First,',
      ' * then `code`. */',
      "const text = 'two words' // why",
      'const other = `before ${"in the middle"} after`',
      String.raw`const pattern = /\/\/ no comment/, key = 'single'`,
    ].join('\n')
    expect(textsOfSource(fileOf('a.ts', source))).toEqual([
      { line: 4, text: 'two words', isString: true },
      { line: 5, text: 'before X after', isString: true },
      { line: 5, text: 'in the middle', isString: true },
      { line: 2, text: 'First, then X.' },
      { line: 4, text: 'why' },
    ])
  })

  test('words to avoid are found, but those of the code itself are not', () => {
    const file = fileOf('a.ts', '// is told so\n// a slide of the kernel\n')
    expect(sourceProblems('a.ts', file)).toEqual(['a.ts:1: “told”, use a plain word: is told so'])
  })
})
