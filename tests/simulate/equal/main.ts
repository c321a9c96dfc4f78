/**
 * Whether "equal" and "blunder" are true, for `power` at depth 1 as judge and as the player of the playouts.
 *
 *     npm run simulate -- equal                  prints the figures (20 minutes of a core)
 *     npm run simulate -- equal --pairs 20       tries it out with a tenth of the pairs and blunders
 *     npm run simulate -- equal --plain          the same of the calibration alone, without what playouts add to it
 *     npm run simulate -- equal --seed 7         boards of other games
 *
 * Calibrates the player as anyone does, and draws boards from other games of it. Then it plays 2,000 games from both afterstates of pairs
 * that are called equal, and of moves that lose much in playouts, to the tile that was in doubt. Interrupted, the same command goes on.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { duration } from '../../../src/main/hosts/terminal/output/numbers'
import { calibrationKey } from '../../../src/core/games/twenty48/playerHash'
import { boardsWithPairs, calibrated } from './judge'
import { comparedTo, keepIn, losesMuch, PLAYER, type Compared, type Judged } from './playouts'

const PAIRS = 200
const BLUNDERS = 100
/** Percentage points as shares. */
const EQUAL = 0.02
const BLUNDER = 0.2
const SEED = 20_260_303

const { values } = parseArgs({ options: { pairs: { type: 'string' }, seed: { type: 'string' }, plain: { type: 'boolean' } } })
const pairs = Number(values.pairs ?? PAIRS)
if (!Number.isInteger(pairs) || pairs < 2) throw new Error(`--pairs ${values.pairs} is not a whole number from 2 on`)
const blunders = Math.ceil((pairs * BLUNDERS) / PAIRS)

const started = performance.now()
const say = (what: string) => console.error(`${duration(performance.now() - started)}  ${what}`)

const folder = join(import.meta.dirname, '../../../out/simulate-equal', calibrationKey(PLAYER))
mkdirSync(folder, { recursive: true })
const { losses, close, ...plain } = calibrated(folder)
const calibration = values.plain ? plain : { ...plain, ...(losses && { losses }), ...(close && { close }) }
keepIn(join(folder, 'comparisons.jsonl'))
const equal: { readonly judged: Judged; readonly compared: Compared }[] = []
const planted: typeof equal = []
for (const board of boardsWithPairs(calibration, Number(values.seed ?? SEED))) {
  if (equal.length >= pairs && planted.length >= blunders) break
  for (const judged of board) {
    if (judged.class === 'equal' && equal.length < pairs) equal.push({ judged, compared: comparedTo(judged) })
    if (planted.length < blunders && losesMuch(judged, BLUNDER)) {
      const compared = comparedTo(judged)
      if (compared.difference > BLUNDER) planted.push({ judged, compared })
    }
    if ((equal.length + planted.length) % 20 === 0) say(`${equal.length} pairs called equal, ${planted.length} blunders`)
  }
}

const share = (of: number, all: number) => `${of} of ${all} (${((100 * of) / all).toFixed(1)} %)`
const honest = equal.filter(({ compared: { interval } }) => interval[0] <= EQUAL && interval[1] >= -EQUAL)
const called = (name: string) => share(planted.filter(({ judged }) => judged.class === name).length, planted.length)
const distances = equal.map(({ compared }) => Math.abs(compared.difference)).toSorted((a, b) => a - b)
console.log(
  [
    `moves that are called close, and the spread of what they lose: ${(close ?? []).map(({ crowded, pairs: of, spread }) => `${crowded ? 'at most one empty cell' : 'more'} ${(100 * spread).toFixed(1)} pp (${of} pairs)`).join(', ')}`,
    `noise, by largest tile: ${calibration.noise!.map(({ rank, boards, change }) => `${2 ** rank}: ${(100 * change).toFixed(2)} pp (${boards} boards)`).join(', ')}`,
    `called equal, and the 95 % interval of 2,000 paired playouts reaches into ±2 points: ${share(honest.length, equal.length)}`,
    `their differences in points: median ${(100 * distances[distances.length >> 1]!).toFixed(2)}, largest ${(100 * distances.at(-1)).toFixed(2)}`,
    `lose more than 20 points in 2,000 playouts, and called blunder: ${called('blunder')}`,
    `  mistake: ${called('mistake')}, inaccuracy: ${called('inaccuracy')}, unknown: ${called('unknown')}, equal: ${called('equal')}`,
    '',
    ...[...equal.filter(each => !honest.includes(each)), ...planted.filter(({ judged }) => judged.class !== 'blunder')].map(line),
  ].join('\n'),
)

function line({ judged, compared }: (typeof equal)[number]): string {
  const { position, best, move, loss, chance, goal } = judged
  const points = (of: number) => (100 * of).toFixed(1)
  const [low, high] = compared.interval.map(points)
  return (
    `${position} ${best} against ${move}, chance of ${2 ** goal} ${points(chance)} %: called ${judged.class} (loses ${points(loss)}), ` +
    `playouts ${points(compared.shares[0])} − ${points(compared.shares[1])} = ${points(compared.difference)} [${low}, ${high}]`
  )
}
