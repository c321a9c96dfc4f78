/** Training in the process of a command. */
import { createReadStream } from 'node:fs'
import type { Profile } from '../../../core/contract/files'
import { LabError } from '../../../core/errors'
import type { TrainingConfig } from '../../../core/games/twenty48/wallGame/training'
import { writeNew } from '../../files/newFile'
import { namedHome, placeOfData } from '../../files/home'
import { builtInProfile } from '../profiles/builtInProfiles'
import type { LocalContext } from '../ground/localContext'
import { checkProfileName } from './expertProfile'
import { TrainingRuns } from './trainingRuns'
import type { TrainListener } from './trainRun'

/** @param command how the terminal starts it @returns its number @throws {LabError} `BAD_SETTING`, naming the field; `BAD_FILE` */
export async function createTraining(context: LocalContext, config: TrainingConfig, command: string): Promise<number> {
  namedHome(context.home, context.env) // an impossible folder is refused immediately
  return trainingsIn(context).create(config, command).head.id
}

/** Like `TrainingRuns.train`. */
export async function trainHere(context: LocalContext, id: number, listener: TrainListener): Promise<void> {
  const runs = trainingsIn(context)
  await runs.train(runs.find(id), listener)
}

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

/** A profile with the network of a finished run: it values boards, or it is the expert of a basis. */
export async function trainedProfile(context: LocalContext, id: number, name: string, basis: Profile): Promise<Profile> {
  const runs = trainingsIn(context)
  return runs.profile(runs.find(id), name, basis)
}

/** The training runs of the data folder. */
export function trainingsIn({ home, env }: Pick<LocalContext, 'home' | 'env'>): TrainingRuns {
  return new TrainingRuns(placeOfData(home, env).folder)
}
