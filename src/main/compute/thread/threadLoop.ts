import type { Calling } from '../../../core/channel/service'
import {
  type ComputeService,
  type GameSearchNews,
  type GameSearchOrder,
  HELD,
  type JobId,
  type GamesOrder,
  type MatchesOrder,
  type Memory,
  type PackedGames,
  type PlayedGame,
  type RecordOrder,
  STOP_REASONS,
  type SearchOrder,
  type SearchedIteration,
  type StopCell,
  type TraceNews,
  packGames,
} from '../../../core/contract/compute'
import { LabError } from '../../../core/errors'
import type { Player } from '../../../core/games/twenty48/player'
import type { Kernel } from '../../../core/kernel/port'
import type { TracedKernel } from '../../../core/kernel/tracedPort'
import type { MatchResult } from '../../../core/match/match'
import { answerInThread, type ThreadPort } from '../../threadChannel'
import { AutoplayJob } from './autoplayJob'
import { GamesJob } from './gamesJob'
import { BoardsJob, PassagesJob, REST_MS, SLICE_MS, SamplesJob, type SlicedJob, restWhileHeld } from './chunkJobs'
import { TraceJob } from './traceJob'

interface Batch {
  readonly sliced: SlicedJob
  done(memory: Memory): void
  failed(error: LabError): void
}

/**
 * The loop of a compute thread: read a question, call the core, answer. It holds at most one batch, which it plays in slices, and
 * answers searches between two slices. A bug ends the thread, and the pool reports `WORKER_LOST`.
 * @param makeTraced makes the kernel that records, on the one thread that needs it
 * @param isReleased polled by the searchers of any game; it may throw a `LabError`
 */
export function serveThread(
  port: ThreadPort,
  kernel: Kernel,
  makeTraced: () => TracedKernel,
  stopCell: StopCell,
  isReleased = (job: JobId): boolean => Atomics.load(stopCell, 2) >= job,
): void {
  let batch: Batch | undefined
  let cancelSlice = (): void => undefined
  let loaded: { readonly player: string; readonly hasExpert: boolean } | undefined
  let tracedKernel: TracedKernel | undefined
  let lastSearch: JobId = 0
  const isWanted = (): boolean => Atomics.load(stopCell, 3) > lastSearch
  const memory = (): Memory => ({ memoryBytes: kernel.memoryBytes })
  const released = (job: JobId) => (): boolean => Atomics.load(stopCell, 2) >= job
  const interrupted = (job: JobId) => (): boolean => Atomics.load(stopCell, 2) >= job || isWanted()

  const service: ComputeService = {
    start: memory,
    search,
    games,
    boards: (order, calling) => play(new BoardsJob(order, kernel, calling.news, interrupted(order.job)), calling),
    passages: (order, calling) => play(new PassagesJob(order, kernel, calling.news, interrupted(order.job)), calling),
    samples: (order, calling) => play(new SamplesJob(order, kernel, calling.news, interrupted(order.job)), calling),
    matches,
    autoplay: (order, calling) => play(new AutoplayJob(order, kernel, released(order.job), calling.news), calling),
    trace,
    searchGame,
  }
  answerInThread(port, service, 'thrown')

  function search({ job, evaluator, settings, request, readsExpert }: SearchOrder): SearchedIteration {
    lastSearch = job
    load({ evaluator, settings }, readsExpert)
    const iteration = kernel.search(request, () =>
      Atomics.load(stopCell, 0) >= job ? STOP_REASONS[Atomics.load(stopCell, 1)] : undefined,
    )
    return { iteration, ...memory() }
  }

  function trace(order: RecordOrder, { news }: Calling<TraceNews>): Memory {
    tracedKernel ??= makeTraced()
    new TraceJob(order, tracedKernel, kernel, stopCell, news).run()
    return memory()
  }

  /** Only a thread that needs the searchers and games loads them. */
  async function searchGame(order: GameSearchOrder, { news }: Calling<GameSearchNews>): Promise<Memory> {
    const { SearchJob } = await import('./searchJob')
    const rest = restWhileHeld(stopCell)
    const isOver = (): boolean => {
      rest()
      return isReleased(order.job)
    }
    new SearchJob(order, isOver, news).run()
    return memory()
  }

  async function games(order: GamesOrder, calling: Calling<PackedGames>): Promise<Memory> {
    const tell = (games: readonly PlayedGame[]): void => calling.news(packGames(games))
    const isOfSearcher = [order, ...order.groups].some(({ rules }) => rules?.searcher !== undefined)
    const OfSearcher = isOfSearcher ? (await import('./matchesJob')).SearcherGame : undefined
    return play(
      new GamesJob(order, kernel, player => load(player, true), released(order.job), tell, isWanted, OfSearcher),
      calling,
    )
  }

  async function matches(order: MatchesOrder, calling: Calling<readonly MatchResult[]>): Promise<Memory> {
    const { MatchesJob } = await import('./matchesJob')
    return play(new MatchesJob(order, calling.news, () => isReleased(order.job) || isWanted()), calling)
  }

  /** The kernel compares what it has loaded by identity, and each message brings a copy. */
  function load({ evaluator, settings }: Pick<Player, 'evaluator' | 'settings'>, readsExpert = false): void {
    const player = JSON.stringify([evaluator, settings])
    if (player === loaded?.player && (loaded.hasExpert || !readsExpert)) return
    loaded = undefined // in case the kernel refuses
    kernel.load(evaluator, settings, readsExpert)
    loaded = { player, hasExpert: readsExpert }
  }

  async function play<News>(sliced: SlicedJob, calling: Calling<News>): Promise<Memory> {
    if (batch) throw new Error('a batch was given to a thread that has one')
    return new Promise((done, failed) => {
      batch = { sliced, done, failed }
      calling.onCancel(() => batch?.sliced === sliced && end(batch))
      if (batch) slice() // it may have been cancelled before it began
    })
  }

  function slice(): void {
    const playing = batch!
    const { sliced } = playing
    try {
      if (sliced.player) load(sliced.player, sliced.readsExpert) // a search may have loaded something else meanwhile
      const progress = sliced.play(performance.now() + SLICE_MS)
      if (progress === 'done') end(playing)
      else scheduleSlice(progress !== 'more' ? progress.waitMs : Atomics.load(stopCell, HELD) === 0 ? 0 : REST_MS)
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      batch = undefined
      playing.failed(error)
    }
  }

  function scheduleSlice(waitMs: number): void {
    if (waitMs > 0) {
      const timer = setTimeout(slice, waitMs)
      cancelSlice = () => clearTimeout(timer)
    } else {
      const immediate = setImmediate(slice)
      cancelSlice = () => clearImmediate(immediate)
    }
  }

  function end({ sliced, done }: Batch): void {
    cancelSlice()
    batch = undefined
    sliced.release()
    done(memory())
  }
}
