/**
 * Where the built-in profile `thesis` departs from the thesis's text, and what each departure changes. The one source of these facts: the
 * presets and the pages of results read it, and tests hold docs/search-values.md and the notes of the profiles to it.
 */
import { numberText } from '../../numberText'
import type { Interval } from '../../stats/intervals'

/** Mean score, with its 95 % interval. */
interface Measured {
  readonly mean: number
  readonly interval: Interval
}

interface Deviation {
  readonly of: 'leaf' | 'dead' | 'h1' | 'h2' | 'h4'
  readonly text: string
  readonly ours: string
  /** The player: `thesis` with the text's form of this alone. */
  readonly player: string
  readonly measured: Measured
}

/** `thesis` itself at this search. */
export const THESIS_MEASURED: Measured = { mean: 29_373, interval: [26_845, 32_010] }

export const DEVIATIONS: readonly Deviation[] = [
  {
    of: 'leaf',
    text: 'the board after the next tile',
    ours: 'the board after the move',
    player: 'thesis@leaf=spawned',
    measured: { mean: 30_162, interval: [27_838, 32_565] },
  },
  {
    of: 'dead',
    text: 'the heuristic of the board',
    ours: '−10⁹',
    player: 'thesis@dead=heuristic',
    measured: { mean: 21_367, interval: [19_539, 23_328] },
  },
  {
    of: 'h1',
    text: 'reads a tile as its face',
    ours: 'as its exponent',
    player: 'thesis@set=h1Tile=face',
    measured: { mean: 3_849, interval: [3_558, 4_157] },
  },
  {
    of: 'h2',
    text: 'its formula counts pairs of empty cells too; its prose says tiles',
    ours: 'pairs of tiles',
    player: 'thesis-face@set=h1Tile=exponent,set=h4Minimum=line,leaf=afterstate,dead=-1000000000',
    measured: { mean: 30_640, interval: [28_244, 33_116] },
  },
  {
    of: 'h4',
    text: 'one minimum over the whole board',
    ours: 'a minimum for each line',
    player: 'thesis@set=h4Minimum=board',
    measured: { mean: 32_571, interval: [30_428, 34_783] },
  },
]

/** One deviation with its effect, as a sentence or two. */
export function deviationText(of: Deviation['of']): string {
  const { text, ours, measured } = DEVIATIONS.find(each => each.of === of)!
  const [theirs, own] = [measured, THESIS_MEASURED].map(measuredText)
  return `${of} in the text: ${text}; here: ${ours}. Mean score at depth 1 (95 %): ${theirs} by the text, ${own} here.`
}

export function measuredText({ mean, interval }: Measured): string {
  return `${numberText(mean, 'integer')} [${interval.map(end => numberText(end, 'integer')).join(' – ')}]`
}
