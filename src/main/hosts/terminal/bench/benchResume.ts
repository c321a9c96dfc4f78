/** The flags of `lab bench --resume`: none, or the same as the stored settings. */
import { LabError } from '../../../../core/errors'
import type { UnfinishedBench } from '../../../lab/localLab'
import type { StopFlags } from '../flags/stopFlags'
import type { SearchFlags } from '../search/searchFlags'

/** As given: a missing flag is `undefined`. */
export interface ResumeFlags extends Omit<SearchFlags, 'profile'>, StopFlags {
  /** Its name. */
  readonly profile: string | undefined
  readonly games: number | undefined
  readonly seed?: number
  readonly validation?: boolean
  readonly from?: number
  readonly maxSlides?: number
  /** `false` with `--no-keep`. */
  readonly keep: boolean
}

/** @throws {LabError} `BAD_SETTING` for a flag that differs */
export function checkFlags(flags: ResumeFlags, { batch, plan, made }: UnfinishedBench): void {
  for (const [flag, given, stored] of comparisons(flags, { plan, made }))
    if (given !== undefined && given !== stored)
      throw new LabError(
        'BAD_SETTING',
        `--${flag}: ${given} contradicts batch ${batch}, which ${stored === undefined ? 'was begun without it' : `has ${stored}`}. A bench is resumed with the settings that are stored with it: leave the flag out.`,
      )
}

type Value = string | number | boolean | undefined

function comparisons(
  flags: ResumeFlags,
  { plan: { games, seed, validation, stop, player }, made }: Pick<UnfinishedBench, 'plan' | 'made'>,
): readonly (readonly [flag: string, given: Value, stored: Value])[] {
  const { settings, limits } = player
  const rule = typeof limits.depth === 'string' ? 'auto' : limits.depth
  return [
    ['games', flags.games, games],
    [
      'set',
      flags.set &&
        Object.entries(flags.set)
          .map(change => change.join('='))
          .join(', '),
      undefined,
    ],
    ['seed', flags.seed, seed],
    ['validation', flags.validation, validation === undefined ? undefined : true],
    ['from', flags.from, validation],
    ['max-slides', flags.maxSlides, undefined],
    ['width', flags.width, stop?.width],
    ['minutes', flags.minutes, stop?.minutes],
    ['no-keep', flags.keep ? undefined : true, undefined],
    ['no-expert', flags.expert === false ? true : undefined, settings.expert ? undefined : true],
    ['profile', flags.profile, made.profile],
    ['depth', flags.depth, rule],
    ['time', flags.time, limits.ms],
    ['nodes', flags.nodes, limits.nodes],
    ['leaf', flags.leaf, settings.leaf],
    ['points', flags.points, settings.points],
    ['cut', flags.cut, settings.cut],
    ['dead', flags.dead, settings.dead],
    ['floor', flags.floor, settings.floor],
    ['table', flags.table, settings.table],
    ['table-bits', flags.tableBits, settings.tableBits],
  ]
}
