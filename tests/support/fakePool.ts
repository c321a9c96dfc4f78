/** A pool without threads, for tests of the services that stand on it. */
import type { Board } from '../../src/core/games/twenty48/board'
import { isOver, playTurn } from '../../src/core/games/twenty48/playGame'
import type { GamePosition, Player, SearchedTurn } from '../../src/core/games/twenty48/player'
import { drive, neverStop } from '../../src/core/games/twenty48/search/engine'
import { boardValue, type SearchReport } from '../../src/core/games/twenty48/search/report'
import { deepen } from '../../src/core/games/twenty48/search/deepening'
import type { AutoplayOptions, PlayedTurns, Pool, PoolSize, SearchOptions, Searched } from '../../src/main/compute/pool/pool'
import { textbook } from './textbook'

interface AskedSearch {
  readonly board: Board
  readonly player: Player
  readonly signal: AbortSignal | undefined
  readonly interim: SearchOptions['interim']
  /** Finishes it with what the textbook finds. */
  answer(): void
  fail(error: unknown): void
}

interface AskedAutoplay {
  readonly from: GamePosition
  readonly options: AutoplayOptions
  /** Plays and tells so many turns; ends the job when the game is over. */
  play(turns: number): void
  fail(error: unknown): void
}

/** Searches that were made: it is slow, and the same each time. */
const found = new Map<string, SearchReport>()

export function textbookSearch(board: Board, player: Player, variation = true): Searched {
  const key = JSON.stringify([board, player, variation])
  const report = found.get(key) ?? search(board, player, variation)
  found.set(key, report)
  return { report, ms: 2, player }
}

function search(board: Board, { evaluator, settings, limits }: Player, variation: boolean): SearchReport {
  const engine = textbook(evaluator, settings)
  return drive(deepen(board, limits, { variation }), request => engine(request, neverStop))
}

/** @param answersAtOnce else a test answers each search; an aborted one always ends at once. */
export function fakePool({ answersAtOnce }: { readonly answersAtOnce: boolean }) {
  const searches: AskedSearch[] = []
  const autoplays: AskedAutoplay[] = []
  const resizes: PoolSize[] = []
  let closed = false

  const pool: Pool = {
    threads: 2,
    memoryBytes: 1000,
    search: (board, player, options) =>
      new Promise((resolve, reject) => {
        const { signal, interim, variation = false } = options ?? {}
        const answer = () => resolve(textbookSearch(board, player, variation))
        searches.push({ board, player, signal, interim, answer, fail: reject })
        signal?.addEventListener('abort', answer)
        if (answersAtOnce || signal?.aborted) answer()
      }),
    isOneMachine: true,
    playSeeds: () => Promise.reject(new Error('no service of the window plays games')),
    playGames: () => Promise.reject(new Error('no service of the window plays games')),
    playMatches: () => Promise.reject(new Error('use a pool of real threads')),
    searchBoards: () => Promise.reject(new Error('use a pool of real threads')),
    playPassages: () => Promise.reject(new Error('use a pool of real threads')),
    sampleGames: () => Promise.reject(new Error('use a pool of real threads')),
    playOut: () => Promise.reject(new Error('use a pool of real threads')),
    trace: () => Promise.reject(new Error('use a pool of real threads')),
    searchGame: () => Promise.reject(new Error('use a pool of real threads')),
    playTasks: () => Promise.reject(new Error('no service of the window plays tasks')),
    autoplay: (player, from, onTurns: (played: PlayedTurns) => void, options) =>
      new Promise((resolve, reject) => {
        let position = from
        const play = (count: number) => {
          const turns: SearchedTurn[] = []
          let last: Searched | undefined
          while (turns.length < count && !isOver(position)) {
            last = textbookSearch(position.board, player)
            const played = playTurn(position, last.report.best!)!
            position = played.position
            turns.push({ ...played.turn, ...boardValue(last.report)!, ms: last.ms })
          }
          if (last && !options?.signal?.aborted) onTurns({ turns, last: last.report, ms: last.ms })
          if (isOver(position)) resolve()
        }
        autoplays.push({ from, options: options ?? {}, play, fail: reject })
        options?.signal?.addEventListener('abort', () => resolve())
      }),
    resize: size => void resizes.push(size),
    close: async () => void (closed = true),
  }
  return { pool, searches, autoplays, resizes, isClosed: () => closed }
}
