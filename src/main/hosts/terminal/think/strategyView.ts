/** The best strategy of the player to move, as text and as JSON. */
import type { Game } from '../../../../core/game/game'
import { differenceToBest } from '../../../../core/rounding'
import type { Opponent, StrategyReport } from '../../../../core/search/strategies'
import { table } from '../output/layout'
import { bare, measured, whole } from '../output/numbers'
import type { Style } from '../output/style'

const PLAYERS = ['the first player', 'the second player']
/** Larger numbers are shown by their power of ten. */
const MOST_DIGITS = 15

/** Numbers of any size are texts. */
export function strategyAnswer<State>(game: Game<State>, root: State, error: number, report: StrategyReport) {
  const { strategies, leaves, move, ...rest } = report
  return {
    strategies: String(strategies),
    leaves: String(leaves),
    move: move === undefined ? null : game.words(root, move),
    error,
    ...rest,
  }
}

export function strategyView(
  error: number,
  { agent, strategies, value, leaves, encounters }: StrategyReport,
  style: Style,
): string[] {
  const texts: Readonly<Record<Opponent, string>> = {
    perfect: 'plays perfectly',
    erring: `any move in ${bare(100 * error)} % of its turns`,
    random: 'plays any moves',
  }
  const sign = agent === 0 ? 1 : -1
  const rows = encounters.map(({ opponent, mean, worst, most }) => [
    texts[opponent],
    measured(mean),
    measured(worst),
    measured(most),
    measured(sign * differenceToBest(most, mean)),
  ])
  return [
    '',
    `${sentence(PLAYERS[agent]!)} has ${sizeText(strategies)} ${strategies === 1n ? 'strategy' : 'strategies'}. The best one has ${sizeText(leaves)} ${leaves === 1n ? 'leaf' : 'leaves'}, and its value is ${measured(value)}: the worst of them.`,
    '',
    ...table(['opponent', 'mean', 'worst', 'best answer', 'given away'], rows, { align: 'lrrrr', room: style.columns, style }),
  ]
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 5,478 or 1.24 × 10^205. */
function sizeText(count: bigint): string {
  const digits = String(count)
  if (digits.length <= MOST_DIGITS) return whole(Number(count))
  return `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`
}
