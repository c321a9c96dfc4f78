/**
 * The size of the house, room by room: files, and tokens of TypeScript's scanner without comments, over src, the studies, scripts and packaging.
 * `npm run check` compares it with scripts/sizes.json, so that growth is a line in a diff. As a program it writes that file anew.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import ts from 'typescript'
import { root } from './fresh.mjs'
import { sourceFiles } from './sourceTexts.mjs'

const COMMITTED = join(root, 'scripts', 'sizes.json')
const COUNTED = ['src', 'scripts', 'packaging', 'tests/simulate']
/** Folders of a path that name its room, such as src/main/lab/tuning. */
const DEPTHS = {
  'src/core': 3,
  'src/main/hosts': 4,
  'src/main/lab': 4,
  'src/main': 3,
  'src/renderer/src/features': 5,
  'src/renderer': 4,
}

const SCRIPT = /(<script[^>]*>)([\s\S]*?)<\/script>/g

/** @typedef {{ files: number, tokens: number }} Size */

/** A line for each room whose size is not the committed one. @param {Record<string, Size>} now */
export function changedSizes(now) {
  const committed = JSON.parse(readFileSync(COMMITTED, 'utf8'))
  return [...new Set([...Object.keys(committed), ...Object.keys(now)])].flatMap(room => {
    const [was, is] = [committed[room], now[room]].map(size =>
      size ? `${size.tokens} tokens in ${size.files} files` : 'nothing',
    )
    return was === is ? [] : [`${room}: ${is}, committed ${was} (node scripts/sizes.mjs writes the file)`]
  })
}

/** The rooms, a line each, the largest first. @param {Record<string, Size>} now */
export function sizeTable(now) {
  const rooms = Object.entries(now).toSorted(([, a], [, b]) => b.tokens - a.tokens)
  return rooms
    .map(([room, { files, tokens }]) => `${String(tokens).padStart(8)} tokens ${String(files).padStart(5)} files  ${room}`)
    .join('\n')
}

/** By room, in the order of names, and their sum. @returns {Record<string, Size>} */
export function sizes() {
  /** @type {Record<string, Size>} */
  const rooms = {}
  for (const file of COUNTED.flatMap(folder => sourceFiles(join(root, folder)))) {
    const tokens = tokensOf(file)
    for (const room of [roomOf(relative(root, file).split(sep)), 'all']) {
      const size = (rooms[room] ??= { files: 0, tokens: 0 })
      size.files++
      size.tokens += tokens
    }
  }
  return Object.fromEntries(Object.entries(rooms).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** @param {readonly string[]} path of a file, from the root */
function roomOf(path) {
  const folder = path.slice(0, -1)
  const [, depth = 2] = Object.entries(DEPTHS).find(([prefix]) => `${folder.join('/')}/`.startsWith(`${prefix}/`)) ?? []
  return folder.slice(0, depth).join('/')
}

/** @param {string} file */
function tokensOf(file) {
  const code = readFileSync(file, 'utf8')
  if (extname(file) !== '.vue') return tokensOfScript(code)
  const scripts = [...code.matchAll(SCRIPT)].reduce((sum, { 2: script = '' }) => sum + tokensOfScript(script), 0)
  return scripts + tokensOfMarkup(code.replaceAll(SCRIPT, ''))
}

/** As the parser takes them from the scanner: a template literal and a regular expression are what they are there. @param {string} code */
function tokensOfScript(code) {
  const source = ts.createSourceFile('source.ts', code, ts.ScriptTarget.Latest, true)
  let tokens = 0
  /** @param {ts.Node} node */
  const visit = node => {
    if (ts.isJSDoc(node) || node.kind === ts.SyntaxKind.EndOfFileToken) return
    if (ts.isToken(node)) tokens++
    else for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return tokens
}

/** A component's template and style, by the scanner alone. @param {string} code */
function tokensOfMarkup(code) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, code)
  let tokens = 0
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) tokens++
  return tokens
}

if (process.argv[1] === import.meta.filename) writeFileSync(COMMITTED, `${JSON.stringify(sizes(), undefined, 2)}\n`)
