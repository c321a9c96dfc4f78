/**
 * Opens the data folder it is told and writes until it is killed. Says `opening`, `open`, then the number of each transaction
 * once that is stored.
 *
 * Transaction n stores `gamesOf(n)` games with the note `n`, or, every third one, the setting and the game on the board. Told `lines`, it
 * replaces the side lines of one game.
 */
import { writeSync } from 'node:fs'
import { openStore } from '../../../src/main/store/store'
import { gamesOf, kindOf, linesOf, TRIED_SLIDES, triedIn } from './storeTransactions'
import { sampleCurrent, sampleGame, THREAD_FILE } from './storeSupport'

const say = (line: string) => void writeSync(1, `${line}\n`)
say('opening')
const store = await openStore({ folder: process.argv[2]!, program: 'a writing test', threadFile: THREAD_FILE })
say('open')
const writesLines = process.argv[3] === 'lines'
if (writesLines && (await store.games.count({})) === 0) await store.games.add(sampleGame(1, {}, TRIED_SLIDES))
const begun = writesLines ? ((await store.games.get(1))?.sideLines?.[0]?.after ?? 0) : await lastStored()

for (let n = begun + 1; ; n++) {
  switch (writesLines ? 'lines' : kindOf(n)) {
    case 'lines':
      await store.games.setSideLines(1, triedIn(n))
      break
    case 'games':
      await store.games.addAll(
        Array.from({ length: gamesOf(n) }, (_, i) => sampleGame(n * 1000 + i, { notes: `n${n}.`, sideLines: linesOf(n) }, 200)),
      )
      break
    case 'setting':
      await store.settings.set('last', n)
      break
    case 'board':
      await store.currentGame.save(sampleCurrent(n, 50))
      break
  }
  say(String(n))
}

/** Transactions are counted on from the last one in the file, so that kills add up. */
async function lastStored(): Promise<number> {
  const counts = [(await store.settings.get('last')) as number | undefined, (await store.currentGame.get())?.seed]
  const [newest] = await store.games.window({ sort: 'created', descending: true, offset: 0, limit: 1 })
  return Math.max(0, ...counts.map(count => count ?? 0), Number(/^n(\d+)[.]$/.exec(newest?.notes ?? '')?.[1] ?? 0))
}
