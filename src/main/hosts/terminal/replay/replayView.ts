/** A replay, as text and as JSON. */
import { face, legalMoves, MAX_RANK, maxRank } from '../../../../core/games/twenty48/board'
import { makePosition, makeSpawn } from '../../../../core/games/twenty48/notation'
import { playSideLines, type ReplayPosition } from '../../../../core/games/twenty48/replay'
import { type SlideTimesSummary, type Timeline, summarizeTimes } from '../../../../core/games/twenty48/timeline'
import { drawBoard } from '../output/boardView'
import { beside, block, columns, pairs, present, roomOf, table } from '../output/layout'
import { counted, dateText, duration, whole } from '../output/numbers'
import type { Style } from '../output/style'
import type { DeletedGame } from '../../../../core/contract/calls/data'
import type { GameRow } from '../../../../core/contract/stored'
import type { Terminal } from '../terminal'

/** Smaller tiles are not milestones. */
const FIRST_MILESTONE = 7

interface Milestone {
  readonly tile: number
  /** The move that made it; 0 if the game began with it. */
  readonly slide: number
  /** Points after it. */
  readonly score: number
}

/** The tiles from 128 up that the game reached. */
function milestonesOf(timeline: Timeline): Milestone[] {
  return Array.from({ length: MAX_RANK - FIRST_MILESTONE + 1 }, (_, i) => FIRST_MILESTONE + i).flatMap(rank => {
    const slide = timeline.firstSlide[rank] ?? null
    return slide === null ? [] : [{ tile: face(rank), slide, score: timeline.at(slide).score }]
  })
}

/** The output of `lab replay show --json`. @param slide also shows the game at that move */
export function replayAnswer(source: string, timeline: Timeline, slide: number | undefined) {
  const { by, draws, engine, title, notes, stamp, startScore, start, final, score, turns } = timeline.replay
  const ms = summarizeTimes(timeline.replay.ms)
  return {
    source,
    ...(title !== undefined && { title }),
    ...(notes !== undefined && { notes }),
    by,
    ...draws,
    ...(engine && { profile: engine.profile, limits: engine.limits }),
    ...(stamp && { stamp }),
    start: makePosition(start),
    startScore,
    position: makePosition(final),
    score,
    slides: turns.length,
    maxTile: face(maxRank(final)),
    over: legalMoves(final).length === 0,
    ...(ms && { ms }),
    milestones: milestonesOf(timeline),
    ...(timeline.replay.sideLines && { sideLines: sideLinesOf(timeline) }),
    ...(slide !== undefined && { at: positionAnswer(timeline, timeline.at(slide)) }),
  }
}

/** Each side line with the board and the score at its end. */
function sideLinesOf(timeline: Timeline) {
  const { sideLines = [] } = timeline.replay
  const played = playSideLines(sideLines, timeline.length, step => timeline.at(step))
  return sideLines.map(({ of, after, turns }, i) => {
    const { board, score } = played[i]!.at(-1)!
    return {
      of: of ?? null,
      after,
      steps: turns.map(({ move, spawn }) => `${move} ${makeSpawn(spawn)}`),
      position: makePosition(board),
      score,
    }
  })
}

function positionAnswer({ replay }: Timeline, { step, board, score }: ReplayPosition) {
  const [last, next] = [replay.turns[step - 1], replay.turns[step]]
  return {
    slide: step,
    position: makePosition(board),
    score,
    move: last?.move ?? null,
    ms: replay.ms?.[step - 1] ?? null,
    spawn: last ? makeSpawn(last.spawn) : null,
    next: next?.move ?? null,
  }
}

export function replayView(source: string, timeline: Timeline, slide: number | undefined, style: Style): string[] {
  const { replay } = timeline
  const name = nameOfGame(source)
  const { step, board, score } = timeline.at(slide ?? timeline.length)
  const { by, draws, engine, title, notes, stamp } = replay
  const ms = summarizeTimes(replay.ms)
  const own = replay.ms?.[step - 1] ?? undefined
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['played by', engine ? `${by}, ${engine.profile}` : by],
    ['tiles', draws && `seed ${draws.seed} (${draws.generator})`],
    ['made', stamp && [stamp.at, `lab ${stamp.version}`, stamp.hardware].filter(Boolean).join(', ')],
    ['notes', notes?.replaceAll(/\s*\n\s*/g, ' ')],
    ['moves', whole(timeline.length)],
    ['score', whole(replay.score)],
    ['time', ms && timesLine(ms, timeline.length)],
    ['end', legalMoves(replay.final).length === 0 ? 'game over' : 'not played to its end'],
  ]
  const milestones = milestonesOf(timeline).map(each => [String(each.tile), whole(each.slide), whole(each.score)])
  const panel = present([
    style.bold(step === timeline.length ? 'at the end' : `after ${counted(step, 'move')}`),
    `${whole(score)} points`,
    own !== undefined && `move ${step} took ${duration(own)}`,
    step < timeline.length && `next: ${replay.turns[step]!.move}`,
  ])
  return block([
    style.bold(title === undefined ? name : `${title} · ${name}`),
    ...pairs(
      facts.flatMap(([name, value]) => (value === undefined ? [] : [[style.dim(name), value] as const])),
      roomOf(style),
    ),
    ...(milestones.length > 0 ? ['', ...columns([['tile', 'move', 'score'].map(style.dim), ...milestones], 'r')] : []),
    ...(replay.sideLines ? ['', ...sideLineTable(timeline, style)] : []),
    '',
    ...beside(drawBoard(board, style), panel, roomOf(style)),
  ])
}

function sideLineTable(timeline: Timeline, style: Style): string[] {
  const rows = sideLinesOf(timeline).map(({ of, after, steps, position, score }, i) => [
    String(i + 1),
    of === null ? 'the game' : `line ${of}`,
    whole(after),
    movesText(steps.map(step => step.split(' ')[0]!)),
    whole(steps.length),
    whole(score),
    position,
  ])
  const head = ['line', 'leaves', 'after', 'its moves', 'moves', 'score', 'at its end']
  return table(head, rows, { align: 'rlrlrrl', style, lesser: [6, 3] })
}

/** Moves of a line that are listed. */
const MOST_MOVES = 8

function movesText(moves: readonly string[]): string {
  return [...moves.slice(0, MOST_MOVES), ...(moves.length > MOST_MOVES ? ['…'] : [])].join(' ')
}

/** A game of the library by its number, another one by its file. */
export function nameOfGame(source: string): string {
  return /^\d+$/.test(source) ? `game ${source}` : source
}

function timesLine({ slides, total, longest }: SlideTimesSummary, all: number): string {
  const measured = slides < all ? ` for the ${counted(slides, 'move')} that were measured` : ''
  return `${duration(total)}${measured}; longest: move ${whole(longest.slide)}, ${duration(longest.ms)}`
}

/** The games of the library, as text. */
export function gameTable(terminal: Terminal, games: readonly GameRow[], total: number, style: Style): string[] {
  if (games.length === 0) return block([`No game is stored here yet. Play one: ${terminal.commandLine('play')}`])
  const rows = games.map(({ id, profile, kind, score, maxRank, slides, over, created, notes, batch }) => [
    String(id),
    profile ?? kind,
    whole(score),
    String(face(maxRank)),
    whole(slides),
    over ? 'game over' : '',
    dateText(created),
    batch === null ? '' : String(batch),
    notes.replaceAll(/\s+/g, ' '),
  ])
  const head = ['game', 'player', 'score', 'tile', 'moves', 'end', 'stored', 'batch', 'notes']
  return block([...table(head, rows, { align: 'rlrrrllrl', style, lesser: [7, 6, 8] }), ...restLines(games.length, total, style)])
}

export function deletedGameTable(games: readonly DeletedGame[], style: Style, total: number): string[] {
  if (games.length === 0) return block(['No game was deleted.'])
  const rows = games.map(({ id, profile, player, score, maxRank, slides, deleted }) => [
    String(id),
    profile ?? player,
    whole(score),
    String(face(maxRank)),
    whole(slides),
    dateText(deleted),
  ])
  const head = ['game', 'player', 'score', 'tile', 'moves', 'deleted']
  return block([...table(head, rows, { align: 'rlrrrl', style }), ...restLines(games.length, total, style)])
}

/** Where not all games are listed. */
function restLines(listed: number, total: number, style: Style): string[] {
  return total > listed ? ['', style.dim(`${whole(listed)} of ${counted(total, 'game')}`)] : []
}
