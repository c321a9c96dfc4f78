import type { Profile } from '../../../core/contract/files'
import { parsePageFile, MAX_PAGE_CHARS, type PageSelectors } from '../../../core/contract/files/pageFile'
import { fileName, readText, type StandardInput } from '../../files/textFile'
import { provenanceOf, type Provenance } from '../ground/provenance'
import { CommandSaving, type UnsavedGame } from '../saving/commandSaving'
import type { LocalContext } from '../ground/storeLease'
import { playOnPage, type PageOrder, type PageEnvironment } from './playOnPage'

export interface RemoteOrder extends PageOrder {
  readonly profile: Profile
  /** A selector file; absent: the page is one of the known ones. */
  readonly selectors?: string | undefined
  /** Milliseconds between two moves at least. */
  readonly delay: number
  /** Whether the games are for the library. */
  readonly saves: boolean
}

export interface RemoteListener extends Pick<PageEnvironment, 'onTarget' | 'onGame' | 'onMove' | 'onEnd'> {
  /** See `GameOrder`. */
  readonly onUnsaved: (unsaved: UnsavedGame | undefined) => void
}

/** Without the generator of the lab: the page draws the tiles. */
export function pageProvenance(
  { engine }: Pick<LocalContext, 'engine'>,
  { profile, player }: Pick<RemoteOrder, 'profile' | 'player'>,
): Omit<Provenance, 'generator'> {
  const { generator: _, ...provenance } = provenanceOf(profile.name, player, engine)
  return provenance
}

/** @throws {LabError} as `playOnPage`, and `BAD_FILE` of the selectors, naming the file and the field */
export async function playPageGames(
  context: LocalContext,
  order: RemoteOrder,
  { onUnsaved, ...listener }: RemoteListener,
): Promise<void> {
  await playOnPage(order, {
    ...listener,
    engine: context.engine,
    env: context.env,
    selectors: order.selectors === undefined ? undefined : await readSelectors(order.selectors, context.stdin),
    delay: () => order.delay,
    save: order.saves ? gameNow => new CommandSaving(context, gameNow, onUnsaved) : undefined,
  })
}

async function readSelectors(file: string, stdin: StandardInput): Promise<PageSelectors> {
  return parsePageFile(await readText(file, MAX_PAGE_CHARS * 4, stdin), fileName(file))
}
