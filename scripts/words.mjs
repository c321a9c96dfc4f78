/** The words of the lab: a step of `npm run check` that refuses words to avoid, and long sentences, in what users read; `node scripts/words.mjs --write` writes docs/glossary.md. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './fresh.mjs'
import { pages } from './rooms.mjs'

const GLOSSARY = join(root, 'docs', 'glossary.md')
const MOST_WORDS = 35

/** Not in any text, whatever it is about. */
const NEVER = ['tell', 'tells', 'told', 'somebody', 'whoever', 'nobody', 'so many', 'so much', 'taken up', 'goes on', 'go on']

/** @typedef {{ term: string, meaning: string, avoid?: string[], avoidShown?: string[] }} Entry @type {Entry[]} */
const entries = JSON.parse(readFileSync(join(root, 'resources', 'glossary.json'), 'utf8'))

/** Each word to avoid, with the one to use. */
const words = [
  ...NEVER.map(word => ({ word, use: 'a plain word' })),
  ...entries.flatMap(({ term, avoid = [], avoidShown = [] }) =>
    [...avoid, ...avoidShown].map(word => ({ word, use: `“${term}”` })),
  ),
].map(({ word, use }) => ({
  use,
  pattern: new RegExp(`(?<![\\w^])${word.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')}(?!\\w)`, 'i'),
}))

/** Pages that a command writes: their words are those of the command. */
const isGenerated = (/** @type {string} */ page) => /docs.(soak|glossary|results.[\w-]+)\.md$/.test(page)

/** A line for each word to avoid, each long sentence, and a glossary page that is out of date. */
export function wordProblems() {
  const problems =
    readFileSync(GLOSSARY, 'utf8') === glossaryPage() ? [] : ['docs/glossary.md is out of date: node scripts/words.mjs --write']
  for (const page of pages().filter(page => !isGenerated(page)))
    problems.push(...problemsOf(relative(root, page), sentencesOf(readFileSync(page, 'utf8'))))
  const locales = join(root, 'src/renderer/src/locales/en')
  for (const name of readdirSync(locales))
    problems.push(...problemsOf(`locales/en/${name}`, textsOf(JSON.parse(readFileSync(join(locales, name), 'utf8')))))
  return problems
}

/** @param {string} where @param {readonly string[]} texts */
function problemsOf(where, texts) {
  return texts.flatMap(text => {
    const found = words.flatMap(({ pattern, use }) => {
      const match = pattern.exec(text)
      return match ? [`${where}: “${match[0]}”, use ${use}: ${text}`] : []
    })
    const length = text.split(' ').filter(word => /\w/.test(word)).length
    return length > MOST_WORDS ? [...found, `${where}: ${length} words, at most ${MOST_WORDS}: ${text}`] : found
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

/** The sentences of a locale; a placeholder is a word. @param {Record<string, unknown>} messages @returns {string[]} */
function textsOf(messages) {
  return Object.values(messages).flatMap(value =>
    typeof value === 'string'
      ? value.replaceAll(/\{[^}]*\}/g, 'X').split(/(?<=[.!?])\s+| \| /)
      : textsOf(/** @type {Record<string, unknown>} */ (value)),
  )
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--write')) writeFileSync(GLOSSARY, glossaryPage())
  for (const problem of wordProblems()) console.log(problem)
}
