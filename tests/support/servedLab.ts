import type { EngineStatus, GameView, LabEvents, LabHandlers, Unsubscribe } from '../../src/core/contract/calls'
import { startGame } from '../../src/core/games/twenty48/playGame'
import { LabError } from '../../src/core/errors'

export const STATUS: EngineStatus = {
  state: 'idle',
  depth: 0,
  nodes: 0,
  nodesPerSecond: 0,
  hitRate: 0,
  threads: 1,
  memoryBytes: 0,
}

export function gameView(seed: number): GameView {
  const { board, score, slides } = startGame(seed)
  return { id: 1, seed, origin: 'seed', board, score, slides, over: false, undo: 0, redo: 0 }
}

/** A lab for the tests of what carries it: notes what was asked, answers some calls, one of them at length, and emits what a test says. */
export function createServedLab() {
  const asked: [name: string, arg: unknown][] = []
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const answers: Partial<LabHandlers> = {
    newGame: async ({ seed = 0 }) => gameView(seed),
    slide: async ({ move }) => {
      throw new LabError('ILLEGAL_MOVE', `${move} moves nothing`, { move })
    },
    stopAnalysis: async () => 'x'.repeat(1_000_000) as never,
    undo: async () => {
      throw new TypeError('the secret of a bug')
    },
  }
  const handlers = new Proxy({} as LabHandlers, {
    get: (_, name: keyof LabHandlers) => async (arg: never) => {
      asked.push([name, arg])
      return answers[name]?.(arg)
    },
  })
  return {
    asked,
    handlers,
    on<E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void): Unsubscribe {
      const heard = listeners.get(event) ?? new Set()
      listeners.set(event, heard.add(listener))
      return () => void heard.delete(listener)
    },
    /** Listeners of all kinds. */
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    emit<E extends keyof LabEvents>(event: E, payload: LabEvents[E]): void {
      for (const listener of listeners.get(event) ?? []) listener(payload as never)
    },
  }
}
