/** The services that look kept games over, on real threads and a real store. */
import type { GameAnalysisView, PlayoutView } from '../../src/core/contract/calls'
import { completeReplay, type Replay } from '../../src/core/games/twenty48/replay'
import { ThreadPool } from '../../src/main/compute/pool/pool'
import { GameAnalyses, type StudyOptions } from '../../src/main/lab/studies/gameAnalyses'
import { gameOf } from '../../src/main/lab/games/gameRecords'
import { Jobs } from '../../src/main/lab/jobs/jobs'
import { Replayer } from '../../src/main/lab/library/replayer'
import { SlidePlayouts } from '../../src/main/lab/studies/slidePlayouts'
import type { Store } from '../../src/main/store/store'
import { drawnGame } from '../core/support/games'
import { realThreads } from './threads'

const open: { close(): Promise<void> }[] = []

export async function closeStudies(): Promise<void> {
  for (const each of open.splice(0)) await each.close()
}

export function openStudies(store: Store, threads = 2) {
  const real = realThreads()
  const pool = new ThreadPool({ threads, createThread: real.createThread })
  const analysisViews: GameAnalysisView[] = []
  const playoutViews: PlayoutView[] = []
  const jobs = new Jobs(() => undefined)
  const replayer = new Replayer(store, pool, jobs)
  const options: StudyOptions = {
    store,
    engine: { pool, kernel: 'abc' },
    timelineOf: game => replayer.timelineOf(game),
    jobs,
  }
  const onFailure = (error: unknown) => {
    throw error
  }
  let onView: (view: GameAnalysisView) => void = () => undefined
  const analyses = new GameAnalyses(options, view => {
    analysisViews.push(view)
    onView(view)
  })
  const playouts = new SlidePlayouts({ ...options, onFailure }, view => playoutViews.push(view))
  const close = async () => {
    await Promise.all([analyses.close(), playouts.close()])
    jobs.close()
    await pool.close()
  }
  open.push({ close })
  /** Resolves with the first view of an analysis that is as wanted. */
  const seen = (isWanted: (view: GameAnalysisView) => boolean) =>
    new Promise<GameAnalysisView>(resolve => (onView = view => isWanted(view) && resolve(view)))
  return { analyses, playouts, analysisViews, playoutViews, seen, jobs, pool, started: real.started, close }
}

export type Studies = ReturnType<typeof openStudies>

/** A game of random slides, kept. */
export async function keepGame(store: Store, seed: number, slides = Infinity): Promise<{ id: number; replay: Replay }> {
  const replay = drawnGame(seed, slides)
  return { id: await store.games.add(gameOf(replay, 1000)), replay }
}

/** A game of one slide from a board, kept. */
export async function keepSlide(store: Store, record: Parameters<typeof completeReplay>[0]): Promise<number> {
  return store.games.add(gameOf(completeReplay(record), 1000))
}
