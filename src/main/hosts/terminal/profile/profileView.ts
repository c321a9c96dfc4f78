/** The text output of a profile. */
import type { KnownProfile } from '../../../../core/contract/calls'
import type { DeletedProfile } from '../../../../core/contract/calls/deleted'
import type { Profile, ProfileDifference } from '../../../../core/contract/files'
import { familyOf } from '../../../../core/games/twenty48/heuristics/evaluator'
import type { Parameter } from '../../../../core/games/twenty48/heuristics/family'
import type { FoundProfile } from '../../../lab/commandLab'
import { block, columns } from '../output/layout'
import { bare } from '../output/numbers'
import type { Style } from '../output/style'

/** Columns of a value beside another one; notes are longer. */
const WIDEST_CELL = 40

/** A parameter with the editor's range and, for a weight, its feature. */
export interface WeightLine extends Pick<Parameter, 'id' | 'role' | 'min' | 'max' | 'default'> {
  readonly value: number
  readonly formula: string | null
}

export function weightsOf({ evaluator }: Profile): WeightLine[] {
  const { parameters, terms } = familyOf(evaluator.family)
  return parameters.map(({ id, role, min, max, default: usual }) => ({
    id,
    value: evaluator.parameters[id]!,
    role,
    min,
    max,
    default: usual,
    formula: terms.find(term => term.id === id)?.formula ?? null,
  }))
}

export function listTable(profiles: readonly KnownProfile[], style: Style): string[] {
  const head = ['name', 'title', 'evaluator', 'depth', ''].map(style.dim)
  const rows = profiles.map(({ name, title, evaluator, depth, builtIn, tags = [] }) => [
    style.bold(name),
    title,
    evaluator.family,
    String(depth),
    builtIn ? style.dim('built in') : tags.join(', '),
  ])
  return block(columns([head, ...rows], ['left', 'left', 'left', 'left', 'left']))
}

export function deletedTable(things: readonly DeletedProfile[], style: Style): string[] {
  if (things.length === 0) return ['  No profile was deleted.']
  const head = ['', 'name', 'title', 'deleted'].map(style.dim)
  const rows = things.map(({ id, name, title, deleted }) => [String(id), style.bold(name), title, minuteOf(deleted)])
  return block(columns([head, ...rows], ['right', 'left', 'left', 'left']))
}

/** In UTC, like every saved time. */
function minuteOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')
}

export function profileView({ profile, builtIn }: FoundProfile, style: Style): string[] {
  const { name, title, notes, evaluator, settings, depth, tags = [], origin } = profile
  const weights = weightsOf(profile).map(({ id, role, value, min, max, formula }) => [
    id,
    style.bold(bare(value)),
    `${bare(min)} … ${bare(max)}`,
    formula ?? (role === 'ratio' ? 'a ratio' : 'an exponent'),
  ])
  const pairs = (record: Readonly<Record<string, string | number>>) =>
    columns(
      Object.entries(record).map(([id, value]) => [style.dim(id), String(value)]),
      ['left', 'left'],
    )
  return block([
    style.bold(`${name} · ${title}`) + (builtIn ? style.dim('  built in') : ''),
    ...notes.split('\n').filter(line => line !== ''),
    ...(tags.length > 0 ? [style.dim(tags.join(', '))] : []),
    ...(origin ? [style.dim(`weights: ${[origin.kind, origin.source].filter(Boolean).join(', ')}`)] : []),
    '',
    ...columns(
      [['weight', 'value', 'range', `formula (${evaluator.family})`].map(style.dim), ...weights],
      ['left', 'right', 'left', 'left'],
    ),
    '',
    ...pairs({ ...evaluator.variants, ...settings, depth }),
  ])
}

export function diffTable(names: readonly [string, string], differences: readonly ProfileDifference[], style: Style): string[] {
  if (differences.length === 0) return [`  ${names[0]} and ${names[1]} do not differ.`]
  const rows = differences.map(({ field, a, b }) => [field, cellOf(a), cellOf(b)])
  return block(columns([['', ...names].map(style.dim), ...rows], ['left', 'left', 'left']))
}

function cellOf(value: ProfileDifference['a']): string {
  if (value === null) return '–'
  const text = typeof value === 'number' ? bare(value) : value.replaceAll(/\s+/g, ' ')
  return text.length > WIDEST_CELL ? `${text.slice(0, WIDEST_CELL - 1)}…` : text
}
