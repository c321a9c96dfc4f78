/** `lab replay analyse`: the loss of each move of a game, by an engine. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { PartAccuracy } from '../../../../core/games/twenty48/accuracy'
import { JUDGE } from '../../../../core/games/twenty48/playerHash'
import {
  classOf,
  compareLosses,
  GameAnalysis,
  MISTAKE_CLASSES,
  MISTAKE_THRESHOLD,
  type AnalysisSummary,
  type MistakeClass,
  type SlideAssessment,
} from '../../../../core/games/twenty48/gameAnalysis'
import type { Profile } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { face } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import { losesGame, type Risk } from '../../../../core/games/twenty48/losingRisk'
import { kindsOfMistake, MISTAKE_KINDS, type MistakeKind } from '../../../../core/games/twenty48/mistakeKinds'
import { makePosition } from '../../../../core/games/twenty48/notation'
import { LOSS_SIGNS } from '../../../../core/games/twenty48/scale/lossClass'
import type { Timeline } from '../../../../core/games/twenty48/timeline'
import { numberText } from '../../../../core/numberText'
import { VERSION } from '../../../installation'
import type { AnalysedReplay } from '../../../lab/localLab'
import { settingsOf } from '../output/machineOutput'
import { block, present, table } from '../output/layout'
import { counted, duration, measured, percent, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { nameOfGame } from './replayView'
import { addSearchFlags, asJudge, findPlayer, JUDGE_TEXT, type SearchFlags } from '../search/searchFlags'
import { parseNumber } from '../flags/numberFlags'
import { type Style } from '../output/style'
import { EXIT, type Terminal } from '../terminal'

/** Limit of mistakes in the text output; the JSON has all. */
const MOST_MISTAKES = 20

const KIND_TEXTS: Readonly<Record<MistakeKind, string>> = {
  corner: 'left the corner',
  row: 'broke the row',
  spawn: 'forced the next tile',
  merge: 'missed a merge',
}

const PART_TEXTS: Readonly<Record<PartAccuracy['of'], string>> = { all: '', hand: ' of the person', engine: ' of the engine' }

interface Options extends SearchFlags {
  readonly minLoss: number
  readonly least: MistakeClass
  readonly json?: boolean
}

export function addAnalyseCommand(terminal: Terminal, replay: Command): void {
  const command = replay
    .command('analyse')
    .description(
      'Searches every board of a game and lists the mistakes: the loss against the best move in percentage points of ' +
        'chance to make the next tile, or in the own unit of a player that is not calibrated. Without --profile ' +
        `the judge of accuracies searches, ${JUDGE_TEXT}; other flags change its search. Ctrl-C shows the results so far.`,
    )
    .argument('<id|file>', 'a game by its number in the library, or a replay file')
  addSearchFlags(command, JUDGE.profile, JUDGE_TEXT)
    .addOption(
      new Option('--least <class>', 'the smallest class that is listed')
        .choices(MISTAKE_CLASSES)
        .default(MISTAKE_THRESHOLD.least),
    )
    .option(
      '--min-loss <x>',
      'the least loss that is listed of a player that is not calibrated',
      parseLoss,
      MISTAKE_THRESHOLD.loss,
    )
    .option('--json', 'one object of JSON, see docs/terminal.md')
    .action(analyse.bind(undefined, terminal))
}

async function analyse(terminal: Terminal, source: string, given: Options, command: Command): Promise<void> {
  const { home, threads } = given
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli'
  const options = asJudge(given, command)
  await terminal.withLab({ home, threads }, async ({ findProfile, local, calibrationOf }) => {
    const { profile, player } = await findPlayer(findProfile, options)
    refuseOther((await calibrationOf(player)) !== undefined, isGiven)
    const signal = terminal.interruptSignal()
    const bar = new Progress(terminal)
    const analysed = await local('analyseReplay', source, player, profile.name, {
      signal,
      onProgress: (done, total, leftMs) => bar.show({ total, done, unit: 'moves', leftMs }),
      onUnsaved({ message }) {
        terminal.complain(`${message} This analysis is not saved.`)
        terminal.exitCode = EXIT.failure
      },
    }).finally(() => bar.stop())
    const { timeline, assessments, hand, showsDistantRisks, provenance } = analysed
    const analysis = new GameAnalysis({ ...MISTAKE_THRESHOLD, least: options.least, loss: options.minLoss }, hand)
    for (const assessment of assessments) analysis.add(assessment)
    const { summary, threshold } = analysis
    if (options.json)
      await terminal.printJson({
        source,
        ...summary,
        tellsFurther: showsDistantRisks,
        mistakes: summary.mistakes.map(mistake => ({
          ...mistakeAnswer(timeline, mistake),
          class: classOf(mistake, threshold) ?? null,
        })),
        total: timeline.length,
        threshold,
        settings: settingsOf(provenance),
        version: VERSION,
        ...(signal.aborted && { interrupted: true }),
      })
    else
      await terminal.printLines(
        analysisView(source, analysed, { ...summary, least: options.least, by: playerText(profile, player) }, terminal.style),
      )
    terminal.endIfAborted(signal)
  })
}

/** @throws {LabError} `BAD_SETTING` for a threshold that no move of this player is compared with */
function refuseOther(isCalibrated: boolean, isGiven: (flag: string) => boolean): void {
  if (isCalibrated && isGiven('minLoss'))
    throw new LabError('BAD_SETTING', '--min-loss is for players that are not calibrated; --least is for this one')
  if (!isCalibrated && isGiven('least'))
    throw new LabError('BAD_SETTING', '--least is for calibrated players; --min-loss is for this one')
}

function mistakeAnswer(timeline: Timeline, mistake: SlideAssessment) {
  const { step: slide, counted: _, ...assessment } = mistake
  return { slide, position: positionBefore(timeline, mistake), kinds: kindsOf(timeline, mistake), ...assessment }
}

function kindsOf(timeline: Timeline, { step, move, best }: SlideAssessment): MistakeKind[] {
  return kindsOfMistake(timeline.at(step - 1).board, move, best)
}

function positionBefore(timeline: Timeline, { step }: SlideAssessment): string {
  return makePosition(timeline.at(step - 1).board)
}

function analysisView(
  source: string,
  { timeline, showsDistantRisks }: AnalysedReplay,
  {
    slides,
    best,
    loss,
    lost,
    risked,
    classes,
    tooClose,
    accuracies,
    mistakes,
    least,
    by,
  }: AnalysisSummary & Pick<Options, 'least'> & { readonly by: string },
  style: Style,
): string[] {
  const worst = mistakes.toSorted(compareLosses).slice(0, MOST_MISTAKES)
  const rows = mistakes
    .filter(mistake => worst.includes(mistake))
    .map(each => [
      whole(each.step),
      positionBefore(timeline, each),
      each.move,
      style.good(each.best),
      ...(classes ? chanceCells(each) : [each.risk > 0 ? riskText(each) : measured(each.loss)]),
      kindsOf(timeline, each)
        .map(kind => KIND_TEXTS[kind])
        .join(', '),
    ])
  const losses = classes ? ['class', 'chance', 'points'] : ['loss or risk']
  const head = ['move', 'position before it', 'played', 'best', ...losses, 'what it did']
  const of = slides < timeline.length ? ` of ${whole(timeline.length)}` : ''
  const limit = mistakes.length > worst.length ? `, the ${MOST_MISTAKES} largest:` : ''
  return block([
    style.bold(`${nameOfGame(source)} · ${whole(slides)}${of} moves searched by ${by}`),
    ...(slides > 0
      ? [
          ...accuracies.map(accuracyText),
          `${percent(best / slides, slides)} of the moves were the best or equal to it.`,
          classes
            ? `${MISTAKE_CLASSES.map(each => `${each} ${LOSS_SIGNS[each]}: ${whole(classes[each])}`).join(', ')}.`
            : `Own unit, not calibrated. Total loss: ${measured(loss)}.${riskSentence(lost, risked)}`,
          ...(tooClose.length > 0 ? [`${counted(tooClose.length, 'move')} too close to the best for this search to class.`] : []),
        ]
      : []),
    ...(showsDistantRisks || classes
      ? []
      : ["This player's values do not separate a lost board further ahead from a bad one: such risks are part of the losses."]),
    ...roughText(mistakes),
    ...kindsText(mistakes.flatMap(each => kindsOf(timeline, each))),
    `${counted(mistakes.length, 'move')} ${classes ? lostText(least) : 'below the best'}${limit}`,
    ...(rows.length > 0 ? ['', ...table(head, rows, { align: classes ? 'rllllrrl' : 'rlllrl', style, lesser: [1] })] : []),
  ])
}

function accuracyText({ of, mean, interval, counted: moves }: PartAccuracy): string {
  const ends = interval?.map(end => numberText(end, 'integer'))
  const within = ends ? ` (95 % interval ${ends.join('–')})` : ''
  return `Accuracy${PART_TEXTS[of]} ${numberText(mean, 'integer')}${within} by ${JUDGE_TEXT}, from the ${counted(moves, 'move')} that lost something or had no equal.`
}

/** How many losses are rough; empty without any. */
function roughText(mistakes: readonly SlideAssessment[]): string[] {
  const rough = mistakes.filter(({ moves, move }) => moves[move]?.isRough).length
  if (rough === 0) return []
  return [
    `On boards unlike those of the player's games: ${whole(rough)} of ${counted(mistakes.length, 'move')}. Losses there are rough (≈).`,
  ]
}

/** How many mistakes there are of each kind; empty without any. */
function kindsText(kinds: readonly MistakeKind[]): string[] {
  const counts = MISTAKE_KINDS.map(kind => ({ kind, count: kinds.filter(each => each === kind).length }))
  const found = counts.filter(({ count }) => count > 0).map(({ kind, count }) => `${KIND_TEXTS[kind]} ${whole(count)}`)
  return found.length > 0 ? [`What they did: ${found.join(', ')}.`] : []
}

/** A player: its profile, the limits of its searches, its cut, and the settings that are not the profile's. */
function playerText(own: Profile, { limits: { depth, nodes, ms }, settings }: Player): string {
  const { cut } = settings
  const limits = present([
    depth !== undefined && `depth ${depth}`,
    nodes !== undefined && counted(nodes, 'node'),
    ms !== undefined && duration(ms),
    (cut > 0 || own.settings.cut > 0) && `cut ${cut}`,
  ])
  const changed = (['leaf', 'points', 'dead', 'floor'] as const).filter(name => settings[name] !== own.settings[name])
  const isWithout = own.settings.expert !== undefined && settings.expert === undefined
  return [own.name, ...limits, ...changed.map(name => `${name} ${settings[name]}`), ...(isWithout ? ['no expert'] : [])].join(
    ', ',
  )
}

function lostText(least: MistakeClass): string {
  return least === MISTAKE_THRESHOLD.least ? 'that lost something' : `of class ${LOSS_SIGNS[least]} or above`
}

/** Class, and the losses in chance and in points, of a calibrated player. */
function chanceCells(mistake: SlideAssessment): string[] {
  const { chanceLoss, pointsLoss, moves, move, best } = mistake
  if (chanceLoss === null) return ['', 'not calibrated here', '']
  const about = moves[move]?.isRough ? '≈' : ''
  const its = classOf(mistake)!
  const points = pointsLoss === null ? '' : about + numberText(-pointsLoss, 'points')
  const tile = moves[best]?.chance && ` of ${face(moves[best].chance.rank)}`
  return [`${its} ${LOSS_SIGNS[its]}`, `${about}${numberText(-chanceLoss, 'percentagePoints')}${tile ?? ''}`, points]
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

function parseLoss(text: string): number {
  const value = parseNumber(text)
  if (!(value >= 0)) throw new InvalidArgumentError('Not a number from 0.')
  return value
}
