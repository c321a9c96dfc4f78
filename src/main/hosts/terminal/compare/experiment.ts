/** Experiments as files: what `--config` reads and `--print-config` writes. */
import { makeExperiment, MAX_EXPERIMENT_CHARS, parseExperiment, type ExperimentPlayer } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import type { Player } from '../../../../core/games/twenty48/player'
import type { SearchSettings, SomeSettings } from '../../../../core/search/settings'
import { fileName, readText } from '../../../files/textFile'
import type { ComparePlan } from '../../../../core/contract/calls'
import type { CommandLab } from '../../../lab/localLab'
import { makePlayer } from '../search/searchFlags'
import { addPlayer, type NamedPlayer } from './players'
import type { Terminal } from '../terminal'

export interface ExperimentPlan extends ComparePlan {
  readonly players: readonly NamedPlayer[]
}

/** @throws {LabError} `BAD_FILE`, naming the place; `NOT_FOUND` for a profile */
export async function readExperiment(
  terminal: Terminal,
  findProfile: CommandLab['findProfile'],
  file: string,
): Promise<ExperimentPlan> {
  const {
    players: named,
    seed,
    rule,
  } = parseExperiment(await readText(file, MAX_EXPERIMENT_CHARS * 4, terminal.stdin), fileName(file))
  const players: NamedPlayer[] = []
  for (const { name, profile, settings, limits } of named) {
    const source = typeof profile === 'string' ? (await findProfile(profile)).profile : profile
    const { limits: usual, ...player } = makePlayer(source, { ...settings })
    addPlayer(players, name ?? source.name, source, { ...player, limits: limits ?? usual })
  }
  return { players, seed, rule }
}

/**
 * The text of an experiment file. Contains built-in profiles in full, because another version of the lab may have others with these names,
 * but not their results, which are of another search.
 * @throws {LabError} `BAD_SETTING` for a plan that a file cannot hold
 */
export function experimentText({ players, seed, rule, validation, maxSlides }: ExperimentPlan): string {
  if (validation !== undefined || maxSlides !== undefined)
    throw new LabError('BAD_SETTING', 'print-config: a file has neither --validation nor --max-slides')
  return makeExperiment({ players: players.map(writtenPlayer), seed, rule })
}

function writtenPlayer({ name, source, player }: NamedPlayer): ExperimentPlayer {
  const settings = overrides(source.settings, player.settings)
  const { statistics: _, ...profile } = source
  return {
    name,
    profile,
    ...(Object.keys(settings).length > 0 && { settings }),
    limits: player.limits,
  }
}

function overrides(usual: SearchSettings, now: Player['settings']): SomeSettings {
  const fields = Object.keys(now) as (keyof SearchSettings)[]
  const changed = Object.fromEntries(fields.filter(field => now[field] !== usual[field]).map(field => [field, now[field]]))
  return usual.expert && !now.expert ? { ...changed, expert: null } : changed
}
