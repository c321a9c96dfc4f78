/**
 * `npm run results [-- NAME…]`: fills the tables of the pages in docs/results from the rows beside them, draws their plots, and names each
 * figure in a sentence that is not that of the rows. Started under tsx, which is how it can import TypeScript.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { parse, View } from 'vega'
import { compile } from 'vega-lite'
import { filledPage, leading, wrongFigures } from '../src/main/lab/reproduce/page.ts'
import { readResults } from '../src/main/lab/reproduce/results.ts'
import { studyRows } from '../src/main/lab/reproduce/rows.ts'
import { builtInStudies, readStudy } from '../src/main/lab/reproduce/studyFiles.ts'
import { tableOf } from '../src/main/lab/reproduce/tables.ts'
import { root } from './fresh.mjs'

const FOLDER = join(root, 'docs', 'results')
const PLOT = /^<!-- plot: (.+) -->$/gm
const INTERVAL = /\[(.+) – (.+)\]/
/**
 * Ink, grid and lines in light and dark: colours that colour-blind people can distinguish, after S. Okabe and K. Ito, "Color Universal
 * Design", 2008.
 */
const COLOURS = {
  '#1d1f23': '#e6e7ea',
  '#e2e3de': '#33363d',
  '#6b6f78': '#9a9fa9',
  '#b34a00': '#ff9a4d',
  '#0067a5': '#5db8f5',
  '#007a58': '#3ddba8',
  '#a0447a': '#e58fc4',
}
const [INK = '', GRID = '', GREY = '', ...LINES] = Object.keys(COLOURS)
const axis = { aria: false, labelColor: INK, titleColor: INK, domainColor: GRID, gridColor: GRID, tickColor: GRID }
const CONFIG = {
  axis,
  background: 'transparent',
  font: 'system-ui, sans-serif',
  header: { labelColor: INK },
  legend: { aria: false, labelColor: INK },
  mark: { aria: false },
  range: { category: [...LINES, GREY] },
  title: { color: INK },
  view: { stroke: null },
}

/** @typedef {import('../src/main/lab/reproduce/text.ts').Sources} Sources */

/** The results of a study in docs/results. @param {string} name @returns {Promise<Sources>} */
export async function sourcesOf(name) {
  return { name, words: name, rows: studyRows(readStudy(name)), results: await readResults(join(FOLDER, `${name}.jsonl`), name) }
}

/** The names of the plots on a page. @param {string} page */
export function plotsOf(page) {
  return [...page.matchAll(PLOT)].map(([, name]) => name ?? '')
}

/**
 * A plot of a study's tables as SVG, by the Vega-Lite specification in NAME.plot.json. Its `usermeta` names the tables and what the plot
 * calls them; a row has the numbers of its cells by their heads, and the ends of their intervals as `HEAD low` and `HEAD high`.
 * @param {string} name @param {Sources} sources
 */
export async function plot(name, sources) {
  const spec = JSON.parse(readFileSync(join(FOLDER, `${name}.plot.json`), 'utf8'))
  const values = Object.entries(spec.usermeta).flatMap(([table, label]) => {
    const { head, rows } = tableOf(sources, table)
    return rows.map(({ cells }) => ({
      table: label,
      ...Object.assign({}, ...cells.map((cell, i) => numbersOf(head[i] ?? '', cell))),
    }))
  })
  const { spec: compiled } = compile({ ...spec, data: { values } }, { config: CONFIG })
  const svg = await new View(parse(compiled), { renderer: 'none' }).toSVG()
  const dark = Object.entries(COLOURS).flatMap(([light, its]) => ['fill', 'stroke'].map(of => `[${of}="${light}"]{${of}:${its}}`))
  return svg.replace(/(<svg[^>]*>)/, `$1<style>@media(prefers-color-scheme:dark){${dark.join('')}}</style>`) + '\n'
}

/** @param {string} head @param {string} cell */
function numbersOf(head, cell) {
  const [, low, high] = INTERVAL.exec(cell) ?? []
  const ends = low !== undefined && high !== undefined ? { [`${head} low`]: leading(low), [`${head} high`]: leading(high) } : {}
  return { [head]: leading(cell), ...ends }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const names = argv.length > 2 ? argv.slice(2) : builtInStudies()
  for (const name of names) {
    const file = join(FOLDER, `${name}.md`)
    if (!existsSync(file)) continue
    const sources = await sourcesOf(name)
    const page = filledPage(readFileSync(file, 'utf8'), sources)
    writeFileSync(file, page)
    for (const each of plotsOf(page)) writeFileSync(join(FOLDER, `${each}.svg`), await plot(each, sources))
    const wrong = wrongFigures(page, sources)
    for (const line of wrong) console.error(`${name}: ${line}`)
    if (wrong.length > 0) process.exitCode = 1
  }
}
