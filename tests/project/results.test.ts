/** The pages of docs/results say what the rows beside them do. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

type ResultLine = Readonly<Record<'winner' | 'largest', number> & Record<'values' | 'nodes', readonly number[]>> & {
  readonly row: string
  readonly fault?: { readonly player: number }
}

/** The results of a page after a change by hand. @param change a line of a result; `undefined` loses it */
async function changedBy(name: string, change: (line: ResultLine, place: number) => object | undefined) {
  const lines = read(`${name}.jsonl`).trimEnd().split('\n') // oxfmt-ignore
  const changed = lines.flatMap((text, place) => {
    if (text.startsWith('{"format"')) return text
    const line = change(JSON.parse(text) as ResultLine, place)
    return line ? JSON.stringify(line) : []
  })
  const folder = mkdtempSync(join(tmpdir(), 'lab-results-'))
  writeFileSync(join(folder, `${name}.jsonl`), `${changed.join('\n')}\n`)
  const sources = { ...(await sourcesOf(name)), results: await readResults(join(folder, `${name}.jsonl`), name) }
  rmSync(folder, { recursive: true })
  return sources
}

describe('a row that is changed by hand makes a figure in a sentence wrong, and the page another one', () => {
  const once = (fits: (line: ResultLine) => boolean, change: (line: ResultLine) => object) => {
    let isDone = false
    return (line: ResultLine) => {
      if (isDone || !fits(line)) return line
      isDone = true
      return change(line)
    }
  }
  test.each([
    [
      'clock',
      once(({ row, fault }) => row === 'heavy-50 0.9' && fault?.player === 0, ({ fault: _, ...line }) => line), // oxfmt-ignore
      'heavy-50 | 0.9 | lost by the clock: factor: "16" is "15"',
    ],
    [
      'depth',
      once(({ row }) => row === 'scores tuned 2', line => ({ ...line, values: [10_000_000] })), // oxfmt-ignore
      'scores | tuned, 2 | mean score: "61,856" is "1',
    ],
    [
      'one-player-minimax',
      once(({ row }) => row === 'hand-tuned 3 minimax', line => ({ ...line, values: [10_000_000] })), // oxfmt-ignore
      'hand-tuned | 3, minimax | mean points: "18,311" is "1',
    ],
    ['thesis', ({ row, largest, ...line }) => (row.startsWith('readings') && largest === 4096 ? undefined : { row, largest, ...line }), 'distance'], // oxfmt-ignore
  ] as const satisfies readonly (readonly [string, Parameters<typeof changedBy>[1], string])[])(
    'of %s',
    async (name, change, wrong) => {
      const sources = await changedBy(name, change)
      expect(wrongFigures(read(`${name}.md`), sources).join('\n')).toContain(wrong)
      expect(filledPage(read(`${name}.md`), sources)).not.toBe(read(`${name}.md`))
    },
  )

  test.each(['anytime', 'cant-go-back', 'light-heavy', 'minimax-alphabeta', 'rival', 'stored-tree'])('of %s', async name => {
    const sources = await changedBy(name, line => ({ ...line, winner: 0, values: line.values.map(value => 2 * value), nodes: line.nodes.map(nodes => 2 * nodes + 1) })) // oxfmt-ignore
    expect(wrongFigures(read(`${name}.md`), sources)).not.toEqual([])
  })
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

test('with the best child of each node first the order of the others does not matter; a known value costs no leaf more', async () => {
  const { results, rows } = await sourcesOf('known-value')
  for (const row of rows) {
    if (row.kind !== 'count') continue
    for (const { counts } of results.counts(row)) {
      expect(counts['bestChild alphaBeta']).toEqual(counts['best alphaBeta'])
      const { branching, depth } = row.trees!
      expect(new Set(counts['best again'])).toEqual(new Set([branching ** Math.floor(depth / 2)]))
      for (const order of ['best', 'random', 'worst'])
        for (const [i, leaves] of counts[`${order} alphaBeta`]!.entries())
          expect(counts[`${order} again`]![i]).toBeLessThanOrEqual(leaves)
    }
  }
})

test('in every uniform tree with chance nodes expectimax visits all leaves, and Star1 no more; in games Star1 no more nodes', async () => {
  const { results, rows } = await sourcesOf('star')
  for (const row of rows) {
    if (row.kind !== 'count') continue
    for (const { counts } of results.counts(row)) {
      for (const order of row.trees?.orders ?? []) {
        const all = row.trees!.branching ** row.trees!.depth
        expect(new Set(counts[`${order} expectimax`])).toEqual(new Set([all]))
        expect(Math.max(...counts[`${order} star1`]!)).toBeLessThanOrEqual(all)
      }
      for (const [i, all] of (counts['expectimax'] ?? []).entries()) expect(counts['star1']![i]).toBeLessThanOrEqual(all)
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

test('README and docs/performance.md have the figures of these pages', () => {
  const cells = (page: string, row: string): string[] =>
    page
      .split('\n')
      .find(line => line.startsWith(`| ${row} `))!
      .split('|')
      .map(cell => cell.trim())
  const [strength, readme] = [read('strength.md'), readFileSync(join(root, 'README.md'), 'utf8')]
  for (const [name, row] of [
    ['`strongest --cut 0.0015`', 'strongest, 5 ms'],
    ['`strongest`, whose own cut is 0.01', 'strongest, 1 ms'],
    ['`power --cut 0.003`', 'power, 5 ms'],
    ['`power --cut 0.01`', 'power, 1 ms'],
  ] as const) {
    const [, , cut, games, , , , share, , ms] = cells(strength, row)
    expect(name).toContain(cut)
    expect(cells(readme, name).slice(2, 5), name).toEqual([share, games, `${Number(ms).toFixed(1)} ms`])
  }
  const [, , lost, , , four, more] = cells(strength.split('table: players ends')[1]!, 'strongest, 5 ms')
  expect(readme).toContain(`Of the ${lost} games of \`strongest\``)
  expect(readme.replaceAll('\n', ' ')).toContain(`${Number(four) + Number(more)} ended with at least four tiles`)
  const closest = cells(read('thesis.md'), 'the closest')
  const performance = readFileSync(join(root, 'docs', 'performance.md'), 'utf8')
  for (const [tile, share] of [32768, 16384, 8192, 4096].map((each, i) => [each, closest[i + 2]!] as const))
    expect(cells(performance, String(tile))[3]).toBe(share.replace(']', ' %]'))
  expect(performance).toContain(`The mean score is ${closest[10]}`)
})
