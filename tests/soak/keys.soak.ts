/** The answer to a key while the cores are busy: with as many threads as beside a window on two cores, one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test, type TestContext } from 'vitest'
import { startGame } from '../../src/core/games/twenty48/playGame'
import { legalMoves } from '../../src/core/games/twenty48/board'
import { deriveSeed } from '../../src/core/random'
import { createLab, type Lab } from '../../src/main/lab/lab'
import { openPool } from '../../src/main/lab/ground/enginePool'
import { quickPlayer } from '../../src/main/lab/play/outlookGames'
import { builtInProfile } from '../../src/main/lab/profiles/builtInProfiles'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { launchWindow } from '../e2e/electronApp'
import { LabPage } from '../e2e/labPage'
import { slowness } from '../e2e/pageTasks'
import { busyness, busynessText, NOTICEABLE_MS, type Busyness } from '../e2e/responsiveness'
import { makeData } from '../e2e/usedWindow'
import { record } from './record'

const KEYS = 120
/** A fast player. */
const BETWEEN_MS = 100

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

const at = (times: readonly number[], share: number) => times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1]!
const described = (times: readonly number[]) => [0.5, 0.95, 0.99, 1].map(share => at(times, share).toFixed(1)).join(', ')
const FIGURES = 'ms: median, 95 %, 99 %, longest'

/** What a clock shows on a machine that answers late at rest says nothing of the lab. */
function skipIfBusy({ skip }: TestContext, atRest: readonly number[]): void {
  if (at(atRest, 0.99) >= NOTICEABLE_MS) skip(`this machine is too busy to tell: at rest, ${FIGURES}: ${described(atRest)}`)
}

test(`a key and a quick move of the engine are answered within ${NOTICEABLE_MS} ms beside playouts, a batch of games, a recording and a calibration`, async context => {
  const engine = openPool({ threads: 1, window: true })
  const lab = createLab({ host: 'window', engine })
  await lab.handlers.hello(undefined) // until its data are open
  const quiet = await press(lab, KEYS)
  const end = new AbortController()
  const { signal } = end
  const seeds = Array.from({ length: 1e5 }, (_, i) => deriveSeed(1, i))
  let sampled = 0
  const starts = seeds.map(seed => ({ start: startGame(seed) }))
  const calibration = engine.pool.sampleGames(quickPlayer(), starts, () => void sampled++, { signal })
  const calibrating = await press(lab, KEYS)
  let games = 0
  let outlooks = 0
  lab.on('outlook', view => (outlooks += Number(view !== null && view.games > 0)))
  const player = quickPlayer()
  const batch = engine.pool.playGames(player, seeds, () => void games++, { signal })
  const order = { root: { board: startGame(1).board, kind: 'max' }, reach: 1, mebibytes: 16 } as const
  const trace = engine.pool.trace({ ...player, limits: { depth: 12 } }, order, () => undefined, { signal })
  await lab.handlers.outlook(undefined)
  const busy = await press(lab, KEYS)
  end.abort()
  await Promise.all([batch, trace, calibration])
  await lab.close()
  const phases = { 'at rest': quiet, 'beside a calibration': calibrating, 'beside playouts, a batch and a recording too': busy }
  record('Keys on two cores', {
    'keys, and as many moves of the engine at depth 0': KEYS,
    ...Object.fromEntries(
      Object.entries(phases).map(([what, { key }]) => [`answer to a key ${what}, ${FIGURES}`, described(key)]),
    ),
    ...Object.fromEntries(
      Object.entries(phases).map(([what, { move }]) => [`answer to a move ${what}, ${FIGURES}`, described(move)]),
    ),
    'games of the batch': games,
    'games of the calibration': sampled,
    'outlooks shown': outlooks,
  })
  expect(Math.min(outlooks, sampled)).toBeGreaterThan(0)
  skipIfBusy(context, quiet.key)
  expect(Math.max(...busy.key, ...calibrating.key)).toBeLessThan(NOTICEABLE_MS)
  expect(Math.max(...busy.move, ...calibrating.move)).toBeLessThan(NOTICEABLE_MS)
})

declare global {
  var answers: number[]
}

/** From the time of the event of a key until the frame that shows the board after it is drawn, by the clock of the page. */
function watchAnswers(page: Page): Promise<void> {
  return page.evaluate(() => {
    globalThis.answers = []
    let pressed: number | undefined
    addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), { capture: true })
    const drawn = ({ port1, port2 }: MessageChannel, act: () => void): void => {
      port1.onmessage = act
      port2.postMessage(null)
    }
    new MutationObserver(() => {
      const since = pressed
      pressed = undefined
      if (since === undefined) return
      requestAnimationFrame(() => drawn(new MessageChannel(), () => globalThis.answers.push(performance.now() - since)))
    }).observe(document.querySelector('main')!, { attributeFilter: ['aria-label'], subtree: true })
  })
}

const ARROWS = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'] as const

test(`no task of the page is above ${NOTICEABLE_MS} ms, and keys are answered, beside an analysis, playouts and a calibration`, async context => {
  const home = mkdtempSync(join(tmpdir(), 'lab-soak-keys-'))
  await makeData(home)
  const opened = await launchWindow({ home })
  const { app, page } = opened
  const lab = new LabPage(page)
  const phase = async (analysed: boolean): Promise<Busyness & { readonly times: number[] }> => {
    await lab.newGame(7)
    await lab.setAnalysis(analysed)
    const busy = await busyness(opened, 0, async () => {
      for (let i = 0; i < KEYS; i++) {
        await lab.press(ARROWS[i % ARROWS.length]!)
        await page.waitForTimeout(BETWEEN_MS)
      }
    })
    return { ...busy, times: await page.evaluate(() => globalThis.answers.splice(0)) }
  }
  try {
    await lab.rest()
    await watchAnswers(page)
    const phases = { 'playouts alone': await phase(false), 'an analysis too': await phase(true) }
    const { evaluator, settings, depth, name } = builtInProfile('strongest')!
    const order = { player: { evaluator, settings, limits: { depth } }, profile: name, games: 100 }
    const { ok } = await page.evaluate(its => window.lab!.startCalibration(its), order)
    expect(ok).toBe(true)
    const all = { ...phases, 'a calibration in place of the analysis': await phase(false), 'all three': await phase(true) }
    const times = await slowness(page)
    record('Keys in the window', {
      'keys of each row': KEYS,
      'times slower than usual, in processor time': times.toFixed(2),
      ...Object.fromEntries(
        Object.entries(all).map(([what, busy]) => [
          `${what}; answer shown, ${FIGURES}`,
          `${described(busy.times)}; ${busynessText(busy)}`,
        ]),
      ),
    })
    expect(lab.complaints).toEqual([])
    for (const { task } of Object.values(all)) expect(task.processor / times).toBeLessThan(NOTICEABLE_MS)
    skipIfBusy(context, all['playouts alone'].times)
    for (const busy of Object.values(all)) expect(at(busy.times, 0.95)).toBeLessThan(NOTICEABLE_MS)
  } finally {
    await app.close()
    rmSync(home, { recursive: true, force: true })
  }
})
