/** Training of networks: killed again and again, against the best possible play, and on two threads. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadavg } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOVES as MOVES_OF_BOARD } from '../../src/core/games/twenty48/board'
import type { NetworkTraining, TrainingConfig } from '../../src/core/games/twenty48/wallGame/training'
import { slideWalls } from '../../src/core/games/twenty48/wallGame/wallGame'
import { TRAINING_PRESETS } from '../../src/core/games/twenty48/wallGame/trainingPresets'
import { numberText } from '../../src/core/numberText'
import { createRandom } from '../../src/core/random'
import { tInterval, wilsonInterval, type Interval } from '../../src/core/stats/intervals'
import { mean } from '../../src/core/stats/summary'
import type { RunFolder } from '../../src/main/lab/training/runFolder'
import { trainRun } from '../../src/main/lab/training/trainRun'
import { SMALL_TRAINING } from '../core/support/smallTraining'
import { measured, measuring, newTraining } from '../support/measured'
import { trainKilled } from '../main/lab/training/trainingKills'
import { record } from './record'
import { exactTable } from '../core/support/walls'

const KILLS = Number(process.env['SOAK_KILLS'] ?? 20)
const SEED = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31)
/** Moves of the trainings that are compared with the best play and with each other: about a minute of a core that does nothing else. */
const MOVES = Number(process.env['SOAK_MOVES'] ?? 40_000_000)
/** Trainings of the same settings differ by several points of success from seed to seed. */
const SEEDS_OF_THREADS = 5

let root: string
beforeAll(() => void (root = mkdtempSync(join(tmpdir(), 'lab-soak-training-'))))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Free cells beside walls that stay: two rows of four, and patterns that see them. */
const FREE = [8, 9, 10, 11, 12, 13, 14, 15]
const PATTERNS = [
  [8, 9, 10, 12, 13, 14],
  [8, 9, 10, 11, 12, 13],
  [8, 9, 12, 13, 14, 15],
]
/** Points that greedy play may fall short of the best: 256 needs nearly all of the cells, and no pattern sees them all. */
const TRIALS = [
  { target: 7, most: 4 },
  { target: 8, most: 15 },
] as const

const [small] = SMALL_TRAINING.networks as readonly [NetworkTraining]

function begin(networks: readonly NetworkTraining[], threads = 1, seed = SMALL_TRAINING.seed): RunFolder {
  const config: TrainingConfig = { ...SMALL_TRAINING, seed, threads, networks }
  return newTraining(root, config, 'tests/soak/training.soak.ts', 'soak')
}

/** @returns seconds of training, without validations */
async function train(run: RunFolder): Promise<number> {
  const isFinished = await trainRun(run, [], measuring(run))
  expect(isFinished).toBe(true)
  return measured(run).at(-1)?.seconds ?? NaN
}

interface Share {
  readonly share: number
  readonly interval: Interval
}

/** Greedy games after the last move, on seeds that training does not use. */
function shareOf(run: RunFolder): Share {
  const validation = measured(run).at(-1)?.validation ?? []
  const games = validation.reduce((sum, each) => sum + each.games, 0)
  const successes = validation.reduce((sum, each) => sum + each.successes, 0)
  return { share: successes / games, interval: wilsonInterval(successes, games) }
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
const points = (difference: number): string => numberText(difference, 'percentagePoints')
const within = ({ share, interval: [low, high] }: Share): string => `${percent(share)} [${percent(low)} – ${percent(high)}]`

test.each([1, 2])(
  `a training on %i threads, killed ${KILLS} times, gives the file of an undisturbed one, byte for byte`,
  async threads => {
    const networks = [{ ...small, moves: threads > 1 ? 20_000_000 : 4_000_000 }]
    const killed = begin(networks, threads)
    const random = createRandom(SEED)
    const slices = Array.from({ length: KILLS }, () => 1 + random.below(8))
    const kills = await trainKilled(killed, KILLS, kill => slices[kill]!)
    await train(killed)
    const undisturbed = begin(networks, threads)
    await train(undisturbed)
    const [one, other] = [readFileSync(killed.result), readFileSync(undisturbed.result)]
    record(`A training that is killed, on ${threads > 1 ? 'two threads' : 'one thread'}`, {
      ...{ kills, 'drawn from the seed': SEED, 'bytes of the network': one.length },
      'bytes that differ from the undisturbed training': one.reduce((count, byte, i) => count + Number(byte !== other[i]), 0),
    })
    expect(kills).toBe(KILLS)
    expect(one.equals(other)).toBe(true)
  },
)

/** Mean of the table over starts as a training draws them: 2 … 5 small tiles, and a legal move. */
function bestFrom(free: readonly number[], target: number): number {
  const table = exactTable({ free, target })
  const random = createRandom(1)
  const rules = { target, walls: 'stay' } as const
  const walls = Array.from({ length: 16 }, (_, cell) => (free.includes(cell) ? 0 : target))
  const values: number[] = []
  while (values.length < 100_000) {
    const board = [...walls]
    for (let tiles = 2 + random.below(4); tiles > 0; tiles--) {
      const empty = free.filter(cell => board[cell] === 0)
      const draw = random.below(10)
      board[empty[random.below(empty.length)]!] = draw < 6 ? 1 : draw < 9 ? 2 : 3
    }
    if (MOVES_OF_BOARD.some(move => slideWalls(board, move, rules))) values.push(table.value(board))
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

test.each(TRIALS)(
  'a network makes rank $target in eight cells as often as the best play, but for $most points',
  async ({ target, most }) => {
    const best = bestFrom(FREE, target)
    const cells = Array.from({ length: 16 }, (_, cell) => cell).filter(cell => !FREE.includes(cell))
    const run = begin([
      {
        ...small,
        ...{
          tuples: PATTERNS,
          target,
          walls: 'stay',
          starts: [{ cells, share: 1 }],
          bigTiles: { from: 0.3, to: 0 },
          moves: MOVES,
        },
      },
    ])
    const seconds = await train(run)
    const greedy = shareOf(run)
    record(`A network against the exact table: ${2 ** target} in two rows of four cells`, {
      ...{ 'best possible play': percent(best), 'greedy play by the network': within(greedy) },
      'short of the best by': points(best - greedy.share),
      ...{ moves: MOVES, 'seconds of training': Math.round(seconds), 'load of the machine': loadavg()[0]!.toFixed(1) },
    })
    expect(greedy.interval[0]).toBeLessThan(best)
    expect(best - greedy.share).toBeLessThan(most / 100)
  },
  1_800_000,
)

test('two threads learn not clearly less than one', async () => {
  const moves = 1.5 * MOVES // with fewer, what a network learns is a matter of luck
  const networks = [{ ...TRAINING_PRESETS['wall-512'].networks[0]!, moves }]
  const load = loadavg()[0]!
  const pairs: Record<'one' | 'two', { seconds: number; share: number }>[] = []
  for (let seed = 1; seed <= SEEDS_OF_THREADS; seed++) {
    const trained = async (threads: number) => {
      const run = begin(networks, threads, seed)
      const seconds = await train(run)
      return { seconds, share: shareOf(run).share }
    }
    pairs.push({ one: await trained(1), two: await trained(2) })
  }
  const meanOf = (threads: 'one' | 'two', what: 'seconds' | 'share') => mean(pairs.map(pair => pair[threads][what]))
  const shares = (threads: 'one' | 'two') => pairs.map(pair => percent(pair[threads].share)).join(', ')
  const differences = pairs.map(({ one, two }) => two.share - one.share)
  const [low, high] = tInterval(differences)
  const ratios = pairs.map(({ one, two }) => two.seconds / one.seconds)
  record('Training on two threads', {
    ...{ 'trainings on one thread, and on two': pairs.length, 'moves of each': moves },
    'seconds on one thread': meanOf('one', 'seconds').toFixed(1),
    'seconds on two': meanOf('two', 'seconds').toFixed(1),
    'time on two of that on one': ratios.map(percent).join(', '),
    ...{ 'success on one': shares('one'), 'success on two': shares('two') },
    'success on two − success on one': `${points(mean(differences))} [${points(low)} – ${points(high)}]`,
    'load of the machine before': load.toFixed(1),
  })
  expect(high).toBeGreaterThan(0)
  expect(low).toBeGreaterThan(-0.1)
}, 1_800_000)
