/** The services that look kept games over, with a pool, a store and a pace that the test sets. */
import type { GameAnalysisView, PlayoutView } from '../../src/core/contract/calls'
import type { Scale } from '../../src/core/games/twenty48/scale/judgedMoves'
import { completeReplay, type Replay } from '../../src/core/games/twenty48/replay'
import { ThreadPool, type Pool, type WorkOptions } from '../../src/main/compute/pool/pool'
import type { Player } from '../../src/core/games/twenty48/player'
import { GameAnalyses, type AnalysesOptions } from '../../src/main/lab/analyses/gameAnalyses'
import { gameOf } from '../../src/main/lab/games/gameRecords'
import { Jobs } from '../../src/main/lab/jobs/jobs'
import { Replayer } from '../../src/main/lab/library/replayer'
import { SlidePlayouts } from '../../src/main/lab/analyses/slidePlayouts'
import type { Store } from '../../src/main/store/store'
import { drawnGame } from '../core/support/games'
import { realThreads } from './threads'
import { testScope } from './testScope'

const open: { close(): Promise<void> }[] = []

export async function closeAnalyses(): Promise<void> {
  for (const each of open.splice(0)) await each.close()
}

type Ask<Item, Result> = (
  player: Player,
  items: readonly Item[],
  onResult: (result: Result, index: number) => void,
  options?: WorkOptions,
) => Promise<void>

/** Lets the boards and the playouts of a pool come only as far as a test has allowed, as on a machine that is so slow. */
function pace(pool: Pool, first: number) {
  let allowed = first
  let changed = Promise.withResolvers<void>()
  const paced = <Item, Result>(work: Ask<Item, Result>): Ask<Item, Result> => {
    let taken = 0
    return async (player, items, onResult, options = {}) => {
      const aborted = new Promise<void>(resolve => options.signal?.addEventListener('abort', () => resolve()))
      for (let from = 0; from < items.length && !options.signal?.aborted;) {
        const next = items.slice(from, from + allowed - taken)
        taken += next.length
        const start = from
        from += next.length
        await work(player, next, (result, index) => onResult(result, start + index), options)
        if (from < items.length) await Promise.race([aborted, changed.promise])
      }
    }
  }
  pool.searchBoards = paced(pool.searchBoards.bind(pool))
  pool.playOut = paced(pool.playOut.bind(pool))
  return (more: number) => {
    allowed += more
    changed.resolve()
    changed = Promise.withResolvers()
  }
}

/** @param allowed results of each kind that come before the test allows more */
export function openAnalyses(store: Store, allowed = Infinity, scale: Scale = {}) {
  const pool = new ThreadPool({ threads: 2, createThread: realThreads().createThread })
  const allow = pace(pool, allowed)
  const analysisViews: GameAnalysisView[] = []
  const playoutViews: PlayoutView[] = []
  const jobs = new Jobs(() => undefined)
  const replayer = new Replayer(store, pool, jobs, testScope())
  const options: Omit<AnalysesOptions<never>, 'onRow'> = {
    store,
    engine: { pool, kernel: 'abc' },
    timelineOf: game => replayer.timelineOf(game),
    scaleOf: async () => scale,
    jobs,
    onFailure: error => {
      throw error
    },
  }
  let onView: (view: GameAnalysisView) => void = () => undefined
  const analyses = new GameAnalyses({
    ...options,
    onRow(view) {
      analysisViews.push(view)
      onView(view)
    },
  })
  const playouts = new SlidePlayouts({ ...options, onRow: view => playoutViews.push(view) })
  const close = async () => {
    await Promise.all([analyses.close(), playouts.close()])
    jobs.close()
    await pool.close()
  }
  open.push({ close })
  /** Resolves with the first view of an analysis that is as wanted. */
  const seen = (isWanted: (view: GameAnalysisView) => boolean) =>
    new Promise<GameAnalysisView>(resolve => (onView = view => isWanted(view) && resolve(view)))
  return { analyses, playouts, analysisViews, playoutViews, seen, jobs, pool, allow, close }
}

export type Analyses = ReturnType<typeof openAnalyses>

/** A game of random slides, kept. */
export async function keepGame(store: Store, seed: number, slides = Infinity): Promise<{ id: number; replay: Replay }> {
  const replay = drawnGame(seed, slides)
  return { id: await store.games.add(gameOf(replay, 1000)), replay }
}

/** A game of one slide from a board, kept. */
export async function keepSlide(store: Store, record: Parameters<typeof completeReplay>[0]): Promise<number> {
  return store.games.add(gameOf(completeReplay(record), 1000))
}
