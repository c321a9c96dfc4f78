/** What a series of two players comes to. */
import type { MatchLine } from '../../../../core/contract/files'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { FEWEST_GAMES, tInterval, wilsonInterval, type Interval } from '../../../../core/stats/intervals'
import { mean } from '../../../../core/stats/summary'
import { percent, percents } from '../markdown'

const TENTHS = fixedDecimals(1)

export interface Score {
  readonly won: number
  readonly drawn: number
  readonly lost: number
}

/** @param player 0 or 1 */
export function scoreOf(matches: readonly MatchLine[], player: number): Score {
  const won = matches.filter(({ winner }) => winner === player).length
  const lost = matches.filter(({ winner }) => winner === 1 - player).length
  return { won, lost, drawn: matches.length - won - lost }
}

export function sumOf(scores: readonly Score[]): Score {
  const sum = (of: keyof Score) => scores.reduce((total, score) => total + score[of], 0)
  return { won: sum('won'), drawn: sum('drawn'), lost: sum('lost') }
}

/** `52–10–38` */
export function scoreText({ won, drawn, lost }: Score): string {
  return `${won}–${drawn}–${lost}`
}

/** Of all matches, with Wilson's interval; of few none. */
export function wonText({ won, drawn, lost }: Score): string {
  const matches = won + drawn + lost
  if (matches < FEWEST_GAMES) return ''
  return `${percent(won / matches)} ${percents(wilsonInterval(won, matches))}`
}

/** Mean of the player's value, with Student's interval over the pairs of matches in which sides were swapped: the two are not independent. */
export function valueText(matches: readonly MatchLine[], player: number): string {
  const values = matches.map(({ values }) => values[player]!)
  return meanText(values, pairMeans(matches, values))
}

/** Share of the points: a win is one, a draw a half; with Student's interval over the pairs, where they differ and are not few. */
export function pointsText(matches: readonly MatchLine[], player: number): string {
  const all = percent(pointsShare(matches, player))
  const interval = pointsInterval(matches, player)
  return interval ? `${all} ${percents(interval)}` : all
}

export function pointsShare(matches: readonly MatchLine[], player: number): number {
  return mean(pointsOf(matches, player))
}

export function pointsInterval(matches: readonly MatchLine[], player: number): Interval | undefined {
  const pairs = pairMeans(matches, pointsOf(matches, player))
  if (pairs.length < FEWEST_GAMES / 2 || new Set(pairs).size < 2) return undefined
  const [low, high] = tInterval(pairs)
  return [Math.max(0, low), Math.min(1, high)]
}

/** By match. */
function pointsOf(matches: readonly MatchLine[], player: number): number[] {
  return matches.map(({ winner }) => (winner === undefined ? 0.5 : Number(winner === player)))
}

/** A value of a player in a match from that seed. */
export interface SeedValue {
  readonly seed: number
  readonly value: number
}

/** Mean of all values, with Student's interval over the means of the seeds: matches from the same seed are not independent. */
export function seedsText(values: readonly SeedValue[]): string {
  return meanText(
    values.map(({ value }) => value),
    seedMeans(values),
  )
}

/** One mean a seed. */
export function seedMeans(values: readonly SeedValue[]): number[] {
  const seeds = [...new Set(values.map(({ seed }) => seed))]
  return seeds.map(seed => mean(values.filter(each => each.seed === seed).map(({ value }) => value)))
}

/** @param groups their means, which are independent of each other; of few there is no interval */
function meanText(values: readonly number[], groups: readonly number[]): string {
  const all = numberText(mean([...values]), TENTHS)
  if (groups.length < FEWEST_GAMES / 2) return all
  const [low, high] = tInterval(groups)
  return `${all} [${numberText(low, TENTHS)} – ${numberText(high, TENTHS)}]`
}

/** @param values of the matches */
function pairMeans(matches: readonly MatchLine[], values: readonly number[]): number[] {
  const byMatch = new Map(matches.map(({ match }, i) => [match, values[i]!]))
  const pairs = [...byMatch].filter(([match]) => match % 2 === 0 && byMatch.has(match + 1))
  return pairs.map(([match, value]) => (value + byMatch.get(match + 1)!) / 2)
}

/** Per move: a sum of what all matches say of a player, over its moves. */
export function perMove(matches: readonly MatchLine[], player: number, what: 'nodes' | 'ms' | 'processorMs'): number {
  const sum = (of: (match: MatchLine) => number) => matches.reduce((total, match) => total + of(match), 0)
  return sum(match => match[what]?.[player] ?? NaN) / sum(({ moves }) => moves[player]!)
}
