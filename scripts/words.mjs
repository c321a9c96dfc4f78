/**
 * The words of the lab, a step of `npm run check`: refuses words to avoid in docs, locales, sources and the recorded output of the
 * terminal, and long sentences in docs and locales. `node scripts/words.mjs --write` writes docs/glossary.md.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './fresh.mjs'
import { localeTexts } from './locales.mjs'
import { pages } from './rooms.mjs'
import { sourceFiles, textsOfSource } from './sourceTexts.mjs'

const GLOSSARY = join(root, 'docs', 'glossary.md')
/** What each command prints, see tests/golden/README.md. */
const OUTPUTS = join(root, 'tests', 'golden', 'terminal')
const MOST_WORDS = 35
/** Sources whose strings the terminal prints. */
const PRINTS = /^src\/(main\/hosts\/terminal|core\/games|core\/tree)\//
/** A flag, or the field that a message begins with: a name, not a word. */
const FIELD = /--[\w-]+|^\w+: /g

/** Words to avoid in any text. */
const NEVER = [
  ...['tell', 'tells', 'told', 'somebody', 'someone', 'whoever', 'nobody', 'so many', 'so much', 'asked for'],
  ...['taken up', 'goes on', 'go on', 'as it is there', 'was played to its end'],
]

/**
 * `avoid` holds everywhere. `avoidShown` holds only in docs, locales and output, because code may use the word. `allow` lists phrases that may
 * hold a word to avoid.
 * @typedef {{ term: string, meaning: string, avoid?: string[], avoidShown?: string[], allow?: string[] }} Entry
 */

/** @type {Entry[]} */
const entries = JSON.parse(readFileSync(join(root, 'resources', 'glossary.json'), 'utf8'))

/** The words to avoid in sources, each with the word to use. */
const sourceWords = [
  ...NEVER.map(word => avoided(word, 'a plain word')),
  ...entries.flatMap(({ term, avoid = [] }) => avoid.map(word => avoided(word, `“${term}”`))),
]

/** The words to avoid in docs, locales and output. */
const shownWords = [
  ...sourceWords,
  ...entries.flatMap(({ term, avoidShown = [] }) => avoidShown.map(word => avoided(word, `“${term}”`))),
]

const allowed = entries.flatMap(({ allow = [] }) => allow)

/** @param {string} word @param {string} use */
function avoided(word, use) {
  return { use, pattern: new RegExp(`(?<![\\w^])${word.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}(?!\\w)`, 'i') }
}

/** Pages that a command writes: their words are those of the command. */
const isGenerated = (/** @type {string} */ page) => /docs.(soak|glossary|results.[\w-]+)\.md$/.test(page)

/** A line for each word to avoid, each long sentence, and a glossary page that is out of date. */
export function wordProblems() {
  const glossary =
    readFileSync(GLOSSARY, 'utf8') === glossaryPage() ? [] : ['docs/glossary.md is out of date: node scripts/words.mjs --write']
  return [
    ...glossary,
    ...pages()
      .filter(page => !isGenerated(page))
      .flatMap(page => pageProblems(relative(root, page), readFileSync(page, 'utf8'))),
    ...localeTexts().flatMap(({ file, text }) => messageProblems(`locales/en/${file}`, text)),
    ...readdirSync(OUTPUTS).flatMap(name => outputProblems(name, readFileSync(join(OUTPUTS, name), 'utf8'))),
    ...['src', 'packaging']
      .flatMap(folder => sourceFiles(join(root, folder)))
      .flatMap(file => sourceProblems(relative(root, file).replaceAll('\\', '/'), file)),
  ]
}

/** @param {string} where @param {string} page Markdown */
export function pageProblems(where, page) {
  return problemsOf(where, sentencesOf(page))
}

/** A placeholder is a word. @param {string} where @param {string} message of a locale */
export function messageProblems(where, message) {
  return problemsOf(where, message.replaceAll(/\{[^}]*\}/g, 'X').split(/(?<=[.!?])\s+| \| /))
}

/** Flags keep their names. @param {string} where @param {string} output of a command */
export function outputProblems(where, output) {
  return output.split('\n').flatMap(line => wordsIn(where, line.replaceAll(/--[\w-]+/g, 'X').trim(), shownWords))
}

/** @param {string} where @param {string} file */
export function sourceProblems(where, file) {
  return textsOfSource(file).flatMap(({ line, text, isString }) =>
    isString && PRINTS.test(where)
      ? wordsIn(`${where}:${line}`, text.replaceAll(FIELD, ''), shownWords)
      : wordsIn(`${where}:${line}`, text, sourceWords),
  )
}

/** @param {string} where @param {readonly string[]} texts */
function problemsOf(where, texts) {
  return texts.flatMap(text => {
    const found = wordsIn(where, text, shownWords)
    const length = text.split(' ').filter(word => /\w/.test(word)).length
    return length > MOST_WORDS ? [...found, `${where}: ${length} words, at most ${MOST_WORDS}: ${text}`] : found
  })
}

/** @param {string} where @param {string} text @param {readonly ReturnType<typeof avoided>[]} words */
function wordsIn(where, text, words) {
  const rest = allowed.reduce((left, phrase) => left.replaceAll(phrase, 'X'), text)
  return words.flatMap(({ pattern, use }) => {
    const match = pattern.exec(rest)
    return match ? [`${where}: “${match[0]}”, use ${use}: ${text}`] : []
  })
}

/** Without code, tables and links' addresses; a code span is a word. @param {string} page */
function sentencesOf(page) {
  const prose = page
    .replaceAll(/```[\s\S]*?```|<!--[\s\S]*?-->/g, '')
    .replaceAll(/^\s*\|.*$|^ {4}.*$/gm, '')
    .replaceAll(/`[^`]*`/g, 'X')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
  const paragraphs = prose.split(/\n\s*\n|\n\s*[-*] |\n\s*\d+\. |^#.*$/m)
  return paragraphs
    .flatMap(text =>
      text
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?])\s+/),
    )
    .filter(Boolean)
}

function glossaryPage() {
  const rows = entries.map(({ term, meaning, avoid = [], avoidShown = [] }) => {
    const not = [...avoid, ...avoidShown].join(', ')
    return `- **${term}**: ${meaning}${not === '' ? '' : ` Not: ${not.replaceAll('^', '\\^')}.`}`
  })
  return (
    ['# Glossary', 'Written by `node scripts/words.mjs --write` from `resources/glossary.json`.', rows.join('\n')].join('\n\n') +
    '\n'
  )
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--write')) writeFileSync(GLOSSARY, glossaryPage())
  for (const problem of wordProblems()) console.log(problem)
}
