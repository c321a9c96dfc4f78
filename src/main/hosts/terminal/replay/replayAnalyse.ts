/** `lab replay analyse`: the loss of each move of a game, by an engine. */
import { InvalidArgumentError, type Command } from 'commander'
import { GameAnalysis, type AnalysisSummary, type SlideAssessment } from '../../../../core/games/twenty48/gameAnalysis'
import { losesGame, type Risk } from '../../../../core/games/twenty48/losingRisk'
import { makePosition } from '../../../../core/games/twenty48/notation'
import type { Timeline } from '../../../../core/games/twenty48/timeline'
import { VERSION } from '../../../about'
import type { AnalysedReplay } from '../../../lab/localLab'
import { settingsOf } from '../output/machineOutput'
import { block, present, table } from '../output/layout'
import { counted, measured, percent, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { nameOfGame } from './replayView'
import { addSearchFlags, findPlayer, type SearchFlags } from '../search/searchFlags'
import { parseNumber } from '../flags/numberFlags'
import { type Style } from '../output/style'
import type { Terminal } from '../terminal'

/** A move with a smaller share of the possible loss is a choice between close moves. */
const DEFAULT_SHARE = 0.2
/** Limit of mistakes in the text output; the JSON has all. */
const MOST_MISTAKES = 20

interface Options extends SearchFlags {
  readonly minLoss: number
  readonly minShare: number
  readonly json?: boolean
}

export function addAnalyseCommand(terminal: Terminal, replay: Command): void {
  const command = replay
    .command('analyse')
    .description(
      'Searches every board of a game and lists the mistakes: the loss against the best move in the evaluator’s ' +
        'unit, and as a share of the range (best − worst move). Ctrl-C shows the results so far.',
    )
    .argument('<id|file>', 'a game by its number in the library, or a replay file')
  addSearchFlags(command)
    .option('--min-loss <x>', 'least loss of a mistake', value => parseFrom(value, Infinity), 0)
    .option('--min-share <p>', 'and at least this share', value => parseFrom(value, 1), DEFAULT_SHARE)
    .option('--json', 'one object of JSON, see docs/terminal.md')
    .action(analyse.bind(undefined, terminal))
}

async function analyse(terminal: Terminal, source: string, options: Options): Promise<void> {
  const { home, threads } = options
  await terminal.withLab({ home, threads }, async ({ findProfile, local }) => {
    const { profile, player } = await findPlayer(findProfile, options)
    const signal = terminal.interruptSignal()
    let bar: Progress | undefined
    const analysed = await local('analyseReplay', source, player, profile.name, {
      signal,
      onProgress: (done, total, leftMs) => {
        bar ??= new Progress(terminal, { total, unit: 'moves' })
        bar.show(done, undefined, leftMs)
      },
      onUnsaved: ({ message }) => terminal.complain(`${message} This analysis is not saved.`),
    }).finally(() => bar?.stop())
    const { timeline, assessments, showsDistantRisks, provenance } = analysed
    const analysis = new GameAnalysis({ loss: options.minLoss, share: options.minShare })
    for (const assessment of assessments) analysis.add(assessment)
    const { summary, threshold } = analysis
    if (options.json)
      await terminal.printJson({
        source,
        ...summary,
        tellsFurther: showsDistantRisks,
        mistakes: summary.mistakes.map(mistake => mistakeAnswer(timeline, mistake)),
        total: timeline.length,
        threshold,
        settings: settingsOf(provenance),
        version: VERSION,
        ...(signal.aborted && { interrupted: true }),
      })
    else await terminal.printLines(analysisView(source, analysed, summary, terminal.style))
    terminal.endIfAborted(signal)
  })
}

function mistakeAnswer(timeline: Timeline, mistake: SlideAssessment) {
  const { step: slide, ...assessment } = mistake
  return { slide, position: positionBefore(timeline, mistake), ...assessment }
}

function positionBefore(timeline: Timeline, { step }: SlideAssessment): string {
  return makePosition(timeline.at(step - 1).board)
}

function analysisView(
  source: string,
  { timeline, showsDistantRisks }: AnalysedReplay,
  { slides, best, loss, lost, risked, mistakes }: AnalysisSummary,
  style: Style,
): string[] {
  const worst = mistakes.toSorted((a, b) => b.risk - a.risk || b.loss - a.loss).slice(0, MOST_MISTAKES)
  const rows = mistakes
    .filter(mistake => worst.includes(mistake))
    .map(each => [
      whole(each.step),
      positionBefore(timeline, each),
      each.move,
      style.good(each.best),
      ...(each.risk > 0 ? [riskText(each), ''] : [measured(each.loss), percent(each.share, 0)]),
    ])
  const head = ['move', 'position before it', 'played', 'best', 'loss or risk', 'share']
  const of = slides < timeline.length ? ` of ${whole(timeline.length)}` : ''
  const limit = mistakes.length > worst.length ? `, the ${MOST_MISTAKES} largest:` : ''
  return block([
    style.bold(`${nameOfGame(source)} · ${whole(slides)}${of} moves searched`),
    ...(slides > 0
      ? [
          `${percent(best / slides, slides)} were the best move or equal to it.`,
          `Total loss: ${measured(loss)} in the evaluator's unit, not points.${riskSentence(lost, risked)}`,
        ]
      : []),
    ...(showsDistantRisks
      ? []
      : ["This player's values do not separate a lost board further ahead from a bad one: such risks are part of the losses."]),
    `${counted(mistakes.length, 'mistake')}${limit}`,
    ...(rows.length > 0 ? ['', ...table(head, rows, { align: 'rlllrr', style, lesser: [1] })] : []),
  ])
}

/** About moves whose risk no loss contains; empty without any. */
function riskSentence(lost: number, risked: number): string {
  if (lost + risked === 0) return ''
  const parts = present([
    lost > 0 && `${counted(lost, 'move')} lost the game`,
    risked > 0 && `${counted(risked, 'move')} risked the game`,
  ])
  return ` ${parts.join(' and ')}; ${lost + risked === 1 ? 'its loss is' : 'their losses are'} not included.`
}

function riskText({ risk, ownRisk }: Risk): string {
  if (losesGame({ risk, ownRisk })) return 'lost the game'
  return `risk ${risk < 0.001 ? '< 0.1 %' : percent(risk, Infinity)}`
}

function parseFrom(text: string, max: number): number {
  const value = parseNumber(text)
  if (!(value >= 0 && value <= max)) throw new InvalidArgumentError(`Not a number from 0${max === Infinity ? '' : ` to ${max}`}.`)
  return value
}
