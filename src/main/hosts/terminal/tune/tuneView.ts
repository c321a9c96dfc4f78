/** The text output of tuning runs. */
import type { LuckView, TuningRow, TuningView } from '../../../../core/contract/calls'
import type { DeletedRun } from '../../../../core/contract/calls/data'
import { intervalAfter } from '../../../../core/stats/confidenceSequence'
import type { Interval } from '../../../../core/stats/intervals'
import type { Fitness } from '../../../../core/tuning/fitness'
import { sameOutcome } from '../../../../core/tuning/fitness'
import type { LuckSource } from '../../../../core/tuning/luck'
import { isGameObjective, originOf, searchText, unitOf, type ObjectiveSpec } from '../../../../core/contract/tuning/objective'
import { ASSUMPTIONS, type TuningPreset } from '../../../../core/contract/tuning/presets'
import type { RunProvenance } from '../../../lab/localLab'
import { block, pairs, present, roomOf, table } from '../output/layout'
import { bare, chance, counted, dateText, duration, measured, percent, percentagePoints, whole } from '../output/numbers'
import type { Style } from '../output/style'
import type { Terminal } from '../terminal'

/** Text of a fitness: points in whole numbers, logarithms and shares with digits, survival in percent. */
export function fitnessText(fitness: number, unit?: TuningRow['unit']): string {
  if (unit === 'phase') return chance(fitness)
  return Math.abs(fitness) >= 1000 ? whole(fitness) : measured(fitness)
}

/** A note about a report whose interval has no width. */
function alikeNote({ report, config }: TuningView): string | undefined {
  if (!report?.summary || !sameOutcome(config.objective.fitness, report.summary.fitnessError)) return undefined
  return 'All unseen pairs ended alike, so they do not show how pairs differ: an interval without width is no certainty.'
}

/** The result of a validation: points of 2048 in whole numbers, pairs of games in their fitness. */
function valueText(unit: TuningRow['unit'], value: number): string {
  return unit === 'game' ? whole(value) : fitnessText(value, unit)
}

/** A difference of two results: of survival in percentage points. */
function gapText(unit: TuningRow['unit'], difference: number): string {
  return unit === 'phase' ? percentagePoints(difference) : valueText(unit, difference)
}

/** The values of a preset that its source does not give, or gives otherwise. */
export function assumptionLines({ assumed }: TuningPreset, style: Style): string[] {
  const rows = Object.entries(assumed).map(([field, why]) => [field, ASSUMPTIONS[why]] as const)
  if (rows.length === 0) return []
  return block([style.dim('Assumed, or unlike the source:'), ...pairs(rows, roomOf(style)).map(style.dim)])
}

/** The weights that a search does not move. */
function heldOf(objective: ObjectiveSpec): (readonly [id: string, value: number])[] {
  const tuned = new Set(objective.tuned.map(({ id }) => id))
  return Object.entries(originOf(objective)).filter(([id]) => !tuned.has(id))
}

export function heldLines(objective: ObjectiveSpec, style: Style): string[] {
  const held = heldOf(objective).map(([id, value]) => `${id} at ${measured(value)}`)
  return held.length === 0 ? [] : block([style.dim(`Held, not searched: ${held.join(', ')}.`)])
}

export function runTable(terminal: Terminal, rows: readonly TuningRow[], advice: readonly string[]): string[] {
  const { style } = terminal
  if (rows.length === 0)
    return block([`No tuning run is stored here yet. Begin one: ${terminal.commandLine('tune --preset thesis-1')}`])
  const head = ['run', 'name', 'optimiser', 'seed', 'state', 'done', 'evaluations', 'best', 'validated', 'at every look']
  const lines = rows.map(({ id, name, optimizer, seed, state, progress, evaluations, best, validated, unit }) => [
    String(id),
    name,
    optimizer,
    String(seed),
    state,
    percent(progress, 0),
    whole(evaluations),
    best ? fitnessText(best.fitness, unit) : '–',
    validated ? style.bold(valueText(unit, validated.mean)) : '–',
    validated ? intervalText(unit, validated.always) : '',
  ])
  return block([...table(head, lines, { align: 'rllrlrrrrl', style, lesser: [3, 2, 6, 5] }), ...advice])
}

export function deletedTable(runs: readonly DeletedRun[], style: Style): string[] {
  if (runs.length === 0) return block(['No tuning run was deleted.'])
  const rows = runs.map(({ id, name, evaluations, deleted }) => [String(id), name, whole(evaluations), dateText(deleted)])
  return block(table(['run', 'name', 'evaluations', 'deleted'], rows, { align: 'rlrl', style }))
}

export function runView(view: TuningView, style: Style): string[] {
  const { id, name, config, seed, budget, iterations, evaluations, games, seconds, failed, retried, state } = view
  const provenance = view.provenance as RunProvenance
  const done =
    budget.kind === 'iterations' ? `${whole(iterations)} of ${whole(budget.count)} iterations` : `${whole(iterations)} iterations`
  const head = present([
    style.bold(`${name} · run ${id} · seed ${seed} · ${state}`),
    style.dim(
      `${config.optimizer.kind} · ${done} · ${counted(evaluations, 'evaluation')}, ${gamesText(config.objective, games)} ${searchText(config.objective)}`,
    ),
    style.dim(`${duration(1000 * seconds)} · ${counted(provenance.threads, 'thread')} · ${provenance.hardware.cpu}`),
    failed > 0 && `${counted(failed, 'evaluation')} failed`,
    retried > 0 && style.dim(`${counted(retried, 'evaluation')} had to be made twice`),
    '',
  ])
  return block([...head, ...worthLines(view, style), ...weightLines(view, style)])
}

/** Named as in the config, with its tile or quantile. */
function fitnessName(fitness: Fitness): string {
  if (fitness.kind === 'reach') return `reach ${fitness.face}`
  return fitness.kind === 'quantile' ? `quantile ${bare(fitness.p)}` : fitness.kind
}

function worthLines(view: TuningView, style: Style): string[] {
  const { validated, report, originReport, gain, best, config, chosenFitness, luck, looks, unit } = view
  const origin = originReport?.summary
  const held = report?.summary
  const fitness = fitnessName(config.objective.fitness)
  const evaluated = `${fitness} of ${gamesText(config.objective, config.objective.games)}`
  const looked = validated && validated.candidate !== best?.id ? chosenFitness : null
  const rows = present([
    validated && [
      `validated: candidate ${validated.candidate} on ${gamesText(config.objective, validated.games, 'unseen ')}`,
      style.bold(valueText(unit, validated.mean)),
      intervalText(unit, intervalAfter(looks, validated)),
    ],
    origin && ['the weights it was to improve', valueText(unit, origin.mean), intervalText(unit, intervalAfter(looks, origin))],
    gain && [
      'difference',
      gapText(unit, gain.difference),
      intervalText(unit, unit === 'phase' ? gain.interval : gain.always, gapText),
    ],
    looked !== null && [`candidate ${validated!.candidate} in the search, ${evaluated}`, fitnessText(looked, unit), ''],
    best && [bestText(best, evaluated), fitnessText(best.fitness, unit), ''],
    // a quantile is not a mean score: the line compares it in the search with it on the unseen games
    held &&
      unit === 'game' &&
      config.objective.fitness.kind !== 'mean' && [
        `${fitness} of ${counted(held.games, 'unseen game')}`,
        fitnessText(held.fitness),
        errorText(held.fitnessError),
      ],
  ])
  if (held?.match) {
    const { score, wins } = held.match
    rows.push(
      ['mean result for the best, over both sides', fitnessText(score.mean), intervalText('pair', score.interval)],
      ['share won, a draw half', fitnessText(wins.mean), intervalText('pair', wins.interval)],
    )
  }
  if (rows.length === 0)
    return [view.evaluations > 0 ? 'No best yet: the first iteration is not complete.' : 'Nothing is evaluated yet.', '']
  const notes = report
    ? [`Intervals are ${percent(report.summary!.level, 0)}. No unseen game had a part in the search or in the choice.`]
    : ['Not validated: what the search holds for best is partly luck.']
  if (isHalfWon(config.objective)) notes.push(HALF_WON)
  const alike = alikeNote(view)
  if (alike !== undefined) notes.push(alike)
  if (luck) notes.push(luckText(luck, unit))
  if (looks > 1)
    notes.push(
      `${whole(looks)} validations were made. The intervals hold at every look; the highest mean of several is too high.`,
    )
  else if (gain && unit === 'phase') notes.push(survivalNote(gain))
  else if (gain?.always) notes.push('The interval of the difference holds at every look, however often the run is extended.')
  else if (gain) notes.push('These games are too few for an interval of the difference that holds at every look.')
  return [...worthTable(rows, style), '', ...notes.map(style.dim), ...byHandLines(view, style), '']
}

/** In a pair of adversarial48 the tuned weights move in one game and set the tiles in the other. */
const HALF_WON =
  'Of each pair of games the weights move in one; the other is won by the tiles. So 0.5 is never won, and 1 always.'

function isHalfWon(objective: ObjectiveSpec): boolean {
  return isGameObjective(objective) && objective.game === 'adversarial48' && objective.fitness.kind === 'wins'
}

function bestText({ id, evaluations }: NonNullable<TuningView['best']>, evaluated: string): string {
  // one that was evaluated once may have reached more
  if (evaluations > 1) return `best of those evaluated again: candidate ${id}, ${evaluated}, ${evaluations} times`
  return `best of the search: candidate ${id}, ${evaluated}`
}

/** Boards of one game look alike, so intervals of survival count games, and hold for a single look. */
function survivalNote({ interval }: NonNullable<TuningView['gain']>): string {
  if (!interval)
    return 'The unseen boards come from too few games, or no phase ended otherwise: there is no interval of the difference.'
  return 'Intervals go by the games that the unseen boards come from. They hold for one look, not for each extension of the run.'
}

/** Candidates that the user named in the window: their results, and a warning that the best of them was selected. */
function byHandLines({ validations, looks, config, unit }: TuningView, style: Style): string[] {
  const tried = validations.filter(({ byHand }) => byHand)
  if (tried.length === 0) return []
  const rows = tried.map(({ candidate, games, done, summary }) => [
    `candidate ${candidate} on ${gamesText(config.objective, games, 'unseen ')}`,
    summary ? valueText(unit, summary.mean) : `${whole(done)} played`,
    summary ? intervalText(unit, intervalAfter(looks, summary)) : '',
  ])
  const note =
    tried.length > 1 ? [style.dim(`The highest of these ${tried.length} is too high where it is picked for that.`)] : []
  return ['', 'Validated by hand, apart from the choice:', ...worthTable(rows, style), ...note]
}

function worthTable(rows: readonly (readonly string[])[], style: Style): string[] {
  return table(['', '', ''], rows, { align: 'lrl', style })
}

/** For pairs of games, both games of one start count as one. */
function gamesText(objective: ObjectiveSpec, games: number, which = ''): string {
  const unit = unitOf(objective)
  return unit === 'pair' ? `${counted(games, `${which}pair`)} of games` : counted(games, `${which}${unit}`)
}

function errorText(error: number | null): string {
  return error === null ? '' : `± ${fitnessText(error)} (standard error)`
}

function luckText({ amount, interval, evaluations, from }: LuckView, unit: TuningRow['unit']): string {
  const [gap, low, high] = [amount, ...interval].map(each =>
    unit === 'phase' ? percentagePoints(each) : fitnessText(each, unit),
  )
  return `By luck alone the best of ${counted(evaluations, 'equal candidate')} would look about ${gap} [${low} – ${high}] too good${LUCK[from]}.`
}

const LUCK: Readonly<Record<LuckSource, string>> = {
  validation: ', by the unseen games',
  evaluations: ', by how its evaluations differ',
  spread: ', roughly: how single games differ is partly how the candidates do',
}

function weightLines({ validated, best, config }: TuningView, style: Style): string[] {
  const weights = validated?.weights ?? best?.weights
  if (!weights) return []
  const { tuned } = config.objective
  const origin = originOf(config.objective)
  const head = ['weight', validated ? 'validated' : 'best', 'before', 'searched', '']
  const rows = tuned.map(({ id, min, max, scale }) => [
    id,
    measured(weights[id]!),
    measured(origin[id]!),
    `${bare(min)} … ${bare(max)}`,
    scale === 'linear' ? '' : scale,
  ])
  const held = heldOf(config.objective).map(([id, value]) => [id, measured(value), measured(value), 'held', ''])
  return table(head, [...rows, ...held], { align: 'lrrll', style })
}

function intervalText(unit: TuningRow['unit'], interval: Interval | null, text = valueText): string {
  return interval ? `[${text(unit, interval[0])} – ${text(unit, interval[1])}]` : '–'
}
