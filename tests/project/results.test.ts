/** The pages of docs/results say what the rows beside them do. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownStatistics } from '../../scripts/profiles.mjs'
import { plot, plotsOf, sourcesOf } from '../../scripts/results.mjs'
import { root } from '../../scripts/fresh.mjs'
import { filledPage, wrongFigures } from '../../src/main/lab/reproduce/page'
import { builtInProfiles } from '../../src/main/lab/profiles/builtInProfiles'
import { readResults } from '../../src/main/lab/reproduce/results'
import { builtInStudies } from '../../src/main/lab/reproduce/studyFiles'

const file = (name: string) => join(root, 'docs', 'results', name)
const read = (name: string) => readFileSync(file(name), 'utf8')

describe.each(builtInStudies())('the page of %s', name => {
  test('has the tables and the figures of its rows, and its plots', async () => {
    const page = read(`${name}.md`)
    const sources = await sourcesOf(name)
    expect(wrongFigures(page, sources)).toEqual([])
    expect(filledPage(page, sources), 'npm run results').toBe(page)
    expect(page, 'the mark would end its paragraph').not.toMatch(/^ *(- )?<!-- figure/m)
    for (const each of plotsOf(page)) expect(await plot(each, sources), 'npm run results').toBe(read(`${each}.svg`))
    for (const [, linked] of page.matchAll(/\]\(([\w-]+\.\w+)\)/g)) expect(existsSync(file(linked!)), linked).toBe(true)
  })
})

test('a row that is changed by hand changes a table, and a figure in a sentence is then wrong', async () => {
  const sources = await sourcesOf('clock')
  const lines = read('clock.jsonl').split('\n')
  const lost = lines.findIndex(line => line.includes('"row":"heavy-50 0.9"') && line.includes('"fault":{"player":0'))
  const changed = join(mkdtempSync(join(tmpdir(), 'lab-results-')), 'clock.jsonl')
  writeFileSync(changed, lines.with(lost, lines[lost]!.replace(/"fault":\{.*?\},/, '')).join('\n'))
  const other = { ...sources, results: await readResults(changed, 'clock') }
  rmSync(dirname(changed), { recursive: true })
  const page = read('clock.md')
  expect(wrongFigures(page, other)).toEqual(['heavy-50 | 0.9 | lost by the clock: factor: "16" is "15"'])
  expect(filledPage(page, other)).not.toBe(page)
})

test('in every uniform tree the best order costs the leaves of Knuth and Moore, and nothing else fewer', async () => {
  const { results, rows } = await sourcesOf('ordering')
  for (const row of rows) {
    if (row.kind !== 'count') continue
    const { branching: b, depth: d } = row.trees!
    const fewest = b ** Math.ceil(d / 2) + b ** Math.floor(d / 2) - 1
    for (const { counts } of results.counts(row))
      for (const [what, leaves] of Object.entries(counts)) {
        if (what.startsWith('best')) expect(new Set(leaves)).toEqual(new Set([fewest]))
        else expect(Math.min(...leaves)).toBeGreaterThanOrEqual(fewest)
        if (what === 'uncut alphaBeta') expect(leaves).toEqual([b ** d])
      }
  }
})

test('in every uniform tree with chance nodes expectimax visits all leaves, and Star1 no more', async () => {
  const { results, rows } = await sourcesOf('star')
  for (const row of rows) {
    if (row.kind !== 'count') continue
    const { branching, depth, orders } = row.trees!
    for (const { counts } of results.counts(row))
      for (const order of orders) {
        expect(new Set(counts[`${order} expectimax`])).toEqual(new Set([branching ** depth]))
        expect(Math.max(...counts[`${order} star1`]!)).toBeLessThanOrEqual(branching ** depth)
      }
  }
})

test('built-in profiles hold what docs/results has of their games', async () => {
  const sources = await sourcesOf('players')
  for (const profile of builtInProfiles()) {
    const statistics = ownStatistics(profile, sources)
    expect(profile.statistics, `${profile.name}: npm run profiles`).toEqual(statistics && JSON.parse(JSON.stringify(statistics)))
  }
})
