/** The Arena screen over a lab whose answers are computed here from the rules of the game. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { h } from 'vue'
import type { MatchSetup, MatchView, TournamentGame, TournamentTable, TournamentView } from '../../../../src/core/contract/calls'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { readPosition } from '../../../../src/core/contract/searchers'
import { GAMES, type GameEntry } from '../../../../src/core/games/registry'
import { rangeOf } from '../../../../src/renderer/src/features/arena/match/useValueLines'
import ArenaScreen from '../../../../src/renderer/src/features/arena/ArenaScreen.vue'
import { Course } from '../../../../src/main/lab/arena/course'
import { fakeLab, flushPromises, hello, mountScreen } from '../../helpers'

beforeEach(() => {
  // there is no layout here
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
})
afterEach(() => void vi.restoreAllMocks())

async function settle(): Promise<void> {
  for (let i = 0; i < 8; i++) await flushPromises()
}

const button = (text: string) => [...document.querySelectorAll('button')].find(each => each.textContent.includes(text))
const page = () => document.body.textContent.replace(/\s+/g, ' ')
async function click(text: string): Promise<void> {
  const found = button(text)
  expect(found, text).toBeDefined()
  found!.click()
  await settle()
}

/** A lab with one match of tic-tac-toe, whose moves the test adds. */
async function showMatch(change: Partial<MatchView> = {}, edges: readonly number[] = []) {
  const setup: MatchSetup = {
    game: 'ticTacToe',
    position: 'start',
    seed: 3,
    seats: ['person', parsePlayerText('alphaBeta:depth=2')],
  }
  const { game }: GameEntry = GAMES.ticTacToe
  const course = new Course(game, readPosition(setup))
  const reportOf = (value: number) => ({ value, depth: 2, nodes: 9, stopped: 'limit' as const, line: [] })
  const play = (edge: number, value?: number) =>
    course.add({
      ...{ edge, state: game.apply(course.state, edge).state, ms: 5 },
      ...(value !== undefined && { report: reportOf(value) }),
    })
  edges.forEach(edge => play(edge))
  const view = (): MatchView => ({
    ...{ id: 1, revision: course.plies, setup, plies: course.plies, back: course.plies, state: game.format(course.state) },
    ...{ turn: game.toAct(course.state), running: false, speed: 'fastest', spentMs: [1500, 20] },
    ...(game.toAct(course.state) === 'over' && { outcome: { ended: 'over', values: [-1, 1], winner: 1 } }),
    ...change,
  })
  const lab = fakeLab((name, arg) => {
    if (name === 'match') return view()
    if (name === 'tournaments') return []
    if (name === 'courseAt') return course.at((arg as { ply: number }).ply)
    if (name === 'courseMoves') return { rows: course.rows(0, 100), total: course.plies, revision: course.plies }
    return undefined
  })
  mountScreen(lab.lab, () => h(ArenaScreen, { hello: hello() }))
  await settle()
  return { ...lab, play: (edge: number, value?: number) => (play(edge, value), lab.emit('match', view())) }
}

describe('the Arena screen', () => {
  test('offers a match where there is none, and starts it', async () => {
    const lab = fakeLab(name => {
      if (name === 'match') return null
      return name === 'tournaments' ? [] : undefined
    })
    mountScreen(lab.lab, () => h(ArenaScreen, { hello: hello() }))
    await settle()
    expect(page()).toContain('No match yet')
    await click('Start this match')
    const { arg } = lab.calls.find(({ name }) => name === 'startMatch')!
    expect(arg).toMatchObject({
      game: 'cantGoBack',
      seats: [{ searcher: 'alphaBeta', heuristic: 'heavy' }, { searcher: 'mcts' }],
    })
  })

  test('shows the position, who is to move, and sends the move that a person clicks', async () => {
    const lab = await showMatch()
    expect(page()).toContain('X (Person) to move')
    const legal = document.querySelectorAll('[aria-label="Legal moves"] [role="option"]')
    expect(legal).toHaveLength(9)
    ;(legal[4] as HTMLElement).click()
    await settle()
    expect(lab.calls.find(({ name }) => name === 'moveInMatch')!.arg).toEqual({ id: 1, ply: 0, action: 4 })
  })

  test('follows the match, and offers moves of the newest position only', async () => {
    const lab = await showMatch({}, [4, 0])
    expect(page()).toContain('2 of 2')
    lab.play(8)
    lab.play(1)
    await settle()
    expect(page()).toContain('4 of 4')
    expect(document.querySelectorAll('[aria-label="Legal moves"] [role="option"]')).toHaveLength(5)
    const list = document.querySelector<HTMLElement>('[role="listbox"][aria-label="Moves"]')!
    list.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true }))
    await settle()
    expect(page()).toContain('0 of 4')
    expect(document.querySelectorAll('[aria-label="Legal moves"] [role="option"]')).toHaveLength(0)
    for (const [key, ply] of [
      ['PageDown', 4],
      ['ArrowUp', 3],
      ['PageUp', 0],
      ['End', 4],
    ] as const) {
      list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      await settle()
      expect(page(), key).toContain(`${ply} of 4`)
    }
  })

  test('draws what a player reported over the match as a line of its own', async () => {
    const lab = await showMatch()
    const line = () => document.querySelector('[aria-label^="Value over the match"]')
    for (const [edge, value] of [[0], [4, 0.25], [1], [2, -0.5]] as const) {
      expect(line()).toBeNull()
      lab.play(edge, value)
      await vi.waitFor(() => expect(document.querySelectorAll('[role="option"]').length).toBeGreaterThan(0))
      await settle()
    }
    await vi.waitFor(() => expect(line()?.getAttribute('aria-label')).toBe('Value over the match, −0.5 to 0.25, in 2 moves'))
    expect(line()!.querySelector('polyline')!.getAttribute('points')).toBe('150.0,1.0 300.0,39.0')
  })

  test('draws all players’ lines on one scale, with 0 among them; a single player’s on its own', () => {
    const values = (...all: number[]) => all.map((value, ply) => ({ ply, value }))
    const [first, second] = [values(0.02, 0.61), values(0.52, -1)]
    expect(
      rangeOf(
        new Map([
          [0, first],
          [1, second],
        ]),
        2,
      ),
    ).toEqual({ low: -1, high: 0.61 })
    expect(rangeOf(new Map([[0, first]]), 2)).toEqual({ low: 0, high: 0.61 })
    expect(rangeOf(new Map([[0, values(1_602_000, 1_605_000)]]), 1)).toEqual({ low: 1_602_000, high: 1_605_000 })
  })

  test('says how a match ended, and why', async () => {
    const fault = { agent: 1, reason: 'clock', message: 'it needed more than 20 ms' } as const
    await showMatch({ turn: 'over', outcome: { ended: 'fault', fault, values: [1, -1], winner: 0 } }, [4])
    expect(page()).toContain('O (Alpha-beta) exceeded its clock. X (Person) wins.')
  })

  test('takes back, pauses and steps by its buttons', async () => {
    const lab = await showMatch({ running: true }, [4, 0])
    await click('Take back')
    await click('Pause')
    expect(lab.names().filter(name => /Match$/.test(name))).toEqual(['takeBackInMatch', 'pauseMatch'])
  })
})

describe('its tournaments', () => {
  const game = (number: number, seats: [number, number], winner?: number): TournamentGame => ({
    ...{ number, seats, ended: 'over', values: [0, 0], moves: 9, ms: 12 },
    ...(winner !== undefined && { winner }),
  })
  const tournament: TournamentView = {
    ...{ id: '0123456789abcdef', game: 'cantGoBack', boards: 0, bounds: {}, seed: 5, at: '2026-01-02T03:04:05.000Z' },
    players: ['random', 'greedy', 'alphaBeta:depth=2'].map(player => ({ name: player, player })),
    ...{ total: 12, done: 12, state: 'finished' },
  }
  const player = (name: string, wins: number, losses: number) =>
    ({ name, wins, draws: 8 - wins - losses, losses, points: 4 + (wins - losses) / 2, faults: 0, overruns: 0 }) as const
  const pairing = (players: [number, number], wins: number, losses: number) =>
    ({ players, wins, draws: 4 - wins - losses, losses, different: 4, undecided: 0, repeats: false, alike: false }) as const
  const table: TournamentTable = {
    players: [player('random', 1, 6), player('greedy', 3, 3), player('alphaBeta:depth=2', 6, 1)],
    pairings: [pairing([0, 1], 1, 2), pairing([0, 2], 0, 4), pairing([1, 2], 1, 2)],
    ...{ games: 12, reproducible: true, machine: 'm' },
  }

  async function showTable(change: Partial<TournamentTable> = {}, tournaments: unknown = [tournament]) {
    const lab = fakeLab(name => {
      if (name === 'match') return null
      if (name === 'tournaments') return tournaments
      if (name === 'tournamentTable') return { ...table, ...change }
      if (name === 'tournamentGames') return { rows: [game(1, [0, 1], 1)], total: 1, revision: 1 }
      return undefined
    })
    mountScreen(lab.lab, () => h(ArenaScreen, { hello: hello() }))
    await settle()
    await click('Tournaments')
    return lab
  }
  const rows = () =>
    [...document.querySelectorAll('table tbody tr')].map(row => ({
      name: row.querySelector('.name')!.textContent,
      against: [...row.querySelectorAll('td.against')].map(cell =>
        (cell.querySelector('[aria-hidden]') ?? cell).textContent.trim(),
      ),
    }))

  test('show the best player first, and each score as the player of its row sees it', async () => {
    await showTable()
    expect(rows()).toEqual([
      { name: 'Alpha-beta, depth 2', against: ['·', '2–1–1', '4–0–0'] },
      { name: 'Greedy', against: ['1–1–2', '·', '2–1–1'] },
      { name: 'Random', against: ['0–0–4', '1–1–2', '·'] },
    ])
  })

  test('follow each report of one, also of one that comes before the list that was requested earlier', async () => {
    const asked = Promise.withResolvers<TournamentView[]>()
    const { emit } = await showTable({}, asked.promise)
    const named = (name: string, change: Partial<TournamentView> = {}): TournamentView => ({
      ...tournament,
      ...{ id: name, players: [{ name, player: 'random' }] },
      ...change,
    })
    emit('tournament', named('later', { at: '2026-02-02T03:04:05.000Z', done: 7, state: 'unfinished' }))
    asked.resolve([tournament, named('later', { at: '2026-02-02T03:04:05.000Z', done: 3, state: 'running' })])
    await settle()
    const list = () => [...document.querySelectorAll('.tournaments .list button')].map(({ textContent }) => textContent)
    expect(list()).toEqual([expect.stringContaining('later'), expect.stringContaining('Greedy')])
    expect(list()[0]).toContain('7')
    emit('tournament', { ...tournament, deleted: true })
    emit('tournament', named('newest', { at: '2026-03-02T03:04:05.000Z' }))
    await settle()
    expect(list()).toEqual([expect.stringContaining('newest'), expect.stringContaining('later')])
  })

  test('say that a game without its counterpart counts in no Elo, once no more are to come', async () => {
    const [first, ...others] = table.pairings
    await showTable({ pairings: [{ ...first!, wins: first!.wins + 1 }, ...others] }, [{ ...tournament, done: tournament.total }])
    expect(page()).toContain('1 game without its counterpart counts in the points, not in Elo.')
  })

  test('say what makes a score doubtful: games that repeat, that were undecided, that a clock decides', async () => {
    const [first, ...others] = table.pairings
    const players = table.players.map(each => ({ ...each, interval: [-10, 10] as const }))
    await showTable({
      players,
      reproducible: false,
      pairings: [{ ...first!, different: 1, repeats: true, alike: true, undecided: 2 }, ...others],
    })
    expect(page()).toContain('Intervals: 95%')
    expect(page()).toContain('Random against Greedy: only 1 of 4 games differ')
    expect(page()).toContain('Random and Greedy: both games of every pair are the same.')
    expect(page()).toContain('2 games reached the most moves')
    expect(page()).toContain('A clock decides')
    expect(page()).not.toContain('counterpart')
  })
})
