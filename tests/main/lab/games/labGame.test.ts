/** Who a game of the library was played by. */
import { afterEach, expect, test } from 'vitest'
import { makeReplay, parseReplay } from '../../../../src/core/contract/files'
import type { StoredGame } from '../../../../src/core/contract/stored'
import { legalMoves } from '../../../../src/core/games/twenty48/board'
import { startGame } from '../../../../src/core/games/twenty48/playGame'
import type { Player } from '../../../../src/core/games/twenty48/player'
import { openPool } from '../../../../src/main/lab/ground/enginePool'
import { replayOf } from '../../../../src/main/lab/games/gameRecords'
import { LabGame, newGameOf } from '../../../../src/main/lab/games/labGame'
import { Library } from '../../../../src/main/lab/library/libraryFeature'
import { paced } from '../../../../src/main/lab/ground/throttle'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import { makeRescue, parseRescue } from '../../../../src/main/lab/saving/rescueFile'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import { cleanUp, openWriter } from '../../store/storeSupport'

afterEach(cleanUp)

const profiles = builtInProfiles()
const playerOf = (name: string): Player => {
  const { evaluator, settings } = profiles.find(each => each.name === name)!
  return { evaluator, settings, limits: { depth: 1 } }
}
const [thesis, power] = [playerOf('thesis'), playerOf('power')]
/** Of no profile. */
const odd: Player = { ...thesis, settings: { ...thesis.settings, cut: 0.123 } }

function played(...players: Player[]): LabGame {
  const game = LabGame.begin(startGame(7), 7, 'seed')
  for (const player of players) game.play(legalMoves(game.history.last.board)[0]!, 1, player)
  return game
}

const noPool = () => {
  throw new Error('its slides are stored')
}

async function keep(game: LabGame) {
  const engine = openPool({ window: false, threads: 1 })
  try {
    return newGameOf(game, engine, profiles)
  } finally {
    await engine.pool.close()
  }
}

test.each([
  ['two engines in turn', [thesis, power, thesis], 'power and thesis', /^Played by power and thesis; /],
  ['changed settings', [power, odd], 'power and unnamed', /^Played by power and unnamed; /],
])('a game by %s names each of them in the library, in its replay and in its file', async (_, players, profile, title) => {
  const kept = await keep(played(...players))
  expect(kept.profile).toBe(profile)
  const store = await openWriter()
  const id = await store.games.add(kept)
  const replay = await replayOf((await store.games.get(id))!, noPool)
  const last = players.at(-1)
  expect(replay.engine).toEqual({ ...last, profile: last === odd ? 'unnamed' : last === power ? 'power' : 'thesis' })
  expect(replay.title).toMatch(title)

  const file = makeReplay(replay)
  expect(parseReplay(file, 'it').title).toBe(replay.title)
})

test('the players of a game on the board survive a restart, a rescue and being taken up from the library', async () => {
  const game = played(thesis, power)
  const restarted = await paced(LabGame.resume(game.record))
  expect(restarted.about.earlier).toEqual([thesis])
  const work = { problem: { code: 'STORE_FULL', message: 'full' } as const, games: [], leaving: [], drafts: [], preferences: {} }
  const { boards } = (await parseRescue(await makeRescue({ ...work, boards: [game] }, '/data'), 'it')).work
  expect(boards[0]!.about).toEqual(game.about)

  const store = await openWriter()
  const id = await store.games.add(await keep(game))
  const timelineOf = async (stored: StoredGame) => Timeline.of(await replayOf(stored, noPool))
  const library = new Library(
    store,
    timelineOf,
    () => 1,
    () => {},
  )
  expect((await library.load(id)).about).toMatchObject({ engine: power, earlier: [thesis] })
})
