/** Whole games on a page of our own in a real Chromium, and how fast they go. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { face, maxRank } from '../../src/core/games/twenty48/board'
import { makePosition } from '../../src/core/games/twenty48/notation'
import { builtInProfiles, withCommandLab } from '../../src/main/lab/localLab'
import { portText } from '../../src/main/lab/remote/debuggingPort'
import { startBrowser } from '../../src/main/lab/remote/ownBrowser'
import { shownBy } from '../remotePage/beside'
import { Scope } from '../../src/main/scope'
import { browserProgram, servePage } from '../remotePage/serve'
import { record } from './record'
import { terminalHere } from '../support/terminalHere'

const GAMES = Number(process.env['REMOTE_GAMES'] ?? 20)

const own = browserProgram()
if (!own) console.error('SKIPPED 20 games on a page: no Chromium was found')

test.skipIf(!own)('20 whole games on a page: every board is the page’s own', async () => {
  const env = { ...process.env, LAB_BROWSER: own!.program }
  const { terminal } = terminalHere({ env })
  const scope = new Scope('a browser')
  const place = await startBrowser(scope, { env, headless: true })
  const page = await servePage()
  const url = page.address('seed=11')
  const profile = builtInProfiles().find(({ name }) => name === 'thesis')!
  const player = { evaluator: profile.evaluator, settings: profile.settings, limits: { depth: 0 } }
  const [pageMs, thinkMs, tiles]: [number[], number[], number[]] = [[], [], []]
  let seen: string[] = []
  let [moves, wrong, overs, ids] = [0, 0, 0, 0]
  const began = performance.now()
  try {
    await withCommandLab({ terminal, home: mkdtempSync(join(tmpdir(), 'lab-soak-remote-')), program: 'a soak' }, ({ local }) =>
      local(
        'playPageGames',
        {
          ...{ url, port: portText(place), player, profile, games: GAMES, anew: false, delay: 0, saves: true },
          signal: new AbortController().signal,
        },
        {
          onTarget: () => undefined,
          onGame: ({ board, score }) => void (seen = [lineOf(board, score)]),
          onMove: ({ board, score, by, engine, pageMs: ms }) => {
            seen.push(lineOf(board, score))
            if (by === 'engine') pageMs.push(ms!)
            if (engine) thinkMs.push(engine.ms)
          },
          onEnd: async ({ why, board, slides, id }) => {
            const shown = await shownBy(place, url)
            wrong += seen.filter((line, i) => line !== shown[i]).length + Math.abs(shown.length - seen.length)
            moves += slides
            if (why === 'over') overs++
            if (id !== null) ids++
            tiles.push(face(maxRank(board)))
          },
          onUnsaved: () => undefined,
        },
      ),
    )
  } finally {
    await page.close()
    await scope.close()
  }
  const seconds = (performance.now() - began) / 1000
  record('Whole games on a page', {
    games: tiles.length,
    'ended by game over': overs,
    'in the library': ids,
    moves,
    'boards that are not the page’s': wrong,
    'largest tiles': tiles.join(' '),
    'moves per second, all in all': (moves / seconds).toFixed(1),
    'ms from the key to the board, median': quantile(pageMs, 0.5).toFixed(1),
    'ms from the key to the board, 99 %': quantile(pageMs, 0.99).toFixed(1),
    'ms to choose the move, median': quantile(thinkMs, 0.5).toFixed(2),
  })
  expect({ wrong, overs, ids }).toEqual({ wrong: 0, overs: GAMES, ids: GAMES })
})

function lineOf(board: Parameters<typeof makePosition>[0], score: number): string {
  return `${makePosition(board).toLowerCase()} ${score}`
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!
}
