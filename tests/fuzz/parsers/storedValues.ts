import fc from 'fast-check'
import { engineChoiceShape } from '../../../src/core/contract/calls/engine'
import { DEFAULT_PREFERENCES, PREFERENCE_FIELDS, readPreferences } from '../../../src/core/contract/preferences'
import type { NewGame, StoredGame, StoredProfile } from '../../../src/core/contract/stored'
import { missingStore } from '../../../src/main/lab/ground/storeLease'
import { Drafts } from '../../../src/main/lab/profiles/profilesFeature'
import { gameOf, readGame } from '../../../src/main/lab/games/gameRecords'
import { profileOf } from '../../../src/main/lab/profiles/profileCollection'
import { codeOf, harness } from '../support/harness'
import { hostileJson } from '../support/hostile'
import { mutatedValue } from '../support/mutate'
import { game, profile } from '../support/samples'
import { expectSame } from '../support/same'

const preferences = fc.constant({ ...DEFAULT_PREFERENCES })
const draft = profile.map(({ title, notes, evaluator }) => ({
  changes: { title, notes, evaluator },
  base: { title: '', notes: '' },
}))
const provenance = game.map(each => gameOf(each, 0).provenance)

interface Stored {
  readonly preferences: unknown
  readonly engine: unknown
  readonly draft: unknown
  readonly profile: unknown
  readonly provenance: unknown
  readonly of: NewGame
}

/** What the store's JSON columns may hold after another version, another program or a disk wrote in them. */
export const storedValues = harness<Stored>({
  name: 'stored values',
  inputs: fc.record({
    preferences: mutatedValue(preferences, hostileJson),
    engine: mutatedValue(fc.constant({ threads: 1, memoryMiB: 512 }), hostileJson),
    draft: mutatedValue(draft, hostileJson),
    profile: mutatedValue(
      profile.map(({ evaluator, settings, depth }) => ({ evaluator, settings, depth, origin: null, statistics: null })),
      hostileJson,
    ),
    provenance: mutatedValue(provenance, hostileJson),
    of: game.map(each => gameOf(each, 0)),
  }),
  examine: async stored => {
    const faults: string[] = []
    const read = readPreferences(stored.preferences, problem => faults.push(problem))
    for (const [name, shape] of Object.entries(PREFERENCE_FIELDS)) shape.parse(read[name as keyof typeof read])
    engineChoiceShape.safeParse(stored.engine)
    const keeper = new Drafts(
      [{ profile: 1, draft: stored.draft }],
      { own: () => undefined, idOf: () => undefined, adopt: async () => 1 },
      missingStore(),
      { autosave: () => undefined },
      ({ message }) => faults.push(message),
    )
    expectSame(keeper.list.length <= 1, true)
    for (const fault of faults) if (fault.length > 2_000) throw new Error(`a fault of ${fault.length} characters`)
    const outcomes = [attempt(() => profileOf(storedProfile(stored.profile)))]
    const kept: StoredGame = { ...stored.of, id: 1, hasTurns: true, provenance: stored.provenance }
    outcomes.push(
      await attemptLater(() =>
        readGame(kept, {
          pool: () => {
            throw new Error('it has its turns')
          },
        }),
      ),
    )
    return outcomes.join(', ')
  },
})

function storedProfile(value: unknown): StoredProfile {
  const fields = typeof value === 'object' && value !== null ? value : {}
  return {
    id: 1,
    created: 0,
    updated: 0,
    name: 'mine',
    title: 'Mine',
    notes: '',
    tags: [],
    origin: null,
    statistics: null,
    ...fields,
  } as unknown as StoredProfile
}

function attempt(act: () => unknown): string {
  try {
    act()
    return 'read'
  } catch (error) {
    return codeOf(error)
  }
}

async function attemptLater(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
    return 'read'
  } catch (error) {
    return codeOf(error)
  }
}
