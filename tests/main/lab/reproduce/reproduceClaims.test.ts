/** Sentences of pages in docs/results that were written by hand, held to the tables of the same pages. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ReproductionName } from '../../../../src/core/contract/files'

/** A row of a table by the names of its columns; a name that is there twice has its second column under `name 2`. */
type Row = Readonly<Record<string, string>>

function pageOf(name: ReproductionName): string {
  return readFileSync(fileURLToPath(new URL(`../../../../docs/results/${name}.md`, import.meta.url)), 'utf8')
}

/** @param heading of the section whose first table it is */
function rowsOf(page: string, heading: string): Row[] {
  const section = page.slice(page.search(new RegExp(`^#+ ${heading}$`, 'm')))
  const lines = section.slice(section.indexOf('\n|') + 1).split('\n')
  const end = lines.findIndex(line => !line.startsWith('|'))
  const [head, , ...rows] = lines.slice(0, end).map(line => line.slice(1, -1).split('|').map(cell => cell.trim())) // oxfmt-ignore
  const names = head!.map((name, i) => (head!.indexOf(name) < i ? `${name} 2` : name))
  expect(rows.length, heading).toBeGreaterThan(0)
  return rows.map(cells => Object.fromEntries(names.map((name, i) => [name, cells[i]!])))
}

/** The first number in a cell, and those of its interval. */
function numbersIn(cell: string): number[] {
  return [...cell.matchAll(/[−\d][\d,.]*/g)].map(([text]) => Number(text.replaceAll(',', '').replace('−', '-')))
}

const first = (row: Row, column: string) => numbersIn(row[column]!)[0]!

function verdict(row: Row): 'ahead' | 'behind' | 'even' {
  const [, low = 0, high = 100] = numbersIn(row['points']!)
  if (low > 50) return 'ahead'
  return high < 50 ? 'behind' : 'even'
}

describe('light-heavy', () => {
  const page = pageOf('light-heavy')
  const [two, three, without, large] = [
    ...['Heavy at depth 2', 'Heavy at depth 3', 'Heavy without its fruit part, at depth 2'],
    'Heavy at depth 2, on 11 × 11 cells \\(ours\\)',
  ].map(heading => rowsOf(page.slice(page.indexOf('## In Can’t Go Back')), heading)) as [Row[], Row[], Row[], Row[]]

  test('points grow with depth in each table', () => {
    for (const rows of [two, three, without, large]) {
      const points = rows.map(row => first(row, 'points'))
      expect(points).toEqual(points.toSorted((a, b) => a - b))
    }
  })

  test('two plies are not enough against the fruit part, and one is without it', () => {
    for (const rows of [two, three, large]) expect(verdict(rows[2]!)).toBe('behind')
    expect(without.slice(1).every(row => first(row, 'points') > 50)).toBe(true)
    expect(without.map(verdict).slice(3)).toEqual(['ahead', 'ahead', 'ahead'])
  })

  test('in the same time light at 8 plies is ahead on 7 × 7 cells, and not on 11 × 11', () => {
    for (const rows of [two, large]) {
      const row = rows.at(-1)
      const [light, heavy] = [first(row, 'processor ms per move: light'), first(row, 'heavy 2')]
      expect(light / heavy).toBeLessThan(2)
      const cost = heavy / first(row, 'heavy') / (light / first(row, 'nodes per move: light'))
      expect(cost).toBeGreaterThan(6)
      expect(cost).toBeLessThan(20)
    }
    expect([two, large].map(rows => verdict(rows.at(-1)))).toEqual(['ahead', 'even'])
  })
})

test('cant-go-back: who wins at 1,000 nodes a move', () => {
  const page = pageOf('cant-go-back')
  const agents = rowsOf(page, 'At 1,000 nodes a move')
  const section = page.slice(page.indexOf('| first '), page.indexOf('## At 1,000 nodes a move, on 11'))
  const pairs = rowsOf(`# pairs\n\n${section}`, 'pairs')
  const won = (one: string, other: string) => {
    const its = pairs.find(row => row['first'] === one && row['second'] === other)
    if (its) return first(its, 'won–drawn–lost')
    return numbersIn(
      pairs.find(row => row['first'] === other && row['second'] === one)!['won–drawn–lost']!.replaceAll('–', ' '),
    )[2]!
  }
  const heavies = ['minimax', 'alpha-beta', 'alpha-beta, ordered']
  const searches = [...heavies, 'alpha-beta, no fruits', 'alpha-beta, light', 'tournament', 'nearest fruit']
  for (const one of searches) for (const other of ['random', 'simple', 'greedy']) expect(won(one, other)).toBeGreaterThan(50)
  for (const one of heavies) {
    expect(Math.abs(won(one, 'alpha-beta, light') - 61)).toBeLessThan(3)
    expect(won(one, 'tournament')).toBeGreaterThan(55)
  }
  for (const one of searches.slice(0, -1)) expect(won(one, 'nearest fruit')).toBeGreaterThan(50)
  const of = (name: string, column: string) =>
    first(
      agents.find(({ agent }) => agent === name)!,
      column,
    )
  const ms = 'processor ms per move'
  expect(of('alpha-beta, ordered', ms) / of('alpha-beta', ms)).toBeGreaterThan(3)
  expect(of('alpha-beta', ms) / of('alpha-beta, light', ms)).toBeGreaterThan(6)
  expect(Math.abs(of('minimax', 'won') - of('alpha-beta', 'won'))).toBeLessThan(2)
  expect(of('simple', 'won')).toBeLessThanOrEqual(of('greedy', 'won'))
  const clock = rowsOf(page, 'Under a clock of 20 ms a move')
  const shares = ['alpha-beta', 'alpha-beta, light', 'global time', 'tournament, global time'].map(name =>
    first(
      clock.find(({ agent }) => agent === name)!,
      'won',
    ),
  )
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(4)
  const large = rowsOf(page, 'At 1,000 nodes a move, on 11 × 11 cells \\(ours\\)').map(({ agent }) => agent)
  expect(large.slice(-2)).toEqual(['alpha-beta, light', 'simple'])
})

const LARGE = 'Heavy heuristic, 400 ms for a game on 11 × 11 cells'
const FACTORS = ['0.05', '0.1', '0.2', '0.3', '0.4', '0.5', '0.7', '0.9']

test('clock: factors matter little on 7 × 7 cells, and much on 11 × 11', () => {
  const page = pageOf('clock')
  const small = ['Heavy heuristic, 200 ms for a game', 'Light heuristic, 200 ms for a game', 'Heavy heuristic, 50 ms for a game']
  for (const heading of small) {
    const rows = rowsOf(page, heading)
    for (const row of rows.filter(row => first(row, 'factor') <= 0.7)) expect(verdict(row), row['factor']).toBe('even')
    if (heading.includes('200')) for (const row of rows) expect(22 * first(row, 'even 2')).toBeLessThan(200 / 3)
  }
  const large = rowsOf(page, LARGE)
  for (const row of large.filter(row => first(row, 'factor') <= 0.3)) expect(first(row, 'points')).toBeGreaterThanOrEqual(50)
  const [most, all] = large.filter(row => first(row, 'factor') >= 0.7)
  for (const row of [most!, all!]) expect(verdict(row)).toBe('behind')
  for (const row of large.filter(row => first(row, 'factor') <= 0.5)) expect(verdict(row)).toBe('even')
  const lost = (row: Row) => [first(row, 'lost by the clock: factor'), Number(row['factor won–drawn–lost']!.split('–')[2])]
  expect([most!, all!].map(lost)).toEqual([
    [26, 44],
    [34, 50],
  ])
  expect(first(rowsOf(page, small[2]!).at(-1), 'lost by the clock: factor')).toBe(16)
  const losing = large.filter(row => first(row, 'lost by the clock: factor') > 0).map(row => row['factor'])
  expect(losing).toEqual(FACTORS.filter(factor => Number(factor) >= 0.4))
  const worst = FACTORS.map(factor =>
    Math.min(
      ...[...small, LARGE].map(heading =>
        first(
          rowsOf(page, heading).find(row => row['factor'] === factor)!,
          'points',
        ),
      ),
    ),
  )
  expect(FACTORS.filter((_, i) => worst[i]! > 50).at(-1)).toBe('0.3')
})

describe('one-player-minimax', () => {
  const page = pageOf('one-player-minimax')
  /** By plies: what is counted of expectimax and of minimax, each with its interval. */
  const pairs = (heading: string, column: string) => {
    const rows = rowsOf(page, heading)
    return rows.filter((_, i) => i % 2 === 0).map((row, i) => [row, rows[2 * i + 1]!].map(each => numbersIn(each[column]!)))
  }
  const isAbove = ([, low]: readonly number[], [, , high]: readonly number[]) => low! > high!

  test('expectimax is ahead at more plies, and not clearly at few', () => {
    const [two, three] = pairs('2048 with the thesis’s heuristic, hand-tuned', 'mean points')
    expect([two, three].map(pair => isAbove(pair![0]!, pair![1]!))).toEqual([false, true])
    expect(three![0]![0]! / three![1]![0]!).toBeGreaterThan(1.9)
    const rival = pairs('2048 with the rival’s heuristic', 'reached 2048')
    expect(rival.map(([one, other]) => isAbove(one!, other!))).toEqual([false, false, true])
  })

  test('minimax holds out longer against an adversary', () => {
    const all = pairs('Against an adversary who sets the tiles', 'moves of a game')
    for (const [one, other] of all) expect(other![0]).toBeGreaterThan(one![0]!)
    expect(all.map(([one, other]) => isAbove(other!, one!))).toEqual([true, true, false])
  })

  test('4 plies of expectimax take about as long as 5 of alpha-beta, and reach 2048 twice as often', () => {
    const four = rowsOf(page, '2048 with the rival’s heuristic').find(row => row['plies'] === '4')!
    const five = rowsOf(pageOf('rival'), '2048 by the rival’s alpha-beta')[1]!
    const ms = [four, five].map(row => first(row, 'processor ms per move'))
    expect(ms[0]! / ms[1]!).toBeLessThan(1.3)
    expect(first(four, 'reached 2048') / first(five, 'share here')).toBeGreaterThan(1.9)
    expect(isAbove(numbersIn(four['reached 2048']!), numbersIn(five['share here']!))).toBe(true)
  })
})

test('minimax-alphabeta: the same moves at the same depth, of fewer positions; more points in the same time', () => {
  const timed = rowsOf(pageOf('minimax-alphabeta'), 'In the same time').filter(row => row['ms per move'] === '20')
  for (const row of timed) expect(first(row, 'points')).toBeGreaterThan(50)
  expect(timed.slice(1, 3).map(verdict)).toEqual(['ahead', 'ahead'])
  const plyMore = rowsOf(pageOf('stored-tree'), 'What the ply more is worth')
  const points = (isWarehouse: boolean) =>
    plyMore.filter(row => (row['game'] === 'warehouse') === isWarehouse).map(row => first(row, 'points'))
  expect([false, true].map(each => [Math.min(...points(each)), Math.max(...points(each))])).toEqual([
    [53, 66],
    [54, 56],
  ])
  const rows = rowsOf(pageOf('minimax-alphabeta'), 'At the same depth')
  for (const row of rows) expect(row['points']).toBe('50 %')
  for (const row of rows.filter(({ plies }) => plies === '6')) {
    const part = first(row, 'nodes per move: alpha-beta') / first(row, 'minimax')
    expect(part).toBeGreaterThan(1 / 4)
    expect(part).toBeLessThan(2 / 3)
  }
})

test('anytime: twice the nodes are seldom worse, and a contract spends half to seven tenths of the time', () => {
  const page = pageOf('anytime')
  const ladder = rowsOf(page, 'Twice the nodes')
  expect(ladder.filter(row => first(row, 'points') <= 50).length).toBeLessThanOrEqual(1)
  for (const row of rowsOf(page, 'Interruptible against contract')) {
    const part = first(row, 'contract 2') / first(row, 'processor ms per move: interruptible')
    expect(part).toBeGreaterThan(0.45)
    expect(part).toBeLessThan(0.72)
    expect(verdict(row)).not.toBe('behind')
  }
})

test('stored-tree: nodes are saved from D = 4 on, and none at D = 2', () => {
  const rows = rowsOf(pageOf('stored-tree'), 'Stored against fresh')
  for (const row of rows) {
    const saves = first(row, 'nodes per move: stored') < first(row, 'fresh')
    expect(saves, `${row['game']} ${row['D']}`).toBe(first(row, 'D') >= 4)
  }
})

test('the same 100 games of thesis have one interval, on every page', () => {
  const interval = '191,427 [175,543 – 208,061]'
  expect(rowsOf(pageOf('thesis'), 'The closest, and the hand-tuned weights').find(row => row['largest tile'] === 'mean score')!['ours']).toBe(interval) // oxfmt-ignore
  expect(rowsOf(pageOf('players'), 'The built-in players, each at its own search').find(row => row['player'] === 'thesis')!['mean score']).toBe(interval) // oxfmt-ignore
  expect(readFileSync(fileURLToPath(new URL('../../../../docs/performance.md', import.meta.url)), 'utf8')).toContain(interval)
})

test('README: how far our players get is what docs/results/strength.md has, each under the name that plays it', () => {
  const readme = readFileSync(fileURLToPath(new URL('../../../../README.md', import.meta.url)), 'utf8')
  const measured = rowsOf(pageOf('strength'), 'How far the strongest players get')
  const rows = rowsOf(readme, 'How far does it get')
  expect(rows).toHaveLength(measured.length)
  for (const row of rows) {
    const [, name, cut = '0.01'] = /^`(\w+)(?: --cut ([\d.]+))?`/.exec(row['player, as `lab bench --profile` names it']!)!
    const its = measured.find(each => each['player']!.startsWith(name!) && each['cut'] === cut)!
    expect([row['32768'], row['games']]).toEqual([its['32,768'], its['games']])
    expect(Number.parseFloat(row['time per move']!)).toBeCloseTo(Number(its['ms per move']), 1)
  }
})

test('thesis: which experiment ends higher is by its table', () => {
  const page = pageOf('thesis')
  const worth = (name: string) => {
    const its = rowsOf(page, 'Experiments 1 and 3').filter(row => row['experiment'] === name)
    return its.reduce((sum, row) => sum + first(row, 'worth'), 0) / its.length
  }
  const order = worth('thesis-3') < worth('thesis-1') ? 'less' : 'more'
  expect(page).toContain(`At this depth experiment 3 ends with ${order} than experiment 1`)
})

test('walls: every phase that was played counts', () => {
  const lines = readFileSync(fileURLToPath(new URL('../../../../docs/results/walls.jsonl', import.meta.url)), 'utf8').split('\n')
  const counted = [...pageOf('walls').matchAll(/^\| all +\| \d+ +\| (\d+) /gm)].map(([, phases]) => Number(phases))
  expect(counted).toHaveLength(4)
  // two players each
  expect(2 * counted.reduce((sum, phases) => sum + phases, 0)).toBe(lines.filter(line => line.includes('"wall phase"')).length)
})

test('attributions: the tournament player is the work’s, and what is ours is called so', () => {
  const doc = (name: string) => readFileSync(fileURLToPath(new URL(`../../../../docs/${name}`, import.meta.url)), 'utf8').replaceAll(/\s+/g, ' ') // oxfmt-ignore
  expect(pageOf('cant-go-back')).toContain('- **tournament**: `alphaBeta:heavy(1,0,0,0,0)`\n')
  expect(doc('cant-go-back.md')).toContain('| tournament | `alphaBeta:heavy(1,0,0,0,0):clock=0.3:deepening=contract` |')
  expect(doc('terminal.md')).toMatch(/`coalition` \|[^|]*the tie rule is ours, the source has none/)
  expect(doc('terminal.md')).toMatch(/1, 2, 4, … worlds \(the source adds one at a time\)/)
  expect(pageOf('light-heavy')).toContain('heavy at 2 and light at 2, 3 and 4 are assumed')
})
