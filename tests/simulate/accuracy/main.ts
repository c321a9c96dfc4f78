/**
 * Accuracies of players of known strength (src/core/games/twenty48/accuracy.ts), and the steepness that gives `thesis` at depth 1 its 70.
 *
 *     npm run simulate -- accuracy                    20 games of each player (an hour of a core, most of it for the last two)
 *     npm run simulate -- accuracy --fit              14 games of thesis at depth 1, and the steepness that follows
 *     npm run simulate -- accuracy --player power     one player; --games 5 plays fewer
 *
 * The judge searches at most 1,000 moves of a game, at equal distances from a place that the game's seed draws. Judged games are kept in
 * out/simulate-accuracy: interrupted, the same command goes on.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accuracyOf } from '../../../src/core/games/twenty48/accuracy'
import { JUDGE, judgeFrom } from '../../../src/core/games/twenty48/playerHash'
import { maxRank } from '../../../src/core/games/twenty48/board'
import { assessSlide } from '../../../src/core/games/twenty48/gameAnalysis'
import { LosingRisk } from '../../../src/core/games/twenty48/losingRisk'
import { deepen } from '../../../src/core/games/twenty48/search/deepening'
import { createRandom, deriveSeed } from '../../../src/core/random'
import { meanInterval } from '../../../src/core/stats/intervals'
import { searchSlide } from '../../../src/main/compute/thread/slideSearch'
import { duration } from '../../../src/main/hosts/terminal/output/numbers'
import { calibrationOfJudge } from '../../../src/main/lab/calibrations/findCalibration'
import { builtInProfile } from '../../../src/main/lab/profiles/builtInProfiles'
import { gameOf, newKernel, PLAYERS } from './games'

type Name = keyof typeof PLAYERS
const NAMES = Object.keys(PLAYERS) as Name[]

const GAMES = 20
/** No game of a calibration, a bench or a study has one of these. */
const SEED = 20_261_201
const FIT = { player: 'thesis', games: 14, seed: 20_261_202, target: 70 } as const
const MOST_MOVES = 1000

interface JudgedGame {
  readonly score: number
  readonly largest: number
  readonly slides: number
  /** `countedLoss` of each move that was judged. */
  readonly losses: readonly (number | null)[]
}

const { values } = parseArgs({
  options: { fit: { type: 'boolean' }, player: { type: 'string' }, games: { type: 'string' } },
})
const folder = join(import.meta.dirname, '../../../out/simulate-accuracy')
mkdirSync(folder, { recursive: true })

const judge = judgeFrom(builtInProfile(JUDGE.profile)!)
const scale = { calibration: calibrationOfJudge() }
const risk = new LosingRisk(judge)
const kernel = newKernel()
kernel.load(judge.evaluator, judge.settings)

/** The places of the moves that are judged, ascending. */
function placesOf(seed: number, slides: number): number[] {
  if (slides <= MOST_MOVES) return Array.from({ length: slides }, (_, i) => i)
  const start = createRandom(deriveSeed(seed, 2)).below(1000) / 1000
  return Array.from({ length: MOST_MOVES }, (_, i) => Math.floor(((i + start) * slides) / MOST_MOVES))
}

function judged(name: Name, chooserFor: ReturnType<(typeof PLAYERS)[Name]>, seed: number): JudgedGame {
  const { moves, score } = gameOf(chooserFor, seed)
  const losses = placesOf(seed, moves.length).map(place => {
    const { board, score: before, move } = moves[place]!
    const steps = deepen(board, judge.limits, { cut: judge.settings.cut })
    const report = searchSlide(kernel, steps, judge.limits, () => false)
    return assessSlide(place + 1, move, { board, score: before }, report, { risk, scale, judge }).counted
  })
  return { score, largest: 2 ** Math.max(...moves.map(({ board }) => maxRank(board))), slides: moves.length, losses }
}

function gamesOf(name: Name, games: number, seed: number): JudgedGame[] {
  const file = join(folder, `${name}-${seed}.jsonl`)
  const known = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [] // a kill may have cut off the last one
  writeFileSync(file, known.map(line => `${line}\n`).join(''))
  const results = known.slice(0, games).map(line => JSON.parse(line) as JudgedGame)
  const chooserFor = results.length < games ? PLAYERS[name]() : undefined
  while (results.length < games) {
    const began = performance.now()
    const game = judged(name, chooserFor!, deriveSeed(seed, results.length))
    appendFileSync(file, `${JSON.stringify(game)}\n`)
    results.push(game)
    console.error(`${name}, game ${results.length}: ${game.score} points, ${duration(performance.now() - began)}`)
  }
  return results
}

function line(name: string, games: readonly JudgedGame[], steepness?: number): string {
  const means = games.flatMap(({ losses }) => accuracyOf(losses, steepness)?.mean ?? [])
  const mean = means.reduce((a, b) => a + b, 0) / means.length
  const [low, high] = meanInterval(means, SEED)
  const moves = games.flatMap(({ losses }) => losses)
  const score = games.reduce((sum, each) => sum + each.score, 0) / games.length
  const counted = moves.filter(loss => loss !== null).length
  return `| ${name.padEnd(9)} | ${games.length} | ${mean.toFixed(1)} [${low.toFixed(1)} – ${high.toFixed(1)}] | ${moves.length} | ${counted} | ${Math.round(score)} |`
}

if (values.fit) {
  const games = gamesOf(FIT.player, Number(values.games ?? FIT.games), FIT.seed)
  const meanAt = (steepness: number) =>
    games.reduce((sum, { losses }) => sum + accuracyOf(losses, steepness)!.mean, 0) / games.length
  let [low, high] = [0, 100]
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2
    if (meanAt(middle) > FIT.target) low = middle
    else high = middle
  }
  console.log(`steepness ${low.toPrecision(4)}`)
  console.log(line(FIT.player, games, low))
} else
  for (const name of NAMES.filter(each => values.player === undefined || each === values.player))
    console.log(line(name, gamesOf(name, Number(values.games ?? GAMES), SEED)))
