/** A light heuristic and a deep search against a heavy heuristic and a shallow one. */
import type { MatchLine } from '../../../../core/contract/files'
import type { GivenOptions } from '../../../../core/contract/gameOptions'
import { parsePlayerText } from '../../../../core/contract/playerText'
import { readPosition, START } from '../../../../core/contract/searchers'
import { distance } from '../../../../core/games/grid'
import { lyingCount, type WarehouseState } from '../../../../core/games/warehouse/position'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { mean } from '../../../../core/stats/summary'
import { gamesCell, matchLines } from '../made'
import { percent, table, whole } from '../markdown'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { perMove, scoreOf, scoreText, valueText, wonText } from './score'
import { lightHeavyPlot } from './lightHeavyPlot'
import { cantGoBackDuels, cantGoBackSections } from './lightHeavyCantGoBack'
import { matchesFingerprint, matchesOf, playMissing, type Series } from './series'

/** A warehouse and the plies of the heavy player. */
interface Setting {
  readonly heading: string
  readonly heavy: number
  readonly size: number
}

/** The source has two depths of the heavy player, one level apart; the smaller one is assumed. */
const SETTINGS: readonly Setting[] = [
  { heading: 'Heavy at depth 2', heavy: 2, size: 5 },
  { heading: 'Heavy at depth 3', heavy: 3, size: 5 },
  { heading: 'Heavy at depth 2, on 3 × 3 cells (ours)', heavy: 2, size: 3 },
]
/** How much deeper the light player searches, in plies; the source goes up to 2. */
const DIFFERENCES = [0, 1, 2, 3, 4, 5, 6, 8, 10] as const
const SOURCES = 2

const STEPS = 100
const GAMES = 100
const SEED = 20260102

interface Duel extends Series {
  readonly setting: Setting
  readonly light: number
}

function duelsOf(setting: Setting, most: number): Duel[] {
  const { heavy, size } = setting
  return DIFFERENCES.map(difference => {
    const light = heavy + difference
    const texts = [`alphaBeta:creditDifference:depth=${light}`, `alphaBeta:improved:depth=${heavy}`]
    return {
      name: `light at ${light}, heavy at ${heavy}, ${size} × ${size} cells`,
      rules: { game: 'warehouse', position: START, options: optionsOf(setting) },
      players: texts.map(parsePlayerText),
      matches: Math.min(most, GAMES),
      seed: SEED,
      ...{ setting, light },
    }
  })
}

function optionsOf({ size }: Setting): GivenOptions {
  return { steps: STEPS, width: size, height: size }
}

function allDuels(most: number): Duel[] {
  return SETTINGS.flatMap(setting => duelsOf(setting, most))
}

export const lightHeavy: Reproduction = {
  fingerprint: () => matchesFingerprint([...cantGoBackDuels(1), ...allDuels(1).filter(({ light }) => light < 6)]),
  async compute(bench, most) {
    await playMissing(bench, 'light against heavy, Can’t Go Back', cantGoBackDuels(most))
    await playMissing(bench, 'light against heavy, warehouse', allDuels(most))
  },
  isEnough: (results, most) => [...cantGoBackDuels(most), ...allDuels(most)].every(duel => matchesOf(results, duel).length > 0),
  page: lightHeavyPage,
  picture: lightHeavyPlot,
}

function lightHeavyPage(results: ResultsFile, command: string, most: number): string {
  const matchesIn = (setting: Setting) => duelsOf(setting, most).flatMap(duel => matchesOf(results, duel))
  const usual = SETTINGS.filter(({ size }) => size === SETTINGS[0]!.size).flatMap(matchesIn)
  const plies = SETTINGS.map(setting => deliveriesOf(setting, matchesIn(setting)))
  const small = plies.at(-1)!
  return [
    '# A light heuristic and a deep search against a heavy heuristic and a shallow one',
    matchLines(results, command),
    [
      'Course work “Can’t Go Back” plays a light heuristic, searched deeper, against a heavy one, twice with the same differences in depth. The depths of its first plot are lost: heavy at 2 and light at 2, 3 and 4 are assumed; the second is one level deeper. It finds that depth wins.',
      'Course work “warehouse robots” raises the same question. Here are both games. Each seed is played twice, with sides swapped. Depths are in plies: one move of either player is a ply.',
      'Differences beyond 2 are ours.',
    ].join('\n'),
    ...cantGoBackSections(results, most),
    [
      '## In the warehouse',
      '',
      'Both players are alpha-beta, with 100 steps each. The light one sees the difference of the credits (`creditDifference`), the heavy one the heuristic of the work (`improved`).',
      '',
      'In the columns:',
      '',
      '- **light won**, **heavy won**: the share of all games, with its 95 % interval (Wilson), which takes games as independent; the two of a seed are not quite.',
      '- **credits ahead**: the mean difference of the credits at the end, light less heavy, with its 95 % interval over the pairs of games (Student).',
      '- **sees a delivery**: the share of the robots that, at the start of these games, could deliver a package within the light player’s depth.',
    ].join('\n'),
    ...SETTINGS.flatMap((setting, i) => [
      `### ${setting.heading}`,
      table([HEAD, ...duelsOf(setting, most).map(duel => duelRow(duel, matchesOf(results, duel), plies[i]!))]),
    ]),
    '### Why two plies more do not win here',
    [
      '- **The light heuristic is blind until a delivery.** Credit changes when a robot drops off a package or charges, and at no other move. If no line of play within the depth reaches a delivery, all moves are',
      '  worth the same, and alpha-beta takes the first of them: north, then south, east and west. The heavy heuristic sees each step towards a package.',
      `- **Deliveries are far.** At the start a robot’s quickest delivery on 5 × 5 cells takes ${figures(plies[0]!)}. That counts the way to a package, picking it up, the way to`,
      '  its destination and dropping it off, and a ply of the other robot after each of these moves but the last; it leaves out that the other robot may be in the way.',
      '- **Half the plies are the other robot’s.** A search of 4 plies looks at two moves of its own robot, so two plies more are one move more.',
      `- **The step limit cuts nothing off.** On 5 × 5 cells ${overText(usual)}, after ${numberText(mean(usual.map(movesEach)), fixedDecimals(0))} moves of each robot on average, of ${STEPS}: batteries are empty by then.`,
      `- **A check:** on 3 × 3 cells a robot’s quickest delivery takes ${figures(small)}. If distance is the reason, the light player should come closer there at the same depths: see the last table.`,
      '- In Can’t Go Back one step onto a fruit scores, so each ply can show a score. That is why its result need not hold in the warehouse.',
    ].join('\n'),
  ].join('\n\n')
}

const HEAD = [
  'light at',
  'deeper by',
  'sees a delivery',
  'games',
  'light won–drawn–lost',
  'light won',
  'heavy won',
  'credits ahead',
  'nodes per move: light',
  'heavy',
  'processor ms per move: light',
  'heavy',
]

/** @param deliveries as `deliveriesOf` has them */
function duelRow(duel: Duel, matches: readonly MatchLine[], deliveries: readonly number[]): string[] {
  const difference = duel.light - duel.setting.heavy
  return [
    String(duel.light),
    `${difference}${difference > SOURCES ? ' (ours)' : ''}`,
    percent(deliveries.filter(plies => plies <= duel.light).length / deliveries.length),
    gamesCell(matches, { games: duel.matches }),
    scoreText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 1)),
    valueText(matches, 0),
    ...[0, 1].map(player => whole(perMove(matches, player, 'nodes'))),
    ...[0, 1].map(player => numberText(perMove(matches, player, 'processorMs'), fixedDecimals(2))),
  ]
}

/** Plies to the quickest delivery of each robot, if it were its turn, at the start of these games. */
function deliveriesOf(setting: Setting, matches: readonly MatchLine[]): number[] {
  const seeds = [...new Set(matches.map(({ seed }) => seed))]
  return seeds.flatMap(seed => {
    const start = readPosition({ game: 'warehouse', position: START, options: optionsOf(setting), seed }) as WarehouseState
    return start.robots.map(({ cell }) => deliveryPlies(start, cell))
  })
}

/** With no robot in the way, and no obstacles. */
function deliveryPlies(state: WarehouseState, cell: number): number {
  const moves = state.packages
    .slice(0, lyingCount(state))
    .map(({ from, to }) => distance(state.floor, cell, from) + 1 + distance(state.floor, from, to) + 1)
  return 2 * Math.min(...moves) - 1
}

/** `13.8 plies on average, from 5 to 25 (100 robots)` */
function figures(plies: readonly number[]): string {
  const average = numberText(mean([...plies]), fixedDecimals(1))
  return `${average} plies on average, from ${Math.min(...plies)} to ${Math.max(...plies)} (${plies.length} robots)`
}

function overText(matches: readonly MatchLine[]): string {
  const over = matches.filter(line => line.ended === 'over' && movesEach(line) < STEPS).length
  return over === matches.length ? `all ${whole(over)} games ended` : `${whole(over)} of ${whole(matches.length)} games ended`
}

function movesEach({ moves }: MatchLine): number {
  return mean(moves)
}
