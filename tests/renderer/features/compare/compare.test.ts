/** The Compare screen: verdicts in words, tables that paste, and the form. */
import { flushPromises } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { h } from 'vue'
import type { ComparedPlayer, Comparison, ComparisonCurves, ComparisonRow, Difference } from '../../../../src/core/contract/calls'
import { searcherPlayer } from '../../../../src/core/contract/playerText'
import type { Interval } from '../../../../src/core/stats/intervals'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import CompareScreen from '../../../../src/renderer/src/features/compare/CompareScreen.vue'
import { latexOf, markdownOf } from '../../../../src/core/csv'
import { figureTable, textTableOf, useFigureTexts } from '../../../../src/renderer/src/features/compare/publishedTable'
import { forwards, useTitle, useVerdict } from '../../../../src/renderer/src/features/compare/verdict'
import { useNavigation } from '../../../../src/renderer/src/ui/shell/navigation'
import { fakeLab, hello, mountScreen, PROFILES, withSetup } from '../../helpers'

const NAMES = ['Power & co_1', 'Th|esis 100%'] as const

function player(name: string, mean: number, change: Partial<ComparedPlayer> = {}): ComparedPlayer {
  return {
    ...{ name, games: 80, mean, interval: [mean - 1000.4, mean + 2000.6] as const, always: [mean - 3000, mean + 3000] as const },
    ...{ median: mean - 10.25, max: 90_000, reach: { 1024: reach(1), 2048: reach(0.5), 4096: reach(0) }, maxTile: {} },
    ...{
      msPerMove: { mean: 0.8125, p50: null, p95: null, p99: null },
      nodesPerSecond: 1_234_567,
      seconds: 5,
      reproducible: true,
    },
    ...change,
  }
}

const reach = (share: number) => ({ share, interval: [share / 2, (1 + share) / 2] as const })

function difference(change: Partial<Difference> = {}): Difference {
  return {
    ...{ a: NAMES[0], b: NAMES[1], mean: 6400, interval: [3000, 9800] as const, always: [2200, 10_600] as const, level: 0.95 },
    ...{ looks: 1, p: 0.001, holm: 0.001, verdict: 'better' as const },
    ...change,
  }
}

function result(change: Partial<Comparison> = {}): Comparison {
  return {
    ...{ players: [player(NAMES[0], 30_400), player(NAMES[1], 24_000)], differences: [difference()] },
    ...{ correlation: { test: 'paired t', used: true, pairs: [] }, games: 80, looks: 8, ended: 'rule' as const },
    ...change,
  }
}

const CURVES: ComparisonCurves = {
  players: [
    { quartiles: [20_000.5, 40_000.5], scores: [1, 2] },
    { quartiles: null, scores: [3, 4] },
  ],
  course: { seeds: [1, 2], mean: [5, 6400], always: [null, [2200, 10_600]] },
}

const ROW: ComparisonRow = {
  ...{ kind: 'comparison', id: 1, name: NAMES.join(', '), profile: 'power', players: NAMES, seed: 1, created: 1, stored: 160 },
  ...{ rule: { games: 100, margin: 500, verdict: true }, state: 'finished' },
  soFar: { games: 160, seeds: 80, looks: 8, mean: 30_400, differences: [{ ...difference() }] },
}
const PLAN = { players: [], seed: 1, rule: ROW.rule }

describe('the verdict', () => {
  const say = (its: Comparison, row: ComparisonRow = ROW) => withSetup(fakeLab().lab, useVerdict)(row, PLAN, its)

  test('names the better one first, with the ends of the interval in its direction', () => {
    const one = say(result())
    expect(one.answer).toBe('Power & co_1 is better by 6,400 points')
    expect(one.rest).toBe('per game, 2,200 to 10,600 with 95% confidence.')
    const worse = difference({ a: NAMES[1], b: NAMES[0], mean: -6400, always: [-10_600, -2200], verdict: 'worse' })
    expect(say(result({ differences: [worse] }))).toEqual(one)
    expect(one.notes.join(' ')).toContain('Its stop rule ended it after 80 games each.')
    expect(one.notes.join(' ')).toContain('8 looks at the result.')
  })

  test.each<[name: string, change: Partial<Difference>, answer: RegExp | undefined, rest: RegExp]>([
    [
      'equal within the margin',
      { verdict: 'equivalent', mean: -20, always: [-400, 300] },
      /are equal within 500 points/,
      /Th\|esis 100% has 20 more per game, −300 to 400/,
    ],
    [
      'undecided',
      { verdict: 'open', mean: 100, always: [-50, 250] },
      undefined,
      /^Undecided so far: Power & co_1 has 100 points more, −50 to 250/,
    ],
    ['of too few games', { verdict: 'open', mean: 100, always: null }, undefined, /too few games for an interval/],
  ])('of a pair that is %s', (_, change, answer, rest) => {
    // oxfmt-ignore
    const said = say(result({ differences: [difference(change)] }))
    if (answer) expect(said.answer).toMatch(answer)
    else expect(said).not.toHaveProperty('answer')
    expect(said.rest).toMatch(rest)
  })

  test('says why it waits where one look would have been enough', () => {
    const said = say(result({ differences: [difference({ verdict: 'open', always: [-1, 2], p: 0.026, holm: 0.026 })] }))
    expect(said.notes.join(' ')).toContain('p of 0.026 holds for one look')
  })

  test('names the players whose games a 2048 ends', () => {
    const players = ['alphaBeta:rival:depth=4', 'minimax:power:depth=2'].map(text => ({
      ...{ name: text, profile: text, player: searcherPlayer(text) },
    }))
    const { notes } = withSetup(fakeLab().lab, useVerdict)(ROW, { ...PLAN, players }, result())
    expect(notes.filter(note => note.includes('2048'))).toEqual([
      'alphaBeta:rival:depth=4 searches the rival’s game, which a 2048 ends: so do its games here.',
    ])
  })

  test('of several players is decided only when the first is better than each other one', () => {
    const players = ['a', 'b', 'c'].map((name, i) => player(name, 30_000 - 1000 * i))
    const of = (last: Difference['verdict']) =>
      say(
        result({
          players,
          differences: [
            difference({ a: 'a', b: 'b', mean: 1000, always: [100, 1900] }),
            difference({ a: 'a', b: 'c', mean: 2000, always: [last === 'better' ? 5 : -5, 4000], verdict: last }),
            difference({ a: 'b', b: 'c', mean: 1000, always: [-100, 1900], verdict: 'open' }),
          ],
        }),
      )
    expect(of('better').answer).toBe('a is better than all others:')
    expect(of('better').rest).toContain('by 1,000 points per game than b, 100 to 1,900')
    expect(of('open')).not.toHaveProperty('answer')
    expect(of('open').rest).toContain('better than 1 of 2 others')
  })

  test('of a bench is its mean with the interval that holds after its looks', () => {
    const bench = { ...ROW, kind: 'bench' as const, players: NAMES.slice(0, 1) }
    const of = (looks: number) => say(result({ players: [player('p', 30_000)], differences: [], looks, ended: 'games' }), bench)
    expect(of(1)).toMatchObject({ answer: 'p scores 30,000 points', rest: 'per game, 29,000 to 32,001 with 95% confidence.' })
    expect(of(2).rest).toBe('per game, 27,000 to 33,000 with 95% confidence.')
  })

  test('turned twice is the same difference', () => {
    const its = difference({ mean: -5, interval: [-9, -1], always: [-10, 1], verdict: 'worse' })
    const turned = forwards(its)
    expect(turned).toMatchObject({ a: its.b, b: its.a, mean: 5, interval: [1, 9], always: [-1, 10], verdict: 'better' })
    expect(forwards(turned)).toBe(turned)
  })
})

test('the title names the players until the user names it', () => {
  const title = withSetup(fakeLab().lab, useTitle)
  expect(title(ROW)).toBe('Power & co_1 against Th|esis 100%')
  expect(title({ ...ROW, name: 'Mine' })).toBe('Mine')
  expect(title({ ...ROW, players: ['a', 'b', 'c'], name: 'a, b, c' })).toBe('a · b · c')
})

describe('the table', () => {
  const texts = () => withSetup(fakeLab().lab, useFigureTexts)(result({ looks: 1 }), CURVES)

  test('has the figures of the service', () => {
    const { heads, rows } = texts()
    const columns = ['Player', 'Games', 'Mean, 95%', 'Median', 'Quartiles', '1024', '2048', 'ms per move', 'Nodes/s']
    expect(heads).toEqual(columns)
    expect(rows[0]).toEqual([
      ...[{ text: NAMES[0] }, { text: '80', counts: {} }, { text: '30,400', interval: '29,400 – 32,401' }, { text: '30,390' }],
      { text: '20,001 – 40,001' },
      { text: '100%', interval: '50% – 100%', counts: { reached: 10 } },
      { text: '50%', interval: '25% – 75%', counts: { reached: 11 } },
      ...[{ text: '0.813' }, { text: '1.23\u00a0M' }],
    ])
    expect(rows[1]![4]).toEqual({ text: '–' })
  })

  test('as CSV has every digit of them, by player', () => {
    const its = result({ looks: 1 })
    const { columns, rows } = figureTable(its, CURVES)
    const cell = (place: number, name: string) => rows[place]![columns.indexOf(name)]
    for (const [
      place,
      { name, games, mean, interval, median, max, reach: shares, msPerMove, nodesPerSecond },
    ] of its.players.entries()) {
      const [low, high] = interval as Interval
      for (const [column, value] of Object.entries({ player: name, games, mean, low, high, median, best: max }))
        expect(cell(place, column)).toBe(value)
      expect(cell(place, 'share2048High')).toBe(shares['2048']!.interval[1])
      expect([cell(place, 'msPerMove'), cell(place, 'nodesPerSecond')]).toEqual([msPerMove.mean, nodesPerSecond])
    }
    expect([cell(0, 'quartile1'), cell(1, 'quartile1')]).toEqual([20_000.5, null])
  })

  test('as Markdown has one cell for each column, whatever is in a name', () => {
    const lines = markdownOf(textTableOf(texts()), ['a * note']).split('\n')
    const cells = (line: string) => line.split(/(?<!\\)\|/).slice(1, -1).map(each => each.trim()) // oxfmt-ignore
    expect(lines.slice(0, 4).map(line => cells(line).length)).toEqual([9, 9, 9, 9])
    expect(cells(lines[2]!)[0]).toBe('Power \\& co\\_1')
    expect(cells(lines[3]!)[0]).toBe('Th\\|esis 100%')
    expect(lines.slice(4)).toEqual(['', 'a \\* note', ''])
  })

  test('as LaTeX leaves no special character as it is', () => {
    const text = latexOf({ heads: ['Player', 'x'], rows: [['a&b%c$d#e_f{g}h~i^j\\k|l<m>n −5 – 6', '1']] }, ['a note'])
    expect(text.split('\n')).toEqual([
      '% a note',
      '\\begin{tabular}{lr}',
      '  \\toprule',
      '  Player & x \\\\',
      '  \\midrule',
      '  a\\&b\\%c\\$d\\#e\\_f\\{g\\}h\\textasciitilde{}i\\textasciicircum{}j\\textbackslash{}k\\textbar{}l\\textless{}m\\textgreater{}n $-$5 -- 6 & 1 \\\\',
      '  \\bottomrule',
      '\\end{tabular}',
      '',
    ])
  })
})

describe('the screen', () => {
  async function open(rows: readonly ComparisonRow[]) {
    const { lab, asked, emit } = fakeLab((name, arg) => {
      const { kind } = (arg ?? {}) as { kind?: string }
      if (name === 'comparisons') return rows.filter(each => each.kind === kind)
      if (name === 'comparison')
        return { ...ROW, plan: PLAN, provenances: [{ threads: 2, kernel: 'k', hardware: { cpu: 'a cpu' } }], batches: [31, 32] }
      if (name === 'comparisonResult') return result()
      if (name === 'comparisonCurves') return CURVES
      if (name === 'startComparison') return { ...ROW, id: 9, created: 5, state: 'running' }
      return undefined
    })
    const screen = mountScreen(
      lab,
      () => [h(CompareScreen, { hello: hello() })],
      () => useProfiles().greet(hello()),
    )
    await flushPromises()
    const button = (name: string) => screen.findAll('button').find(each => each.text().includes(name))!
    return { screen, asked, emit, button }
  }

  test('lists comparisons and benches together, the newest first, and shows the first of them', async () => {
    const bench: ComparisonRow = {
      ...ROW,
      kind: 'bench',
      name: 'Alone',
      players: ['Alone'],
      created: 2,
      stored: 30,
      soFar: null,
      state: 'paused',
    }
    const { screen, button } = await open([ROW, bench])
    const listed = screen.findAll('nav .row').map(each => each.text())
    expect(listed[0]).toBe('Alonepaused · 30 of 100 games')
    expect(listed[1]).toBe('Power & co_1 against Th|esis 100%decided · 80 games')
    await button('Power & co_1 against').trigger('click')
    await flushPromises()
    expect(screen.find('.answer').text()).toContain('Power & co_1 is better by 6,400 points per game')
    expect(screen.findAll('canvas')).toHaveLength(5)

    await screen
      .findAll('tbody .link')
      .find(each => each.text() === '50%')!
      .trigger('click')
    expect(useNavigation().errand).toEqual({ screen: 'replays', games: { batch: 31, reached: 11 } })
  })

  test('a comparison that was deleted leaves a bench of the same number in the list', async () => {
    const { screen, emit } = await open([ROW, { ...ROW, kind: 'bench', name: 'Alone', players: ['Alone'], created: 2 }])
    emit('comparison', { ...ROW, deleted: true })
    await flushPromises()
    expect(screen.findAll('nav .row .run-name').map(each => each.text())).toEqual(['Alone'])
  })

  test('without any offers one that starts at once, with its rule', async () => {
    const { asked, button } = await open([])
    await button('Start this comparison').trigger('click')
    await flushPromises()
    const players = [PROFILES[1]!, PROFILES[0]!].map(({ name, title, evaluator, settings }) => ({
      ...{ name: title, profile: name, player: { evaluator, settings, limits: { depth: 1 } } },
    }))
    expect(asked('startComparison')).toEqual([{ players, seed: 1, rule: { games: 100, margin: 0, verdict: true } }])
  })

  test('the form names players of one profile by their limits, and refuses the same player twice', async () => {
    const { screen, asked, button } = await open([])
    await button('Choose players').trigger('click')
    await flushPromises()
    await screen.find('select[aria-label="Profile of player 2"]').setValue('power')
    expect(screen.text()).toContain('Players 1 and 2 are the same.')
    expect(button('Start').attributes('disabled')).toBeUndefined() // the screen’s own
    await screen.find('select[aria-label="Limit of player 2"]').setValue('nodes')
    await screen.find('form').trigger('submit')
    await flushPromises()
    expect(asked('startComparison')).toMatchObject([
      { players: [{ name: 'Power, depth 1' }, { name: 'Power, 1,000 nodes per move', player: { limits: { nodes: 1000 } } }] },
    ])
  })

  test('a searcher is a player by its text, and a text that cannot be read names its part', async () => {
    const { screen, asked, button } = await open([])
    await button('Choose players').trigger('click')
    await flushPromises()
    await screen.find('select[aria-label="Profile of player 2"]').setValue('searcher:')
    const text = screen.find('input[aria-label="Searcher of player 2"]')
    for (const [wrong, problem] of [
      ['mcts:node=5', 'player: "node=5": mcts has no setting node'],
      ['alphaBeta:rivel:depth=4', 'heuristic: "rivel" is none of 2048'],
      ['minimax:profile:nobody:depth=2', 'No profile is named nobody.'],
    ] as const) {
      await text.setValue(wrong)
      expect(screen.find('[role="alert"]').text()).toContain(problem)
    }
    await screen.find('form').trigger('submit')
    await flushPromises()
    expect(asked('startComparison')).toEqual([])
    const at2048 = 'searches the rival’s game, which a 2048 ends'
    await text.setValue('alphaBeta:rival:depth=4')
    expect(screen.find('form').text()).toContain(`alphaBeta:rival:depth=4 ${at2048}`)
    await text.setValue('minimax:profile:power:depth=2')
    expect(screen.find('form').text()).not.toContain(at2048)
    expect(screen.find('[role="alert"]').exists()).toBe(false)
    await screen.find('form').trigger('submit')
    await flushPromises()
    const searcher = expect.stringMatching(/^minimax:power\([^a-z]+\):depth=2$/) as string
    expect(asked('startComparison')).toMatchObject([
      {
        players: [
          { name: PROFILES[1]!.title },
          { ...{ name: 'minimax:profile:power:depth=2', profile: 'minimax:profile:power:depth=2' }, player: { searcher } },
        ],
      },
    ])
  })
})
