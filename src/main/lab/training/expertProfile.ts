import { legibleLine } from '../../../core/contract/texts'
import { makeProfile, parseProfile, type Profile } from '../../../core/contract/files'
import type { NetworkHead } from '../../../core/contract/networkFile'
import { LabError } from '../../../core/errors'
import { PLAIN_SETTINGS, type SearchSettings, type WallExpert } from '../../../core/search/settings'
import type { RunFolder } from './runFolder'

/** For a basis without an expert: those of the profile `strongest`. */
const USUAL: Omit<WallExpert, 'network' | 'target'> = { least: 4, layers: 3, cut: 0.0005, below: 0.02 }

/** Settings of a profile whose evaluator is a network: what the network estimates, searched fast enough to watch. */
const OF_NETWORK: SearchSettings = { ...PLAIN_SETTINGS, points: 'added', dead: 0, cut: 0.01, table: 'exact' }
const DEPTH_OF_NETWORK = 2

/** @throws {LabError} `BAD_SETTING` for a name that no profile may have */
export function checkProfileName(name: string, { evaluator, settings, depth }: Profile): void {
  try {
    parseProfile(makeProfile({ name, title: name, notes: '', evaluator, settings, depth }), '--as')
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    throw new LabError('BAD_SETTING', error.message, error.detail, { cause: error })
  }
}

/** A profile whose evaluator is a trained network. */
export function networkProfile(name: string, network: NetworkHead, { id, head: { config, command, stamp } }: RunFolder): Profile {
  return {
    name,
    title: `Network ${network.id.slice(0, 8)}`,
    notes: `Values boards by network ${network.id}. Training run ${id} made it: ${legibleLine(command)}`,
    evaluator: { family: 'network', network: network.id },
    settings: OF_NETWORK,
    depth: DEPTH_OF_NETWORK,
    tags: ['trained'],
    origin: { kind: 'tuned', source: `training run ${id}: ${config.name}`, seeds: [config.seed], stamp },
  }
}

/** A profile that asks a trained network on boards of walls, and otherwise plays as another profile. */
export function expertProfile(
  name: string,
  basis: Profile,
  network: NetworkHead,
  { id, head: { command, stamp } }: RunFolder,
): Profile {
  const { evaluator, settings, depth } = basis
  return {
    name,
    title: `${basis.name} with network ${network.id.slice(0, 8)}`,
    notes: `Plays as ${basis.name}, and asks network ${network.id} on boards of walls. Training run ${id} made it: ${legibleLine(command)}`,
    ...{ evaluator, depth },
    settings: { ...settings, expert: { ...USUAL, ...settings.expert, network: network.id, target: network.target } },
    tags: ['trained'],
    origin: { kind: 'copy', source: basis.name, stamp }, // of the weights; the network's file has its own
  }
}
