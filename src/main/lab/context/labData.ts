import { engineChoiceShape, type EngineChoice } from '../../../core/contract/calls/engine'
import { DEFAULT_PREFERENCES, readPreferences, type Preferences } from '../../../core/contract/preferences'
import { faultOf } from '../../../core/contract/shapes'
import type { CurrentGame, StoredGame, StoredDraft, StoredProfile } from '../../../core/contract/stored'
import { LabError, type LabErrorCode, type LabErrorData } from '../../../core/errors'
import { openStore, openStoreReadOnly, type OpenOptions, type Store, type StoreReader } from '../../store/store'
import { LabGame } from '../games/labGame'
import { paced } from '../ground/throttle'
import { THREAD_FILE } from '../ground/storeLease'

/** Names of the choices among the settings of the store. */
export const PREFERENCES = 'preferences'
export const ENGINE_CHOICE = 'engine'
export const USUAL_ENGINE: EngineChoice = { threads: null, memoryMiB: null }

/** The saved choices for this data folder, or the defaults. */
interface Choices {
  readonly preferences: Preferences
  readonly engine: EngineChoice
}

/** The contents of a data folder when a lab opens it. */
export interface LabData extends Choices {
  readonly store: Store
  /** The game that was on the board. */
  readonly game: LabGame | undefined
  /** The user's profiles. */
  readonly profiles: readonly StoredProfile[]
  /** Their unsaved changes. */
  readonly drafts: readonly StoredDraft[]
  /** Choices, a game or files that could not be read. */
  readonly problems: readonly LabErrorData[]
}

/** The state of a lab that cannot save anything. */
export interface NoData extends Choices {
  /** The user's profiles, as far as they are readable. */
  readonly profiles: readonly StoredProfile[]
  readonly problem: LabErrorData
}

/**
 * Opens the data folder for a lab. If it is unusable, the lab runs without saving.
 * @param takeOver see `takeOver.ts`
 */
export async function openLabData(
  options: Pick<OpenOptions, 'folder' | 'program' | 'restoreFrom'>,
  takeOver: (store: Store, folder: string) => Promise<readonly LabErrorData[]> = async () => [],
): Promise<LabData | NoData> {
  let store: Store | undefined
  try {
    store = await openStore({ threadFile: THREAD_FILE, ...options })
    const { problems, ...choices } = await readChoices(store)
    problems.push(...(await takeOver(store, options.folder)))
    return {
      store,
      game: await resume(await store.currentGame.get(), problem => problems.push(problem)),
      profiles: await store.profiles.list(),
      drafts: await store.profileDrafts.list(),
      ...choices,
      problems,
    }
  } catch (error) {
    await store?.close()
    return noData(error, options.folder)
  }
}

/** The saved game; if it cannot be replayed, that is a problem, and a new one begins. */
async function resume(game: CurrentGame | undefined, onProblem: (problem: LabErrorData) => void): Promise<LabGame | undefined> {
  try {
    return game && (await paced(LabGame.resume(game)))
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    const message = `The game that was on the board cannot be resumed: ${error.message}. A new one was begun.`
    onProblem({ ...error.toData(), message })
    return undefined
  }
}

/** The data of a lab that cannot save, and the reason. If another lab has the folder, its saved choices still apply. */
export async function noData(error: unknown, folder?: string): Promise<NoData> {
  if (!(error instanceof LabError)) console.error(error)
  const { code, message, detail } = error instanceof LabError ? error : new LabError('INTERNAL', String(error))
  return {
    ...(folder !== undefined && isReadable(code, detail) ? await peek(folder) : NOTHING),
    problem: { code, message: `${message} Until then this lab saves nothing.`, ...(detail && { detail }) },
  }
}

const NOTHING: Omit<NoData, 'problem'> = { preferences: DEFAULT_PREFERENCES, engine: USUAL_ENGINE, profiles: [] }

/** True if another lab has the folder, or it is read-only. */
function isReadable(code: LabErrorCode, detail: LabErrorData['detail']): boolean {
  return code === 'STORE_LOCKED' || detail?.['fault'] === 'readOnly' || detail?.['fault'] === 'unreachable'
}

async function peek(folder: string): Promise<Omit<NoData, 'problem'>> {
  let reader: StoreReader | undefined
  try {
    reader = await openStoreReadOnly({ threadFile: THREAD_FILE, folder })
    const { preferences, engine } = await readChoices(reader)
    return { preferences, engine, profiles: await reader.profiles.list() }
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    return NOTHING // the lab that has the folder is about to create it, or to migrate it
  } finally {
    await reader?.close()
  }
}

async function readChoices({
  settings,
}: Pick<StoreReader, 'settings'>): Promise<Choices & { readonly problems: LabErrorData[] }> {
  const problems: LabErrorData[] = []
  const onFault = (problem: string) =>
    problems.push({ code: 'BAD_STORE', message: `Some settings cannot be read, so the usual ones hold: ${problem}.` })
  const preferences = readPreferences(await settings.get(PREFERENCES), onFault)
  const stored = await settings.get(ENGINE_CHOICE)
  const engine = engineChoiceShape.safeParse(stored)
  if (stored !== undefined && !engine.success) onFault(faultOf(engine.error))
  return { preferences, engine: engine.data ?? USUAL_ENGINE, problems }
}

/** @throws {LabError} `NOT_FOUND` */
export async function requireGame({ games }: Pick<StoreReader, 'games'>, id: number): Promise<StoredGame> {
  const game = await games.get(id)
  if (!game) throw new LabError('NOT_FOUND', `There is no game number ${id}; it may have been deleted.`, { id })
  return game
}
