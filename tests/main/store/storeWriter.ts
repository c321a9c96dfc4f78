/**
 * Opens the data folder it is told and writes until it is killed. Says the number of each transaction once that is stored.
 *
 * Transaction n stores `gamesOf(n)` games with the note `n`, or, every third one, the setting and the game on the board.
 */
import { writeSync } from 'node:fs'
import { openStore } from '../../../src/main/store/store'
import { gamesOf, kindOf } from './storeTransactions'
import { sampleCurrent, sampleGame, THREAD_FILE } from './storeSupport'

const store = await openStore({ folder: process.argv[2]!, program: 'a writing test', threadFile: THREAD_FILE })

for (let n = 1; ; n++) {
  switch (kindOf(n)) {
    case 'games':
      await store.games.addAll(Array.from({ length: gamesOf(n) }, (_, i) => sampleGame(n * 1000 + i, { notes: `n${n}.` }, 200)))
      break
    case 'setting':
      await store.settings.set('last', n)
      break
    case 'board':
      await store.currentGame.save(sampleCurrent(n, 50))
      break
  }
  writeSync(1, `${n}\n`)
}
