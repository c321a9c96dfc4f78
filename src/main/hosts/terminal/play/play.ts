import { setTimeout } from 'node:timers/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { LabError, unreachable } from '../../../../core/errors'
import { type Move, face, maxRank } from '../../../../core/games/twenty48/board'
import { makePosition, makeSpawn, parsePosition, type ParsedPosition } from '../../../../core/games/twenty48/notation'
import type { GamePosition } from '../../../../core/games/twenty48/player'
import { isOver } from '../../../../core/games/twenty48/playGame'
import { VERSION } from '../../../installation'
import type { CommandGame, EngineTurn } from '../../../lab/localLab'
import { helpNotes } from '../output/help'
import { expertAnswer } from '../../../../core/games/twenty48/search/report'
import { rounded, settingsOf } from '../output/machineOutput'
import { type GameFrame, Screen, gameView } from './gameView'
import { indented } from '../output/layout'
import { counted, whole } from '../output/numbers'
import { gameReporter, reportUnstored, savingLine } from './saving'
import { addSearchFlags, findPlayer, type SearchFlags } from '../search/searchFlags'
import { addSeedFlag, drawSeed, parseNumber } from '../flags/numberFlags'
import type { Terminal } from '../terminal'
import type { Style } from '../output/style'
import { on } from 'node:events'
import { emitKeypressEvents } from 'node:readline'

const HELP = 'arrows or WASD move · space plays the engine’s move · h shows its values · q ends'

const LONGEST_DELAY_MS = 60_000

interface Options extends SearchFlags {
  readonly seed?: number
  readonly position?: ParsedPosition
  readonly human?: boolean
  readonly delay?: number
  readonly json?: boolean
  /** `false` with `--no-keep`. */
  readonly keep: boolean
}

interface Session {
  readonly game: CommandGame
  readonly seed: number
  /** The title of the game. */
  readonly title: string
  /** Milliseconds after each move of the engine. */
  readonly delay: number
  readonly signal: AbortSignal
  /** Receives a function to redraw when saving starts to fail, or works again. */
  readonly onRedraw: (draw: () => void) => void
}

export function definePlay(command: Command, terminal: Terminal): void {
  command.description(
    'Plays a game: the engine by itself, or you by the arrow keys. On a terminal the board is redrawn in place; otherwise each move is a line of JSON.',
  )
  addSeedFlag(addSearchFlags(command), 'seed of the tiles (default: drawn, and shown)')
    .option('--position <position>', 'where the game begins (default: two tiles of the seed)', parsePosition)
    .option('--human', 'play by the keys; the engine helps when asked')
    .option('--delay <ms>', 'pause after each move', parseDelay)
    .addOption(command.createOption('--json', 'lines of JSON on a terminal too').conflicts('human'))
    .option('--no-keep', 'does not put the game into the library')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(play.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab play
  lab play --depth 2 --delay 200 --seed 1
  lab play --human
  lab play --profile power --time 5 > game.jsonl`

async function play(terminal: Terminal, options: Options): Promise<void> {
  const { seed = drawSeed(), position, keep, home, threads, delay = 0 } = options
  await terminal.withLab({ home, threads }, async lab => {
    const { profile, player } = await findPlayer(lab.findProfile, options)
    const signal = terminal.interruptSignal()
    const { stdin, stdout } = terminal
    if (options.human && !(stdin.isTTY && stdout.isTTY))
      throw new LabError('BAD_SETTING', '--human needs a terminal for its keys and its board')

    const isOnScreen = stdout.isTTY && !options.json
    let redraw = (): void => undefined
    const onUnsaved = isOnScreen ? () => redraw() : gameReporter(terminal) // a screen shows it below the board
    const show = options.human ? playHuman : isOnScreen ? showOnScreen : writeLines
    const title = `${profile.name} · seed ${seed}`
    await lab.local('playGame', { player, profile, seed, position, saves: keep, onUnsaved }, game =>
      show(terminal, { game, seed, title, delay, signal, onRedraw: draw => (redraw = draw) }),
    )
    terminal.endIfAborted(signal)
  })
}

async function showOnScreen(terminal: Terminal, session: Session): Promise<void> {
  const { game, title, delay, signal } = session
  const style = terminal.style
  const screen = new Screen(terminal)
  let { position } = game
  let search: { report: EngineTurn['report']; ms: number; title: string } | undefined
  const show = (must: boolean) => {
    const footer = [title, savingLine(game.unsaved) ?? (isOver(position) ? '' : 'Ctrl-C ends')]
    screen.draw(() => gameView({ position, search, footer }, style), must)
  }
  session.onRedraw(() => show(true))
  try {
    show(true)
    for await (const turn of game.turns(signal)) {
      search = { ...turn, title: 'the last move' }
      position = turn.position
      show(delay > 0)
      await pause(delay, signal)
    }
    show(true)
  } finally {
    session.onRedraw(() => undefined)
    screen.end()
  }
  await terminal.printLines(verdict(position, await keep(terminal, session)))
}

async function playHuman(terminal: Terminal, session: Session): Promise<void> {
  const { game, title, signal, onRedraw } = session
  const screen = new Screen(terminal)
  try {
    await playByKeys(terminal, game, { screen, style: terminal.style, title, onRedraw }, signal)
  } finally {
    onRedraw(() => undefined)
    screen.end()
  }
  await terminal.printLines(verdict(game.position, await keep(terminal, session)))
}

/** Saves the game in the library. @returns its number there, `null` if it is not saved; a failed save is reported, and is a failure */
async function keep(terminal: Terminal, { game }: Session): Promise<number | null> {
  const { id, unstored } = await game.end()
  reportUnstored(terminal, unstored)
  return id
}

async function writeLines(terminal: Terminal, session: Session): Promise<void> {
  const { game, seed, delay, signal } = session
  const { start } = game
  const started = performance.now()
  let position = start
  let nodes = 0
  await terminal.printJson({ slide: 0, move: null, spawn: null, position: makePosition(start.board), score: start.score })
  for await (const { report, ms, turn, position: next } of game.turns(signal)) {
    position = next
    nodes += report.nodes
    await terminal.printJson({
      slide: position.slides,
      move: turn.move,
      spawn: makeSpawn(turn.spawn),
      position: makePosition(position.board),
      score: position.score,
      value: report.values[turn.move],
      depth: report.depths[turn.move],
      cut: report.cuts[turn.move],
      nodes: report.nodes,
      ms: rounded(ms),
      ...expertAnswer(report.expert),
    })
    await pause(delay, signal)
  }
  const seconds = (performance.now() - started) / 1000
  await terminal.printJson({
    over: isOver(position),
    score: position.score,
    slides: position.slides,
    maxTile: face(maxRank(position.board)),
    position: makePosition(position.board),
    nodes,
    seconds: rounded(seconds),
    settings: settingsOf(game.provenance),
    seed,
    version: VERSION,
    game: await keep(terminal, session),
    ...(signal.aborted && { interrupted: true }),
  })
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await setTimeout(ms, undefined, { signal }).catch(() => undefined) // the game loop sees the signal itself
}

function verdict(position: GamePosition, number: number | null): string[] {
  const end = isOver(position) ? 'Game over' : 'Stopped'
  const saved = number === null ? '' : ` It is game ${number} of the library.`
  const text = `${end} after ${counted(position.slides, 'move')}: ${whole(position.score)} points, largest tile ${face(maxRank(position.board))}.${saved}`
  return [...indented([text]), '']
}

function parseDelay(text: string): number {
  const ms = parseNumber(text)
  if (!(ms >= 0 && ms <= LONGEST_DELAY_MS)) throw new InvalidArgumentError(`Not a number in 0 … ${LONGEST_DELAY_MS}.`)
  return ms
}

/** A game that is played with the keys of the terminal. */
async function playByKeys(
  terminal: Terminal,
  game: CommandGame,
  view: { readonly screen: Screen; readonly style: Style; readonly title: string; readonly onRedraw: (draw: () => void) => void },
  signal: AbortSignal,
): Promise<void> {
  let search: GameFrame['search']
  const show = () => {
    const footer = [view.title, savingLine(game.unsaved) ?? HELP]
    view.screen.draw(() => gameView({ position: game.position, search, footer }, view.style), true)
  }
  const obey = async (wish: Exclude<Wish, { kind: 'quit' }>) => {
    switch (wish.kind) {
      case 'hint':
        search = { ...(await game.think(signal)), title: 'the engine’s values' }
        break
      case 'engine': {
        const turn = await game.slideByEngine(signal)
        if (turn) search = { ...turn, title: 'the engine’s move' }
        break
      }
      case 'slide':
        if (game.slide(wish.move)) search = undefined
        break
      default:
        unreachable(wish)
    }
  }

  view.onRedraw(show)
  show()
  if (isOver(game.position)) return
  for await (const wish of wishes(terminal, signal)) {
    if (wish.kind === 'quit') break
    await obey(wish)
    show()
    if (isOver(game.position)) break
  }
}

/** The command of a key. */
type Wish =
  | { readonly kind: 'slide'; readonly move: Move }
  | { readonly kind: 'engine' }
  | { readonly kind: 'hint' }
  | { readonly kind: 'quit' }

interface Key {
  readonly name?: string
  readonly ctrl?: boolean
}

const SLIDES: Readonly<Record<string, Move>> = {
  ...{ up: 'up', down: 'down', left: 'left', right: 'right' },
  ...{ w: 'up', s: 'down', a: 'left', d: 'right' },
}

/** The keys of the terminal, one by one, until the signal. Ctrl-C, which raw input delivers as a key, interrupts immediately. */
async function* wishes({ stdin, host }: Terminal, signal: AbortSignal): AsyncGenerator<Wish> {
  emitKeypressEvents(stdin)
  // also received while a command runs and no further key is read
  const interrupt = (_: unknown, { ctrl, name }: Key): void => void (ctrl && name === 'c' && host.emit('SIGINT'))
  stdin.on('keypress', interrupt)
  stdin.setRawMode(true).resume()
  try {
    for await (const [, key] of on(stdin, 'keypress', { signal }) as AsyncIterable<[unknown, Key]>) {
      const wish = key.ctrl ? undefined : wishOf(key)
      if (wish) yield wish
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stdin.off('keypress', interrupt)
    stdin.setRawMode(false).pause()
  }
}

function wishOf({ name = '' }: Key): Wish | undefined {
  const move = SLIDES[name]
  if (move) return { kind: 'slide', move }
  if (name === 'space') return { kind: 'engine' }
  if (name === 'h') return { kind: 'hint' }
  return name === 'q' || name === 'escape' ? { kind: 'quit' } : undefined
}
