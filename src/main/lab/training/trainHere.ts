/** What commands do with networks, besides the calls of pages. */
import { createReadStream } from 'node:fs'
import { TRAINING_RUN, type Profile } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import { writeNew } from '../../files/newFile'
import { placeOfData } from '../../files/home'
import { builtInProfile } from '../profiles/builtInProfiles'
import type { LocalContext } from '../ground/storeLease'
import { damageOfHead } from '../runs/lineRuns'
import { TrainedNetworks, checkProfileName } from './trainedNetworks'

/** Copies a network to a new file that the user names. @throws {LabError} `BAD_FILE`; nothing is left of it then */
export async function copyNetwork(_: unknown, from: string, file: string): Promise<void> {
  await writeNew(file, createReadStream(from) as AsyncIterable<Buffer>)
}

/**
 * Whether a profile of this name could be saved now.
 * @throws {LabError} `NAME_TAKEN`; `BAD_SETTING` for an impossible name; `STORE_LOCKED`, `STORE_FULL`, `BAD_STORE`
 */
export async function checkNewProfile({ store }: LocalContext, name: string, basis: Profile): Promise<void> {
  checkProfileName(name, basis)
  const stored = await store.write(({ profiles }) => profiles.list())
  if (builtInProfile(name) ?? stored.some(profile => profile.name === name))
    throw new LabError('NAME_TAKEN', `There is a profile "${name}" already: choose another name with --as.`, { name })
}

/** A profile with the network of a finished run: it values boards, or it is the expert of a basis. @throws {LabError} `NOT_FOUND` */
export async function trainedProfile(context: LocalContext, id: number, name: string, basis: Profile): Promise<Profile> {
  const run = await context.store.read(({ lineRuns }) => lineRuns.get(TRAINING_RUN.head.format, String(id)))
  if (!run) throw new LabError('NOT_FOUND', `There is no training run ${id}; it may have been deleted.`, { id })
  const damage = damageOfHead(run, TRAINING_RUN)
  if (damage) throw damage
  const networks = networksIn(context)
  return networks.profile(networks.folderOf(run), name, basis)
}

/** The networks of the data folder. */
export function networksIn({ home, env }: Pick<LocalContext, 'home' | 'env'>): TrainedNetworks {
  return new TrainedNetworks(placeOfData(home, env).folder)
}
