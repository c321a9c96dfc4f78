import { InvalidArgumentError, type Command } from 'commander'
import { MAX_PAGE_DELAY } from '../../../../core/contract/calls/remote'
import { LabError } from '../../../../core/errors'
import { face, maxRank } from '../../../../core/games/twenty48/board'
import { makePosition, makeSpawn } from '../../../../core/games/twenty48/notation'
import { shortened, visible } from '../../../../core/quoted'
import { VERSION } from '../../../installation'
import type { PageMove, PageTarget, Provenance, RemoteEnd, PageStart } from '../../../lab/localLab'
import { parseNumber, wholeIn } from '../flags/numberFlags'
import { helpNotes } from '../output/help'
import { INDENT } from '../output/layout'
import { OUTPUT_VERSION, rounded } from '../output/machineOutput'
import { counted, short, whole } from '../output/numbers'
import { gameReporter, reportUnstored } from '../play/saving'
import { addSearchFlags, findPlayer, type SearchFlags } from '../search/searchFlags'
import type { Terminal } from '../terminal'

const MOST_GAMES = 10_000
const [MOST_TITLE, MOST_URL] = [100, 2_000]

interface Options extends SearchFlags {
  readonly port?: string
  readonly browserFolder?: string
  readonly headless?: boolean
  readonly selectors?: string
  readonly games: number
  readonly restart?: boolean
  readonly delay: number
  readonly json?: boolean
  /** `false` with `--no-keep`. */
  readonly keep: boolean
}

export function defineRemote(command: Command, terminal: Terminal): void {
  command
    .description(
      'Plays 2048 on a web page, in a browser of this machine: one that runs with a debugging port, or one that the lab starts. Presses the arrow keys in that one tab, and leaves other tabs alone. Prints a line per move.',
    )
    .argument('[url]', 'address of the page; with --port alone the tabs of the browser are listed')
  addSearchFlags(command)
    .optionsGroup('Page:')
    .option('--port <n>', 'debugging port of a running browser (default: the lab starts a browser)')
    .option('--browser-folder <folder>', 'profile of the browser that the lab starts (default: an empty one, removed afterwards)')
    .option('--headless', 'starts the browser without a window')
    .option('--selectors <file>', 'where the page shows its board, if the lab does not know the page (docs/remote.md)')
    .option('--games <n>', 'games, one after the other: restarts the page between them', wholeIn(1, MOST_GAMES), 1)
    .option('--restart', 'begins with a new game')
    .option('--delay <ms>', 'least time between two moves', parseDelay, 0)
    .option('--json', 'lines of JSON')
    .option('--no-keep', 'does not put the games into the library')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(remote.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab remote https://example.org/2048/
  lab remote http://localhost:8000/ --port 9222 --depth 2 --delay 200
  lab remote --port 9222`

async function remote(terminal: Terminal, url: string | undefined, options: Options): Promise<void> {
  const { port, browserFolder: folder, headless, selectors, games, restart: anew = false, delay, keep, home, threads } = options
  if (port !== undefined && (folder !== undefined || headless))
    throw new LabError(
      'BAD_SETTING',
      '--browser-folder and --headless are of a browser that the lab starts; --port names one that runs',
    )
  await terminal.withLab({ home, threads }, async lab => {
    if (url === undefined) {
      if (port === undefined)
        throw new LabError('BAD_SETTING', 'give the address of a page, or --port to list the tabs of a browser')
      for (const tab of await lab.call('pageTabs', { port }))
        await (options.json
          ? terminal.printJson(tab)
          : terminal.printLines([`${visible(shortened(tab.url, MOST_URL))}  ${titleText(tab)}`], INDENT))
      return
    }
    const signal = terminal.interruptSignal()
    const { profile, player } = await findPlayer(lab.findProfile, options)
    const order = { url, port, folder, headless, selectors, player, profile, games, anew, delay, saves: keep, signal }
    const lines = options.json
      ? new JsonLines(terminal, await lab.local('pageProvenance', order))
      : new TextLines(terminal, anew || games > 1)
    await lab.local('playPageGames', order, {
      onTarget: target => lines.target(target),
      onGame: start => lines.start(start),
      onMove: (move, slides) => lines.move(move, slides),
      onEnd: async end => {
        await lines.end(end, signal.aborted)
        reportUnstored(terminal, end.unstored)
      },
      onUnsaved: gameReporter(terminal),
    })
    terminal.endIfAborted(signal)
  })
}

class JsonLines {
  #round = 0
  #began = 0

  constructor(
    private readonly terminal: Terminal,
    private readonly provenance: Omit<Provenance, 'generator'>,
  ) {}

  target(target: PageTarget): void {
    this.terminal.printJsonAtOnce({ target })
  }

  start({ board, score, read, address }: PageStart): void {
    this.#began = performance.now()
    const head = { round: ++this.#round, slide: 0, move: null, spawn: null, position: makePosition(board), score }
    this.terminal.printJsonAtOnce({ ...head, address, read })
  }

  move({ turn, by, board, score, engine, pageMs }: PageMove, slide: number): void {
    this.terminal.printJsonAtOnce({
      ...{ round: this.#round, slide, move: turn.move, spawn: makeSpawn(turn.spawn), by, position: makePosition(board), score },
      ...(engine?.value && { value: engine.value.value, depth: engine.value.depth }),
      ...(engine && { ms: rounded(engine.ms) }),
      ...(pageMs !== undefined && { pageMs: rounded(pageMs) }),
    })
  }

  async end({ why, board, score, slides, id }: RemoteEnd, isInterrupted: boolean): Promise<void> {
    await this.terminal.printJson({
      ...{ round: this.#round, over: why === 'over', why, score, slides, maxTile: face(maxRank(board)) },
      position: makePosition(board),
      seconds: rounded((performance.now() - this.#began) / 1000),
      settings: { face: OUTPUT_VERSION, ...this.provenance },
      version: VERSION,
      game: id,
      ...(isInterrupted && { interrupted: true }),
    })
  }
}

/** Columns of the number of a move. */
const NUMBER = 6

class TextLines {
  #began = 0

  constructor(
    private readonly terminal: Terminal,
    private readonly restarts: boolean,
  ) {}

  target(target: PageTarget): void {
    this.terminal.printLinesAtOnce([targetText(target, this.restarts)])
  }

  start({ score, read, address }: PageStart): void {
    this.#began = performance.now()
    this.terminal.printLinesAtOnce([`Plays ${address}, read as “${read}”, from ${counted(score, 'point')}.`])
  }

  move({ turn, by, board, score }: PageMove, slides: number): void {
    const spawn = makeSpawn(turn.spawn)
    const hand = by === 'person' ? '  by hand' : ''
    const line = `${String(slides).padStart(NUMBER)}  ${turn.move.padEnd(5)}  ${spawn}  ${makePosition(board)}  ${whole(score)}${hand}`
    this.terminal.printLinesAtOnce([line], NUMBER + 2 - /^ */.exec(line)![0].length)
  }

  async end({ why, board, score, slides, id }: RemoteEnd): Promise<void> {
    const seconds = (performance.now() - this.#began) / 1000
    const speed = slides > 0 && seconds > 0 ? `, ${short(slides / seconds)} per second` : ''
    const hint = why === 'over' && slides === 0 ? ' The page’s game was over already: --restart begins a new one.' : ''
    const saved = id === null ? '' : ` It is game ${id} of the library.`
    await this.terminal.printLines([
      `${ENDS[why]} after ${counted(slides, 'move')}${speed}: ${counted(score, 'point')}, largest tile ${face(maxRank(board))}.${hint}${saved}`,
    ])
  }
}

const ENDS: Readonly<Record<RemoteEnd['why'], string>> = {
  over: 'Game over',
  stopped: 'Stopped',
  'another game': 'The page began another game',
  failed: 'Ended by an error',
}

function targetText(target: PageTarget, restarts: boolean): string {
  switch (target.kind) {
    case 'own browser': {
      const profile = target.folder === null ? 'an empty profile' : `the profile in ${target.folder}`
      return `Starts ${target.program} with ${profile} and opens ${target.url}.`
    }
    case 'running browser':
      return `Connects to the browser on ${target.port}.`
    case 'tab': {
      const tab = target.isNew ? `a new tab with ${target.url}` : `the tab “${titleText(target)}” (${target.url})`
      const clicks = restarts ? 'clicks “keep playing” and “new game”' : 'clicks “keep playing”'
      return `Plays in ${tab} of ${target.browser}: presses the four arrow keys and ${clicks} there, and leaves other tabs alone.`
    }
  }
}

/** A page chooses its title: it is no place for colours or a megabyte. */
function titleText({ title }: { readonly title: string }): string {
  return visible(shortened(title, MOST_TITLE))
}

function parseDelay(text: string): number {
  const ms = parseNumber(text)
  if (!(ms >= 0 && ms <= MAX_PAGE_DELAY)) throw new InvalidArgumentError(`Not a number in 0 … ${MAX_PAGE_DELAY}.`)
  return ms
}
