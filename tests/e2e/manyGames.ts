import { type NewGame } from '../../src/core/contract/stored'
import { createRandom } from '../../src/core/random'
import { openStore } from '../../src/main/store/store'
import { sampleGame, THREAD_FILE } from '../main/store/storeSupport'

const PROFILES = ['thesis', 'power', 'mine'] as const
/** One game in so many has its turns; the others are of a bench. */
const KEEPS_TURNS = 10

/** Fills the library of a data folder that nobody has open. */
export async function keepManyGames(folder: string, games: number): Promise<void> {
  const store = await openStore({ folder, program: 'a test', threadFile: THREAD_FILE })
  const random = createRandom(1)
  const samples = Array.from({ length: 20 }, (_, i) => sampleGame(i + 1, {}, 100 + 20 * i))
  for (let from = 0; from < games; from += 1000)
    await store.games.addAll(
      Array.from({ length: Math.min(1000, games - from) }, (_, i): NewGame => {
        const sample = samples[random.below(samples.length)]!
        const keepsTurns = (from + i) % KEEPS_TURNS === 0
        return {
          ...sample,
          kind: keepsTurns ? 'person' : 'bench',
          profile: keepsTurns ? null : PROFILES[random.below(PROFILES.length)]!,
          // of those without turns nobody sees that the rest does not follow from it
          ...(!keepsTurns && {
            seed: random.below(1e9),
            score: 4 * random.below(2 ** 17),
            slides: random.below(20_000),
            maxRank: 7 + random.below(8),
          }),
          created: 1_700_000_000_000 + (from + i) * 60_000,
          notes: keepsTurns ? `game ${from + i}` : '',
          played: keepsTurns ? sample.played : null,
        }
      }),
    )
  await store.close()
}
