import { setTimeout } from 'node:timers/promises'
import { InvalidArgumentError, type Command } from 'commander'
import { makeReplay } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { face, maxRank } from '../../../core/games/twenty48/board'
import { makePosition, makeSpawn, parsePosition, type ParsedPosition } from '../../../core/games/twenty48/notation'
import type { GamePosition, Player } from '../../../core/games/twenty48/player'
import { isOver, startGame } from '../../../core/games/twenty48/playGame'
import { createRandom } from '../../../core/random'
import { VERSION } from '../../lab/about'
import type { EnginePool } from '../../lab/enginePool'
import { LabGame } from '../../lab/labGame'
import { PlayKeeper } from '../../lab/playKeeper'
import { findProfile } from '../../lab/profileLibrary'
import { provenanceOf } from '../../lab/provenance'
import { withEngine } from './engine'
import { rounded, settingsOf } from './face'
import { engineTurns, type EngineTurn } from './game'
import { gameView } from './gameView'
import { playByKeys } from './human'
import { interruptedCode, interruptSignal } from './interrupt'
import { counted, whole } from './numbers'
import { complain, print, printJson } from './output'
import { deliver } from './outputFile'
import { Screen } from './screen'
import { addSearchFlags, makePlayer, parseNumber, type SearchFlags } from './searchFlags'
import { addSeedFlag, drawSeed } from './seedFlag'
import { styleFor } from './style'

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
  readonly player: Player
  readonly profile: string
  readonly game: LabGame
  readonly signal: AbortSignal
  readonly keeper: PlayKeeper | undefined
}

export function addPlayCommand(program: Command): void {
  const command = program
    .command('play')
    .summary('play a game')
    .description(
      'Plays a game: the engine by itself, or you by the arrow keys. On a terminal the board is redrawn in place; otherwise each slide is a line of JSON.',
    )
  addSeedFlag(addSearchFlags(command), 'seed of the tiles (default: drawn, and shown)')
    .option('--position <position>', 'where the game begins (default: two tiles of the seed)', parsePosition)
    .option('--human', 'play by the keys; the engine helps when asked')
    .option('--delay <ms>', 'pause after each slide', parseDelay)
    .addOption(command.createOption('--json', 'lines of JSON on a terminal too').conflicts('human'))
    .option('--no-keep', 'does not put the game into the library')
    .addHelpText('after', EXAMPLES)
    .action(play)
}

const EXAMPLES = `
Examples:
  lab play
  lab play --depth 2 --delay 200 --seed 1
  lab play --human
  lab play --profile power --time 5 > game.jsonl`

async function play(options: Options): Promise<void> {
  const { seed = drawSeed(), position, threads } = options
  const { profile } = await findProfile(options.profile, options.home)
  const signal = interruptSignal()
  const player = makePlayer(profile, options)
  const game = LabGame.begin(startOf(seed, position), seed, position ? 'position' : 'seed')
  const { stdin, stdout } = process
  if (options.human && !(stdin.isTTY && stdout.isTTY))
    throw new LabError('BAD_SETTING', '--human needs a terminal for its keys and its board')

  await withEngine(threads, async engine => {
    const keeper = options.keep ? new PlayKeeper(game, engine, profile, options.home) : undefined
    const session: Session = { player, profile: profile.name, game, signal, keeper }
    if (options.human) return playHuman(engine, session)
    const show = stdout.isTTY && !options.json ? showOnScreen : writeLines
    return show(engine, session, options.delay ?? 0)
  })
  if (signal.aborted) process.exitCode = interruptedCode()
}

/** A position that was given is played on with tiles drawn from the seed. */
function startOf(seed: number, given: ParsedPosition | undefined): GamePosition {
  return given ? { board: given.board, score: given.score ?? 0, slides: 0, random: createRandom(seed).state } : startGame(seed)
}

async function showOnScreen({ pool }: EnginePool, session: Session, delay: number): Promise<void> {
  const { player, game, signal, keeper } = session
  const style = styleFor(process.stdout)
  const screen = new Screen(process.stdout)
  const title = titleOf(session)
  let { position } = game.history
  let search: { report: EngineTurn['report']; ms: number; title: string } | undefined
  const show = (must: boolean) =>
    screen.draw(() => gameView({ position, search, footer: [title, isOver(position) ? '' : 'Ctrl-C ends'] }, style), must)
  try {
    show(true)
    for await (const turn of engineTurns(pool, player, game, signal)) {
      search = { ...turn, title: 'the last slide' }
      position = turn.position
      show(delay > 0)
      await keeper?.changed()
      await pause(delay, signal)
    }
    show(true)
  } finally {
    screen.end()
  }
  await print(verdict(position, await keep(session)))
}

async function playHuman({ pool }: EnginePool, session: Session): Promise<void> {
  const { player, game, signal, keeper } = session
  const screen = new Screen(process.stdout)
  try {
    const view = { screen, style: styleFor(process.stdout), title: titleOf(session) }
    await playByKeys(pool, player, game, view, { keeper, signal })
  } finally {
    screen.end()
  }
  await print(verdict(game.history.position, await keep(session)))
}

/** Into the library. @returns its number there, `null` where it is not kept; where it should have been, that is said. */
async function keep({ keeper, game }: Session): Promise<number | null> {
  if (!keeper) return null
  try {
    return (await keeper.save()) ?? null
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    complain(`this game is not kept: ${error.message}`)
    if (game.about.person) await writeReplay(keeper, `2048-${game.seed}-${game.about.started}.json`)
    return null
  }
}

/** What a person played cannot be played again. */
async function writeReplay(keeper: PlayKeeper, file: string): Promise<void> {
  await deliver(makeReplay(await keeper.replay()), file)
  complain(`it is in ${file}; "lab replay import ${file}" puts it into the library`)
}

async function writeLines(engine: EnginePool, session: Session, delay: number): Promise<void> {
  const { player, profile, game, signal, keeper } = session
  const { seed, start } = game
  const started = performance.now()
  let position = start
  let nodes = 0
  await printJson({ slide: 0, move: null, spawn: null, position: makePosition(start.board), score: start.score })
  for await (const { report, ms, turn, position: next } of engineTurns(engine.pool, player, game, signal)) {
    position = next
    nodes += report.nodes
    await printJson({
      slide: position.slides,
      move: turn.move,
      spawn: makeSpawn(turn.spawn),
      position: makePosition(position.board),
      score: position.score,
      value: report.values[turn.move],
      depth: report.depth,
      nodes: report.nodes,
      ms: rounded(ms),
    })
    await keeper?.changed()
    await pause(delay, signal)
  }
  const seconds = (performance.now() - started) / 1000
  await printJson({
    over: isOver(position),
    score: position.score,
    slides: position.slides,
    maxTile: face(maxRank(position.board)),
    position: makePosition(position.board),
    nodes,
    seconds: rounded(seconds),
    settings: settingsOf(provenanceOf(profile, player, engine)),
    seed,
    version: VERSION,
    game: await keep(session),
    ...(signal.aborted && { interrupted: true }),
  })
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await setTimeout(ms, undefined, { signal }).catch(() => undefined) // the game loop sees the signal itself
}

function titleOf({ profile, game }: Session): string {
  return `${profile} · seed ${game.seed}`
}

function verdict(position: GamePosition, number: number | null): string {
  const end = isOver(position) ? 'Game over' : 'Stopped'
  const kept = number === null ? '' : ` It is game ${number} of the library.`
  return `  ${end} after ${counted(position.slides, 'slide')}: ${whole(position.score)} points, largest tile ${face(maxRank(position.board))}.${kept}\n`
}

function parseDelay(text: string): number {
  const ms = parseNumber(text)
  if (!(ms >= 0 && ms <= LONGEST_DELAY_MS)) throw new InvalidArgumentError(`Not a number in 0 … ${LONGEST_DELAY_MS}.`)
  return ms
}
