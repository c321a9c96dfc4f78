/** The answer to a key while the cores are busy: with as many threads as beside a window on two cores, one. */
import { expect, test, vi } from 'vitest'
import { startGame } from '../../src/core/games/twenty48/playGame'
import { legalMoves } from '../../src/core/games/twenty48/board'
import { deriveSeed } from '../../src/core/random'
import { createLab, type Lab } from '../../src/main/lab/lab'
import { openPool } from '../../src/main/lab/ground/enginePool'
import { quickPlayer } from '../../src/main/lab/play/outlookGames'
import { record } from './record'

const KEYS = 300
/** A fast player. */
const BETWEEN_MS = 100
const MOST_MS = 50

type Times = Readonly<Record<'key' | 'move', number[]>>

/** Milliseconds from the moment when a key was pressed, whether or not this thread had time then, to the answer. */
async function press({ handlers: call }: Lab, keys: number): Promise<Times> {
  const player = { ...quickPlayer(), limits: { depth: 0 } }
  const times: Times = { key: [], move: [] }
  let due = performance.now() + 1000
  for (let i = 0; i < 2 * keys; i++, due += BETWEEN_MS) {
    await new Promise(resolve => setTimeout(resolve, due - performance.now()))
    const { game } = await call.hello(undefined)
    if (game.over) await call.newGame({})
    else if (i % 2 === 0) await call.slide({ move: legalMoves(game.board)[0]! })
    else await call.engineMove({ player })
    times[i % 2 === 0 ? 'key' : 'move'].push(performance.now() - due)
  }
  return times
}

function described(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return [0.5, 0.99, 1].map(share => sorted[Math.ceil(share * sorted.length) - 1]!.toFixed(1)).join(', ')
}

test(`a key and a quick move of the engine are answered within ${MOST_MS} ms beside playouts, a batch of games, a recording and a calibration`, async () => {
  const engine = openPool({ threads: 1, window: true })
  const lab = createLab({ host: 'window', engine })
  const quiet = await press(lab, KEYS / 3)
  const end = new AbortController()
  const { signal } = end
  let games = 0
  let outlooks = 0
  lab.on('outlook', view => (outlooks += Number(view !== null && view.games > 0)))
  const player = quickPlayer()
  const seeds = Array.from({ length: 1e6 }, (_, i) => deriveSeed(1, i))
  const batch = engine.pool.playGames(player, seeds, () => void games++, { signal })
  const order = { root: { board: startGame(1).board, kind: 'max' }, reach: 1, mebibytes: 16 } as const
  const trace = engine.pool.trace({ ...player, limits: { depth: 12 } }, order, () => undefined, { signal })
  await lab.handlers.outlook(undefined)
  const busy = await press(lab, KEYS)
  end.abort()
  await Promise.all([batch, trace])
  const rest = new AbortController()
  let sampled = 0
  const starts = seeds.slice(0, 1e5).map(seed => ({ start: startGame(seed) }))
  const calibration = engine.pool.sampleGames(player, starts, () => void sampled++, { signal: rest.signal })
  const calibrating = await press(lab, KEYS / 3)
  // on one thread it comes after the playouts of each new board, and goes on once a board has all of them
  await vi.waitUntil(() => sampled > 0, { timeout: 60_000 })
  rest.abort()
  await calibration
  await lab.close()
  record('Keys on two cores', {
    'keys, and as many moves of the engine at depth 0': KEYS,
    'answer to a key in a lab at rest, ms: median, 99 %, longest': described(quiet.key),
    'answer to a key, ms: median, 99 %, longest': described(busy.key),
    'answer to a key beside playouts and a calibration, ms: median, 99 %, longest': described(calibrating.key),
    'answer to a move in a lab at rest, ms: median, 99 %, longest': described(quiet.move),
    'answer to a move, ms: median, 99 %, longest': described(busy.move),
    'games of the batch meanwhile': games,
    'games of the calibration': sampled,
    'outlooks shown': outlooks,
  })
  expect(outlooks).toBeGreaterThan(0)
  expect(Math.max(...busy.key, ...calibrating.key)).toBeLessThan(MOST_MS)
  expect(Math.max(...busy.move, ...calibrating.move)).toBeLessThan(MOST_MS)
})
