import { playWallTest } from '../../wallTest/wallTest'
import { stopIfAsked, type Bench, type Reproduction } from '../reproduction'
import { playedKey, recordOf, wallTests, type WallTest } from './wallTests'
import { wallTestsPage } from './wallTestsPage'

/** How often the strongest players survive the hard phases of long games. */
export const walls: Reproduction = {
  async compute(bench, most) {
    for (const { name, parts } of wallTests(most)) for (const plan of parts) await playTest(bench, { name, plan })
  },
  isEnough: (results, most) => wallTests(most).some(test => recordOf(results, test).phases.length > 0),
  page: wallTestsPage,
}

async function playTest(
  { pool, results, signal, onStage, onGames }: Bench,
  test: Pick<WallTest, 'name' | 'plan'>,
): Promise<void> {
  const place = { test: test.name, played: playedKey(test.plan) }
  const record = recordOf(results, test, {
    add: line =>
      results.add('game' in line ? { kind: 'wall game', ...place, ...line } : { kind: 'wall phase', ...place, ...line }),
  })
  let shown = 0
  const begin = (what: string, total: number, done: number): void => {
    shown = done
    onStage(`${what}: ${test.name}`, total, done)
  }
  const show = (done: number): void => {
    onGames(done - shown)
    shown = done
  }
  await playWallTest(pool, record, {
    signal,
    onCollecting: (wanted, found) => begin('boards', wanted, found),
    onBoards: show,
    onPhases: (total, done) => begin('phases', total, done),
    onPhase: show,
  })
  stopIfAsked(signal, results)
}
