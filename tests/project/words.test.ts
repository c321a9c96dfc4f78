/** The step of the check that refuses words to avoid: what it reads, and what it leaves alone. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { messageProblems, outputProblems, pageProblems, sourceProblems } from '../../scripts/words.mjs'
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

  test('may have it in code, in an address, in a longer word, and in a phrase of the glossary', () => {
    const page = 'A `slide` of [it](slide.md), a slider, ask/tell.\n\n```\nslide\n```\n\n    slide\n'
    expect(pageProblems('a.md', page)).toEqual([])
  })

  test('has sentences of at most 35 words, and ends one at a full stop, a list or an empty line', () => {
    expect(pageProblems('a.md', long(36))).toEqual([expect.stringMatching(/^a\.md: 36 words, at most 35/)])
    expect(pageProblems('a.md', `${long(35)}\n${long(35)}\n\n- ${long(35)}`)).toEqual([])
  })
})

test('a message of the window is read form by form, and its placeholders are words', () => {
  expect(messageProblems('a.json', `{slides} moves | ${long(35)} | ${long(35)}`)).toEqual([])
  expect(messageProblems('a.json', '{count} slides')).toEqual(['a.json: “slides”, use “move”: X slides'])
  expect(messageProblems('a.json', `${long(35).slice(0, -1)} {count}`)).toHaveLength(1)
})

test('output of the terminal may have the word in a flag alone', () => {
  expect(outputProblems('a.txt', '--max-slides <n>  moves\n  68 slides')).toEqual(['a.txt: “slides”, use “move”: 68 slides'])
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

  test('a component has texts in its script, template and styles', () => {
    const component = [
      '<script setup lang="ts">',
      '/** Script. */',
      '</script>',
      '<template>',
      '  <p>{{ code }} Template text</p>',
      '</template>',
      '<style>',
      '/* Style. */',
      '</style>',
    ].join('\n')
    expect(textsOfSource(fileOf('A.vue', component))).toEqual([
      { line: 2, text: 'Script.' },
      { line: 5, text: 'Template text' },
      { line: 8, text: 'Style.' },
    ])
  })

  test('words to avoid are found, but those of the code itself are not', () => {
    const file = fileOf('a.ts', '// is told so\n// a slide of the kernel\n')
    expect(sourceProblems('a.ts', file)).toEqual(['a.ts:1: “told”, use a plain word: is told so'])
  })
})
