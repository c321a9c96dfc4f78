/** `lab replay analyse`: what each slide of a game gave away, in the eyes of an engine. */
import { InvalidArgumentError, type Command } from 'commander'
import type { GameAnalysisView } from '../../../core/contract/calls'
import type { Judgement } from '../../../core/contract/compute'
import { GameAnalysis, type AnalysisSummary, type SlideAssessment } from '../../../core/games/twenty48/gameAnalysis'
import { makePosition } from '../../../core/games/twenty48/notation'
import type { Player } from '../../../core/games/twenty48/player'
import { Timeline } from '../../../core/games/twenty48/timeline'
import { LabError } from '../../../core/errors'
import { VERSION } from '../../lab/about'
import { AnalysedGame, searchSlides } from '../../lab/analysedGame'
import type { EnginePool } from '../../lab/enginePool'
import { GameAnalyses } from '../../lab/gameAnalyses'
import { findReplay } from '../../lab/gameLibrary'
import { Jobs } from '../../lab/jobs'
import { OrderedWriter } from '../../lab/orderedWriter'
import { findProfile } from '../../lab/profileLibrary'
import { provenanceOf } from '../../lab/provenance'
import { withWriter, type Home } from '../../lab/storeAccess'
import { withEngine } from './engine'
import { settingsOf } from './face'
import { interruptedCode, interruptSignal } from './interrupt'
import { columns, indented } from './layout'
import { counted, measured, percent, whole } from './numbers'
import { complain, print, printJson } from './output'
import { Progress } from './progress'
import { addSearchFlags, makePlayer, parseNumber, type SearchFlags } from './searchFlags'
import { styleFor, type Style } from './style'

/** A slide that gives away less of what there was to lose is a matter of taste between close slides. */
const DEFAULT_SHARE = 0.2
/** Mistakes that people are shown; programs get all. */
const MOST_SHOWN = 20

interface Options extends SearchFlags {
  readonly minLoss: number
  readonly minShare: number
  readonly json?: boolean
}

export function addAnalyseCommand(replay: Command): void {
  const command = replay
    .command('analyse')
    .description(
      'Searches every board of a game and lists the slides that gave something away: the loss against the best slide in the evaluator’s ' +
        'unit, and as a share of what there was to lose (best − worst slide). Ctrl-C shows what is done so far.',
    )
    .argument('<id|file>', 'a game by its number in the library, or a replay file')
  addSearchFlags(command)
    .option('--min-loss <x>', 'a mistake loses at least so much', value => parseFrom(value, Infinity), 0)
    .option('--min-share <p>', 'and at least this share', value => parseFrom(value, 1), DEFAULT_SHARE)
    .option('--json', 'one object of JSON, see docs/terminal.md')
    .action(analyse)
}

async function analyse(source: string, options: Options): Promise<void> {
  const { profile } = await findProfile(options.profile, options.home)
  const player = makePlayer(profile, options)
  const signal = interruptSignal()
  await withEngine(options.threads, async engine => {
    const timeline = Timeline.of(await findReplay(source, options.home, () => engine.pool, signal))
    const bar = new Progress(timeline.length, process.stderr.isTTY, 'slides')
    const study: Study = { timeline, player, engine, signal, show: (done, leftMs) => bar.show(done, '', leftMs) }
    let game: AnalysedGame
    try {
      game = await (/^\d+$/.test(source) && timeline.length > 0
        ? analyseKept(Number(source), profile.name, options.home, study)
        : analyseOnce(study))
    } finally {
      bar.stop()
    }
    const analysis = new GameAnalysis({ loss: options.minLoss, share: options.minShare })
    for (let slide = 1; slide <= game.done; slide++) analysis.add(game.assessment(slide))
    const { summary, threshold } = analysis
    if (options.json)
      await printJson({
        source,
        ...summary,
        mistakes: summary.mistakes.map(mistake => mistakeAnswer(timeline, mistake)),
        total: timeline.length,
        threshold,
        settings: settingsOf(provenanceOf(profile.name, player, engine)),
        version: VERSION,
        ...(signal.aborted && { interrupted: true }),
      })
    else await print(analysisView(timeline, summary, styleFor(process.stdout)).join('\n'))
  })
  if (signal.aborted) process.exitCode = interruptedCode()
}

interface Study {
  readonly timeline: Timeline
  readonly player: Player
  readonly engine: EnginePool
  readonly signal: AbortSignal
  readonly show: (done: number, leftMs?: number) => void
}

/** Stored as it goes on, and taken up where it was. Beside a lab that holds the folder it is made all the same, and not kept. */
async function analyseKept(id: number, profile: string, home: Home, study: Study): Promise<AnalysedGame> {
  const { timeline, player, engine, signal, show } = study
  try {
    return await withWriter(home, 'lab replay analyse', async store => {
      let last: GameAnalysisView | undefined
      const options = { store: () => store, engine, jobs: new Jobs(() => undefined), timelines: { get: async () => timeline } }
      const onFailure = (error: unknown) => {
        throw error
      }
      const analyses = new GameAnalyses({ ...options, onFailure }, view => {
        last = view
        show(view.done, view.leftMs)
      })
      const begun = await analyses.start(id, player, profile)
      const stop = () => void analyses.stop(begun.id)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
      await analyses.settled(begun.id)
      if (last?.problem) throw LabError.fromData(last.problem)
      return analyses.game(begun.id)
    })
  } catch (error) {
    if (!(error instanceof LabError && error.code === 'STORE_LOCKED')) throw error
    complain(`${error.message} This analysis is not kept.`)
    return analyseOnce(study)
  }
}

async function analyseOnce({ timeline, player, engine, signal, show }: Study): Promise<AnalysedGame> {
  const game = new AnalysedGame(timeline)
  const inOrder = new OrderedWriter<Judgement>(0, async (_, judgements) => {
    game.extend(judgements)
    show(game.done)
  })
  await searchSlides(engine.pool, game, player, (judgement, index) => inOrder.add(index, judgement), signal)
  await inOrder.settle()
  return game
}

function mistakeAnswer(timeline: Timeline, mistake: SlideAssessment) {
  const { step: slide, ...told } = mistake
  return { slide, position: positionBefore(timeline, mistake), ...told }
}

function positionBefore(timeline: Timeline, { step }: SlideAssessment): string {
  return makePosition(timeline.at(step - 1).board)
}

function analysisView(timeline: Timeline, { slides, best, loss, mistakes }: AnalysisSummary, style: Style): string[] {
  const worst = mistakes.toSorted((a, b) => b.loss - a.loss).slice(0, MOST_SHOWN)
  const rows = mistakes
    .filter(mistake => worst.includes(mistake))
    .map(each => [
      whole(each.step),
      positionBefore(timeline, each),
      each.move,
      style.good(each.best),
      measured(each.loss),
      percent(each.share, 0),
    ])
  const head = ['slide', 'position before it', 'played', 'best', 'loss', 'share'].map(style.dim)
  const of = slides < timeline.length ? ` of ${whole(timeline.length)}` : ''
  const shown = mistakes.length > worst.length ? `, the ${MOST_SHOWN} largest:` : ''
  return [
    '',
    ...indented([
      style.bold(`${whole(slides)}${of} slides searched`),
      ...(slides > 0
        ? [`${percent(best / slides, slides)} were the best or its equal; ${measured(loss)} were given away in all`]
        : []),
      `${counted(mistakes.length, 'mistake')}${shown}`,
      ...(rows.length > 0 ? ['', ...columns([head, ...rows], ['right', 'left', 'left', 'left', 'right', 'right'])] : []),
    ]),
    '',
  ]
}

function parseFrom(text: string, max: number): number {
  const value = parseNumber(text)
  if (!(value >= 0 && value <= max)) throw new InvalidArgumentError(`Not a number from 0${max === Infinity ? '' : ` to ${max}`}.`)
  return value
}
