/** `lab replay learn`: the next exercise from one's own mistakes, and whether a move finds it. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { JUDGE } from '../../../../core/games/twenty48/playerHash'
import { MOVES, SIDE, type Move } from '../../../../core/games/twenty48/board'
import {
  dateOf,
  endOf,
  INTERVALS,
  isFound,
  LEARNED,
  MOST_TRIES,
  numberOf,
  type Standing,
} from '../../../../core/games/twenty48/exercises'
import { costOf, costOfMove, type MistakeCost } from '../../../../core/games/twenty48/mistakeKinds'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import { LOSS_SIGNS } from '../../../../core/games/twenty48/scale/lossClass'
import { numberText } from '../../../../core/numberText'
import type { ExerciseAnswer, LearnedExercise } from '../../../lab/localLab'
import { drawBoard } from '../output/boardView'
import { block } from '../output/layout'
import { counted, measured, percent, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import type { Style } from '../output/style'
import { addPlaceFlags, asJudge, findPlayer, JUDGE_TEXT, type SearchFlags } from '../search/searchFlags'
import { EXIT, type Terminal } from '../terminal'

interface Options extends SearchFlags {
  readonly answer?: ExerciseAnswer
  readonly json?: boolean
}

export function addLearnCommand(terminal: Terminal, replay: Command): void {
  const command = replay
    .command('learn')
    .description(
      'Shows a board before one of your mistakes: find the better move. Without a game, the next exercise that is due of all ' +
        `your analysed games. An exercise that you find comes back after ${INTERVALS.join(', ')} days; a failed one starts again.`,
    )
    .argument('[id|file]', 'a game by its number in the library, or a replay file; analysed first, if it is not yet')
    .option(
      '--answer <number:moves>',
      `the exercise that was shown, and your move or up to ${MOST_TRIES} tries, as in 3:up,left`,
      parseAnswer,
    )
    .addOption(
      new Option('--profile <name|file>', 'who analyses a game that is not analysed yet').default(JUDGE.profile, JUDGE_TEXT),
    )
  addPlaceFlags(command)
    .option('--json', 'one object of JSON, see docs/terminal.md')
    .action((source: string | undefined, options: Options) => learn(terminal, source, asJudge(options, command)))
}

async function learn(terminal: Terminal, source: string | undefined, options: Options): Promise<void> {
  const { home, threads, answer, json } = options
  await terminal.withLab({ home, threads }, async ({ findProfile, local }) => {
    const { profile, player } = await findPlayer(findProfile, options)
    const signal = terminal.interruptSignal()
    const bar = new Progress(terminal)
    const learned = await local('learn', source, player, profile.name, {
      signal,
      ...(answer && { answer }),
      onProgress: (done, total, leftMs) => bar.show({ total, done, unit: 'moves', leftMs }),
      onUnsaved({ message }) {
        terminal.complain(`${message} This is not saved.`)
        terminal.exitCode = EXIT.failure
      },
    }).finally(() => bar.stop())
    const tries = answer?.tries
    if (json) await terminal.printJson({ ...answerOf(learned, tries), ...(signal.aborted && { interrupted: true }) })
    else await terminal.printLines(learnView(source, learned, tries, terminal.style))
    terminal.endIfAborted(signal)
  })
}

/** Tries until the first that is right. */
function judged({ solution }: LearnedExercise, tries: readonly Move[] = []) {
  const { assessment, board, player } = solution!
  const all = tries.map(move => {
    const { ownLoss, loss, class: its } = assessment.moves[move] ?? {}
    const found = isFound(assessment, move)
    const isLegal = assessment.values[move] !== null
    const cost = found || !isLegal ? null : costOfMove(board, assessment, move, player.evaluator)
    return { move, isFound: found, isLegal, loss: loss ?? null, ownLoss: ownLoss ?? null, class: its ?? null, cost }
  })
  const end = endOf(assessment, tries)
  const left = MOST_TRIES - all.filter(each => each.isLegal).length
  return { all: all.slice(0, end?.tries), isEnded: end !== undefined, isFound: end?.isFound ?? false, left }
}

const dateText = (day: number) => new Date(dateOf(day)).toISOString().slice(0, 10)

const standingText = ({ successes = 0, due = null }: Partial<Standing>) => ({
  successes,
  due: due === null ? null : dateText(due),
})

function answerOf(learned: LearnedExercise, tries: readonly Move[] | undefined) {
  const { list, found, exercise, solution, result, analysed } = learned
  const days = list && {
    ...{ today: dateText(list.today), streak: list.streak, exercises: list.all, due: list.due },
    next: list.next === null ? null : dateText(list.next),
  }
  const known = { ...(found !== undefined && { exercises: found }), ...days, ...analysed }
  if (!exercise || !solution) return { exercise: null, ...known }
  const { assessment, board, player } = solution
  const { all, isEnded, isFound } = judged(learned, tries)
  return {
    exercise: { ...exercise, ...standingText(exercise) },
    ...known,
    ...(tries && {
      answer: {
        ...{ tries: all, isFound, isEnded, isSaved: result !== undefined },
        ...(isEnded && { best: assessment.best, cost: costOf(board, assessment, player.evaluator) }),
        ...(result && { after: { ...standingText(result.exercise), streak: result.streak } }),
      },
    }),
  }
}

function learnView(source: string | undefined, learned: LearnedExercise, tries: readonly Move[] | undefined, style: Style) {
  const { exercise, solution, list, found } = learned
  if (!exercise || !solution) return block(nothing(source, learned))
  const { assessment, board, player } = solution
  const { game, slide, loss } = exercise
  const tile = assessment.moves[assessment.best]?.chance?.rank
  const lost =
    loss === null || tile === undefined
      ? 'risked the game'
      : `lost ${numberText(loss, 'percentagePoints')} of the chance of ${2 ** tile}`
  const number = numberOf(exercise)
  const head = game === undefined ? `move ${whole(slide)}` : `exercise ${number}, game ${game}, move ${whole(slide)}`
  const lines = [
    style.bold(`Find the better move · ${head}`),
    '',
    ...drawBoard(parseBoard(exercise.board), style),
    '',
    `${assessment.move} was played here and ${lost}.`,
  ]
  if (tries) {
    const { all, isEnded, isFound, left } = judged(learned, tries)
    lines.push(...all.map(each => tryText(each, assessment.best, style)))
    if (isEnded && !isFound) lines.push(`The better move is ${style.good(assessment.best)}.`)
    const isShown = all.some(({ move }) => move === assessment.move)
    if (isEnded && !isShown) lines.push(`${assessment.move}: ${costText(costOf(board, assessment, player.evaluator))}`)
    const before = [...all.map(({ move }) => move), 'MOVE'].join()
    if (!isEnded)
      lines.push(`${left === 1 ? '1 try' : `${left} tries`} left: name all of them, as in --answer ${number}:${before}`)
  } else
    lines.push(
      `Answer with --answer ${number}:MOVE, where MOVE is ${MOVES.join(', ')}, or up to ${MOST_TRIES} tries separated by commas.`,
    )
  if (learned.result) lines.push(dueText(learned.result.exercise))
  if (list)
    lines.push(
      `${counted(list.due - (learned.result ? 1 : 0), 'exercise')} of ${whole(list.all)} due. ${streakText(learned.result?.streak ?? list.streak)}`,
    )
  if (found !== undefined) {
    const isFile = source !== undefined && !/^\d+$/.test(source)
    const how = isFile ? 'in this file. Import it to repeat them: lab replay import FILE.' : 'not stored: another lab is open.'
    lines.push(`${counted(found, 'exercise')} ${how}`)
  }
  return block(lines)
}

function nothing(source: string | undefined, { list, analysed }: LearnedExercise): string[] {
  if (list && list.next !== null) return [`No exercise is due until ${dateText(list.next)}. ${streakText(list.streak)}`]
  if (list && list.all > 0) return [`All ${counted(list.all, 'exercise')} are learned. ${streakText(list.streak)}`]
  if (analysed) return [`No mistake or blunder so far: ${whole(analysed.done)} of ${counted(analysed.slides, 'move')} analysed.`]
  if (source !== undefined) return ['No move of this game was a mistake or a blunder.']
  return ['No exercises yet: name a game, as in "lab replay learn 12". "lab replay list" has their numbers.']
}

function tryText(
  { move, isFound: found, isLegal, loss, class: its, cost }: ReturnType<typeof judged>['all'][number],
  best: Move,
  style: Style,
) {
  if (!isLegal) return `${move}: no tile moves.`
  if (found) return `${style.good(move)}: found, ${move === best ? 'the best move' : `as good as ${best}`}.`
  const lost = loss === null ? '' : ` ${numberText(-loss, 'percentagePoints')}`
  return `${move}: not the better move.${lost}${its ? ` ${LOSS_SIGNS[its]}` : ''} ${cost ? costText(cost) : ''}`.trimEnd()
}

/** What a move cost, without the better one. */
function costText(cost: MistakeCost): string {
  switch (cost.is) {
    case 'end':
      return `After it the next tile ends the game in ${percent(cost.lost, Infinity)} of the cases.`
    case 'corner':
      return `It takes the ${cost.tile} out of its corner.`
    case 'row':
      return `It breaks the row ${cost.tiles.join(', ')}.`
    case 'spawn':
      return `It leaves one empty cell for the next tile: row ${Math.floor(cost.cell / SIDE) + 1}, column ${(cost.cell % SIDE) + 1}.`
    case 'merge':
      return `It misses the merge of two tiles of ${cost.tile}.`
    case 'term':
      return `The term ${cost.term} costs most: its board is worth ${measured(cost.lost)} less by it.`
    case 'tile':
      return `What follows costs ${numberText(cost.lost, 'percentagePoints')} of the chance of ${cost.tile}.`
    case 'risk':
      return `It makes a lost game more likely, by ${percent(cost.lost, Infinity)}.`
    case 'later':
      return 'Most of the loss comes from what follows.'
  }
}

function dueText({ successes, due }: Standing): string {
  return successes === LEARNED ? 'Learned: it does not come back.' : `It comes back on ${dateText(due!)}.`
}

function streakText(days: number): string {
  return days === 0 ? 'No streak yet.' : `Streak: ${counted(days, 'day')}.`
}

function parseAnswer(text: string): ExerciseAnswer {
  const [, number, moves] = /^(\d{1,15}):(.*)$/.exec(text) ?? []
  if (number === undefined) throw new InvalidArgumentError('The number of the exercise comes first, as in 3:up.')
  const tries = moves!.split(',').map(each => each.trim().toLowerCase() as Move)
  if (tries.length > MOVES.length) throw new InvalidArgumentError(`At most ${MOST_TRIES} tries.`)
  const other = tries.find(each => !MOVES.includes(each))
  if (other !== undefined) throw new InvalidArgumentError(`Allowed moves are ${MOVES.join(', ')}.`)
  return { number: Number(number), tries }
}
