/** The text output of a tournament. */
import { visible } from '../../../../core/quoted'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { FEWEST_GAMES, type Interval } from '../../../../core/stats/intervals'
import type { ArenaOutcome, PairingScore, ShownGame, Standing } from '../../../lab/localLab'
import { block, present, table } from '../output/layout'
import { bare, counted, duration, measured, measuredWithin, percent, short, whole } from '../output/numbers'
import type { Style } from '../output/style'

export function arenaTable({ tournament, standings, file, total, reproducible }: ArenaOutcome, style: Style): string[] {
  const { game, seed, boards, bounds } = tournament
  const { games, pairings, players } = standings
  const played = games < total ? `${whole(games)} of ${counted(total, 'game')}` : counted(games, 'game')
  const how = [
    boards.length > 0 ? counted(boards.length, 'board') : undefined,
    bounds.clockMs === undefined ? undefined : `clocks of ${duration(bounds.clockMs)}`,
    bounds.actions === undefined ? undefined : `at most ${counted(bounds.actions, 'action')}`,
  ].filter(each => each !== undefined)
  return block([
    style.bold([game, played, `seed ${seed}`, ...how].join(' · ')),
    style.dim(file),
    '',
    ...playerLines(tournament, standings, style),
    ...(players.length > 2 && pairings.length > 0 ? ['', ...crossLines(players, pairings, style)] : []),
    '',
    ...notesOn(standings, total, reproducible, hasGoal(game)).map(style.dim),
  ])
}

/** True if each plays alone. */
export function isAlone({ agents }: ArenaOutcome['standings']): boolean {
  return agents === 1
}

/** True if a player alone wins by reaching something; else its points count. */
export function hasGoal(game: string): boolean {
  return game === 'adversarial48'
}

/** The table of players who play alone: their games that reach the goal, or their points in a game without a goal. */
function aloneLines(game: string, players: readonly Standing[], style: Style): string[] {
  const isGoal = hasGoal(game)
  const hasFaults = players.some(each => faultsText(each) !== '')
  const rows = players.map(each => [
    each.name,
    whole(each.wins + each.draws + each.losses),
    isGoal ? shareText(each) : valueText(each),
    each.msPerMove === undefined ? '–' : duration(each.msPerMove),
    each.nodesPerMove === undefined ? '–' : short(each.nodesPerMove),
    ...(hasFaults ? [faultsText(each)] : []),
  ])
  const head = [
    'player',
    'games',
    isGoal ? 'reached 2048' : 'mean points',
    'time/move',
    'nodes/move',
    ...(hasFaults ? ['faults'] : []),
  ]
  return table(head, rows, { align: hasFaults ? 'lrlrrl' : 'lrlrr', style })
}

function playerLines(
  { game }: ArenaOutcome['tournament'],
  { players, games, agents }: ArenaOutcome['standings'],
  style: Style,
): string[] {
  if (games > 0 && agents === 1) return aloneLines(game, players, style)
  const hasOverruns = players.some(({ overruns }) => overruns > 0)
  const hasFaults = players.some(({ faults }) => Object.values(faults).some(Boolean))
  const hasElo = agents === 2
  const head = present([
    'player',
    'points',
    'won',
    'drawn',
    'lost',
    'won %',
    hasElo && 'Elo',
    'value',
    'time/move',
    'nodes/move',
    hasOverruns && 'overruns',
    hasFaults && 'faults',
  ])
  const rows = players
    .toSorted((a, b) => b.points - a.points)
    .map(each =>
      present([
        each.name,
        style.bold(bare(each.points)),
        ...[each.wins, each.draws, each.losses].map(whole),
        shareText(each),
        hasElo && eloText(each.elo, each.interval),
        valueText(each),
        each.msPerMove === undefined ? '–' : duration(each.msPerMove),
        each.nodesPerMove === undefined ? '–' : short(each.nodesPerMove),
        hasOverruns && whole(each.overruns),
        hasFaults && faultsText(each),
      ]),
    )
  const align = `lrrrrl${hasElo ? 'l' : ''}lrr${hasOverruns ? 'r' : ''}l`
  return games === 0 ? ['No game has ended.'] : table(head, rows, { align, style })
}

/** Rows against columns: won–drawn–lost. */
function crossLines(players: readonly Standing[], pairings: readonly PairingScore[], style: Style): string[] {
  const cell = (row: number, column: number): string => {
    const pairing = pairings.find(each => each.players.includes(row) && each.players.includes(column))
    if (row === column || !pairing) return '·'
    const { wins, draws, losses } = pairing
    return pairing.players[0] === row ? `${wins}–${draws}–${losses}` : `${losses}–${draws}–${wins}`
  }
  const head = ['won–drawn–lost', ...players.map((_, i) => `against ${i + 1}`)]
  const rows = players.map(({ name }, row) => [`${row + 1} ${name}`, ...players.map((_, column) => cell(row, column))])
  return table(head, rows, { align: 'l', style })
}

function notesOn(
  { games, agents, players, pairings }: ArenaOutcome['standings'],
  total: number,
  reproducible: boolean,
  isGoal: boolean,
): string[] {
  const alone = agents === 1
  const hasIntervals = players.some(({ interval, shares, valueInterval }) => interval ?? shares ?? valueInterval)
  const repeated = pairings.filter(each => each.repeats)
  const undecided = pairings.reduce((sum, each) => sum + each.undecided, 0)
  const field = players.length > 2 ? 'all others together' : 'the other'
  return present([
    !hasIntervals
      ? `Too few games for intervals: a player needs ${FEWEST_GAMES}.`
      : alone
        ? 'Intervals: 95 %, of shares by Wilson. All players have the same seeds, but after the first difference in moves the tiles differ too.'
        : agents > 2
          ? `Intervals: 95 %, by groups of ${agents} games with the same start, one for each rotation of the seats. Shares by Wilson, widened as far as the games of a group depend on each other.`
          : `Intervals: 95 %, by pairs of games with sides swapped. Shares by Wilson, widened as far as the games of a pair depend on each other; Elo is above ${field}.`,
    alone &&
      players.some(each => faultsText(each) !== '') &&
      (isGoal ? 'A fault ends a game: it counts as not reached.' : 'A fault ends a game: it counts with its points so far.'),
    agents > 2 &&
      players.some(({ draws }) => draws > 0) &&
      'Drawn: without a single winner, for those who share the highest value.',
    games < total && 'Not finished: games that end sooner are more likely among these.',
    !reproducible && 'A clock decides: not reproducible, the same seeds give other games next time.',
    undecided > 0 && `${counted(undecided, 'game')} ended undecided, at the most actions: counted as drawn.`,
    ...pairings
      .filter(({ alike }) => alike)
      .map(({ players: [one, other] }) => {
        return `${players[one]!.name} and ${players[other]!.name}: both games of every pair are the same, move by move. They seem to play alike, although their settings differ.`
      }),
    ...repeated.map(({ players: [one, other], different, wins, draws, losses }) => {
      const all = wins + draws + losses
      return `${players[one]!.name} against ${players[other]!.name}: only ${whole(different)} of ${counted(all, 'game')} differ. Unless one of them draws at random, the others say nothing new, and intervals say too much: give more starts (--boards).`
    }),
  ])
}

function shareText({ wins, draws, losses, shares }: Standing): string {
  const games = wins + draws + losses
  if (games === 0) return '–'
  const share = percent(wins / games, games)
  if (!shares) return share
  const [low, high] = shares.wins.map(each => numberText(100 * each, fixedDecimals(0)))
  return `${share} [${low} – ${high}]`
}

function eloText(elo: number | undefined, interval: Interval | undefined): string {
  if (elo === undefined) return '–'
  return interval ? `${points(elo)} [${points(interval[0])} – ${points(interval[1])}]` : points(elo)
}

function points(elo: number): string {
  if (Number.isFinite(elo)) return numberText(elo, 'points')
  return elo > 0 ? '+∞' : '−∞'
}

function valueText({ value, valueInterval }: Standing): string {
  if (value === undefined) return '–'
  return valueInterval ? measuredWithin(value, valueInterval) : measured(value)
}

function faultsText({ faults: { threw, illegal, clock } }: Standing): string {
  const all = [
    [clock, 'clock'],
    [threw, 'failed'],
    [illegal, 'illegal'],
  ] as const
  return all.flatMap(([count, name]) => (count > 0 ? [`${whole(count)} ${name}`] : [])).join(', ')
}

/** A saved game, move by move. */
export function gameLines({ game, names, moves, end }: ShownGame, style: Style): string[] {
  const { fault, winner, values, seed, start } = game
  const faultText = fault && ` ${names[fault.agent]!} is out: ${fault.reason}, ${visible(fault.message)}.`
  return block([
    style.bold(
      `Game ${game.game} · ${names[0]} ${names.length === 1 ? 'alone' : `begins, against ${names.slice(1).join(' and ')}`} · seed ${seed}`,
    ),
    start,
    ...moves.map(({ by, words }, i) => `${String(i + 1).padStart(4)}  ${by === 'chance' ? 'chance' : by + 1}  ${words}`),
    end,
    `${winner === undefined ? 'No winner' : `${names[winner]!} wins`}, values ${values.map(measured).join(values.length > 2 ? ', ' : ' and ')}.${faultText ?? ''}`,
  ])
}
