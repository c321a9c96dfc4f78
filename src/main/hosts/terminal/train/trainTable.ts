/** Training runs for people. */
import type { DeletedThing, TrainingRow, TrainingView } from '../../../../core/contract/calls'
import type { TrainingLine } from '../../../../core/contract/files'
import { face, type Rank } from '../../../../core/games/twenty48/board'
import { outputOf } from '../../../../core/games/twenty48/wallGame/network'
import {
  type NetworkTraining,
  movesOf,
  scoreInterval,
  startName,
  validatedShare,
} from '../../../../core/games/twenty48/wallGame/training'
import { block, indented, table } from '../output/layout'
import { counted, dateText, percent, short, whole } from '../output/numbers'
import { padStart, type Style } from '../output/style'

const MOVES_WIDTH = 8
const LEAST_WIDTH = 5
const WHOLE_WIDTH = 7
/** Ranks whose share of whole games is shown. */
const WHOLE_FACES: readonly Rank[] = [11, 12, 13, 14]

type DeletedTraining = Extract<DeletedThing, { readonly kind: 'trainings' }>

/** The head of the rows of `measurementRow`. */
export function networkHead(training: NetworkTraining, place: number, all: number, style: Style): string[] {
  const which = all === 1 ? 'network' : `network ${place + 1} of ${all}`
  const what = isWhole(training) ? 'points of whole games' : `makes ${whole(face(training.target))}`
  return indented([
    '',
    `${style.bold(`${which}: ${what}`)}, ${short(training.moves)} moves`,
    style.dim(cells('moves', namesOf(training))),
  ])
}

/**
 * Greedy games on unseen seeds: the share in which the target was made, by start, and of all as the starts are shared. Of whole games, the
 * mean score with half of its 95 % interval, and the share that made each tile.
 */
export function measurementRow(line: TrainingLine, training: NetworkTraining): string[] {
  const { moves, validation } = line
  if (isWhole(training)) return wholeRow(moves, validation[0]!, training)
  const shares = validation.map(({ successes, games }) => successes / games)
  return indented([
    cells(
      short(moves),
      [...shares, validatedShare(line, training).share].map((share, i) => percentOf(share, namesOf(training)[i]!)),
    ),
  ])
}

function wholeRow(moves: number, result: TrainingLine['validation'][number], training: NetworkTraining) {
  const { games, mean, whole: found } = result
  const { tops } = found!
  const [, high] = scoreInterval(result)!
  const shares = WHOLE_FACES.map(rank => percent(tops.slice(rank).reduce((sum, count) => sum + count, 0) / games, 100))
  const names = namesOf(training)
  const all = [whole(Math.round(mean)), `± ${whole(Math.round(high - mean))}`, ...shares]
  return indented([
    cells(
      short(moves),
      all.map((text, i) => padStart(text, names[i]!.length)),
    ),
  ])
}

function isWhole(training: NetworkTraining): boolean {
  return outputOf(training) === 'points'
}

function cells(first: string, others: readonly string[]): string {
  return [padStart(first, MOVES_WIDTH), ...others].join('  ')
}

function namesOf(training: NetworkTraining): string[] {
  const { starts } = training
  if (isWhole(training))
    return ['mean', '', ...WHOLE_FACES.map(rank => String(face(rank)))].map(name => padStart(name, WHOLE_WIDTH))
  return [...starts.map(startName), 'all'].map(name => padStart(name, LEAST_WIDTH))
}

function percentOf(share: number, name: string): string {
  return padStart(percent(share, 100), name.length)
}

/** @param runs the newest first */
export function runsTable(runs: readonly TrainingRow[], advice: readonly string[], style: Style): string[] {
  if (runs.length === 0) return block(['No training runs yet.'])
  const head = ['run', 'name', 'moves', 'done', 'seed', 'threads', 'begun']
  const rows = runs.map(({ id, name, moves, done, state, seed, threads, created }) => [
    ...[String(id), name, short(moves), state === 'finished' ? state : percent(done / moves, 100)],
    ...[String(seed), String(threads), created === null ? '' : dateText(created)],
  ])
  return block([...table(head, rows, { align: 'rlrrrrl', style, lesser: [5, 4, 6] }), ...advice])
}

export function deletedTable(runs: readonly DeletedTraining[], style: Style): string[] {
  if (runs.length === 0) return block(['No training run was deleted.'])
  const rows = runs.map(({ id, name, moves, deleted }) => [String(id), name, short(moves), dateText(deleted)])
  return block(table(['run', 'name', 'moves', 'deleted'], rows, { align: 'rlrl', style }))
}

export function runHead({ id, config }: TrainingView, style: Style): string[] {
  const { name, seed, threads } = config
  const facts = [`run ${id}`, name, `${short(movesOf(config))} moves`, `seed ${seed}`, counted(threads, 'thread')]
  return indented(['', style.bold(facts.join(' · '))])
}
