/** The text output of a profile. */
import type { KnownProfile } from '../../../../core/contract/calls'
import type { DeletedProfile } from '../../../../core/contract/calls/deleted'
import type { Profile, ProfileDifference } from '../../../../core/contract/files'
import { familyOf } from '../../../../core/games/twenty48/heuristics/evaluator'
import { formulaOf, type Parameter } from '../../../../core/games/twenty48/heuristics/family'
import type { Calibration } from '../../../../core/games/twenty48/scale/calibration'
import { numberText } from '../../../../core/numberText'
import { flatSettings } from '../../../../core/search/settings'
import type { FoundProfile } from '../../../lab/localLab'
import { block, pairs, present, roomOf, table } from '../output/layout'
import { bare, counted, dateText, whole } from '../output/numbers'
import type { Style } from '../output/style'

/** Columns of a value beside another one, at the most and at the least; notes are longer. */
const CELL = { most: 40, least: 16 } as const

/** A parameter with the editor's range and, for a weight, its feature. */
export interface WeightLine extends Pick<Parameter, 'id' | 'role' | 'min' | 'max' | 'default'> {
  readonly value: number
  readonly formula: string | null
}

/** A network has none. */
export function weightsOf({ evaluator }: Profile): WeightLine[] {
  if (evaluator.family === 'network') return []
  const { parameters, terms } = familyOf(evaluator.family)
  const formulas = new Map(terms.map(term => [term.id, formulaOf(term, evaluator)]))
  return parameters.map(({ id, role, min, max, default: usual }) => ({
    id,
    value: evaluator.parameters[id]!,
    role,
    min,
    max,
    default: usual,
    formula: formulas.get(id) ?? null,
  }))
}

export function listTable(profiles: readonly KnownProfile[], style: Style): string[] {
  const head = ['name', 'title', 'evaluator', 'depth', '']
  const rows = profiles.map(({ name, title, evaluator, depth, builtIn, tags = [] }) => [
    style.bold(name),
    title,
    evaluator.family,
    String(depth),
    builtIn ? style.dim('built in') : tags.join(', '),
  ])
  return block(table(head, rows, { align: 'lllll', style, lesser: [1] }))
}

export function deletedTable(things: readonly DeletedProfile[], style: Style): string[] {
  if (things.length === 0) return block(['No profile was deleted.'])
  const head = ['number', 'name', 'title', 'deleted']
  const rows = things.map(({ id, name, title, deleted }) => [String(id), style.bold(name), title, dateText(deleted)])
  return block(table(head, rows, { align: 'rlll', style, lesser: [2] }))
}

export function profileView({ profile, builtIn }: FoundProfile, calibration: Calibration | undefined, style: Style): string[] {
  const { name, title, notes, evaluator, settings, depth, tags = [], origin } = profile
  const weights = weightsOf(profile).map(({ id, role, value, min, max, formula }) => [
    id,
    style.bold(bare(value)),
    `${bare(min)} … ${bare(max)}`,
    formula ?? (role === 'ratio' ? 'a ratio' : 'an exponent'),
  ])
  const all: Readonly<Record<string, string | number>> = {
    ...(evaluator.family === 'network' ? { network: evaluator.network } : evaluator.variants),
    ...flatSettings(settings),
    depth,
  }
  return block(
    present([
      style.bold(`${name} · ${title}`) + (builtIn ? style.dim('  built in') : ''),
      ...notes.split('\n').filter(line => line !== ''),
      tags.length > 0 && style.dim(tags.join(', ')),
      origin && style.dim(`weights: ${[origin.kind, origin.source].filter(Boolean).join(', ')}`),
      '',
      ...(evaluator.family === 'network'
        ? []
        : [
            ...table(['weight', 'value', 'range', `formula (${evaluator.family})`], weights, {
              align: 'lrll',
              style,
            }),
            '',
          ]),
      ...pairs(
        Object.entries(all).map(([id, value]) => [style.dim(id), typeof value === 'number' ? bare(value) : value] as const),
        roomOf(style),
      ),
      '',
      ...calibrationLines(calibration, style),
    ]),
  )
}

/** How well it is calibrated: predicted chances beside what games observed that the fit had not seen. */
function calibrationLines(calibration: Calibration | undefined, style: Style): string[] {
  if (!calibration) return ['not calibrated: see "lab profile calibrate"']
  const { games, reliability } = calibration
  const { games: unseen, brier, baseBrier, coverage, bins } = reliability
  const rows = bins.map(({ predicted, observed, interval: [low, high], positions }) => [
    numberText(predicted, 'percent'),
    numberText(observed, 'percent'),
    `${numberText(low, 'percent')} … ${numberText(high, 'percent')}`,
    whole(positions),
  ])
  return [
    `calibrated by ${counted(games, 'game')}; of ${whole(unseen)} of them, by a fit to the others:`,
    `Brier score ${brier}, of the base rate ${baseBrier}; ${numberText(coverage, 'percent')} within the 80 % band of points`,
    ...table(['predicted', 'observed', '95 % of it', 'positions'], rows, { align: 'rrrr', style }),
  ]
}

export function diffTable(names: readonly [string, string], differences: readonly ProfileDifference[], style: Style): string[] {
  if (differences.length === 0) return block([`${names[0]} and ${names[1]} do not differ.`])
  const rest = roomOf(style) - Math.max(...differences.map(({ field }) => field.length)) - 4
  const widest = Math.floor(rest / 2) >= CELL.least ? Math.min(CELL.most, Math.floor(rest / 2)) : CELL.most
  const rows = differences.map(({ field, a, b }) => [field, cellOf(a, widest), cellOf(b, widest)])
  return block(table(['', ...names], rows, { align: 'lll', style }))
}

function cellOf(value: ProfileDifference['a'], widest: number): string {
  if (value === null) return '–'
  const text = typeof value === 'number' ? bare(value) : value.replaceAll(/\s+/g, ' ')
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text
}
