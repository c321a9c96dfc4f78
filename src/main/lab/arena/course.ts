import type { CoursePosition, MoveReport, MoveRow, MoveWords } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import type { EdgeId, Game } from '../../../core/game/game'
import { follow } from '../../../core/match/match'
import type { Report } from '../../../core/search/report'

/** Limit of words of a principal variation. */
const MOST_LINE = 12

interface Step<State> {
  readonly edge: EdgeId
  readonly state: State
  /** Time of the move; absent if it is not saved. */
  readonly ms?: number | undefined
  readonly report?: MoveReport | undefined
}

/** The positions of a game from the first on, and the moves between them. */
export class Course<State = unknown> {
  #steps: Step<State>[] = []

  constructor(
    readonly game: Game<State>,
    readonly start: State,
  ) {}

  get plies(): number {
    return this.#steps.length
  }

  get edges(): readonly EdgeId[] {
    return this.#steps.map(({ edge }) => edge)
  }

  get state(): State {
    return this.stateAt(this.plies)
  }

  /** The position after that many plies. */
  stateAt(ply: number): State {
    return ply === 0 ? this.start : this.#steps[ply - 1]!.state
  }

  add(step: Step<State>): void {
    this.#steps.push(step)
  }

  /** Drops all moves after that many plies. */
  cut(plies: number): void {
    this.#steps = this.#steps.slice(0, plies)
  }

  /** Milliseconds of each agent's moves. */
  spentMs(agents: number): number[] {
    const spent = Array<number>(agents).fill(0)
    this.#steps.forEach(({ ms = 0 }, i) => {
      const by = this.game.toAct(this.stateAt(i))
      if (typeof by === 'number') spent[by]! += ms
    })
    return spent
  }

  rows(first: number, count: number): MoveRow[] {
    return this.#steps.slice(first, first + count).map((_, i) => this.#row(first + i + 1))
  }

  /** @throws {LabError} `NOT_FOUND` */
  at(ply: number): CoursePosition {
    const { game, plies } = this
    if (ply > plies) throw new LabError('NOT_FOUND', `There is no position after ${ply} plies: these are ${plies}.`, { ply })
    const state = this.stateAt(ply)
    const reported = Array.from({ length: game.agents(this.start) }, (_, agent) => this.#reportedBy(agent, ply))
    return {
      ...{ ply, state: game.format(state), turn: game.toAct(state), reported, plies },
      ...(ply > 0 && { last: this.#row(ply), before: game.format(this.stateAt(ply - 1)) }),
    }
  }

  /** The report of a search in the newest position, for the agent that acts there. */
  reportOf({ lines, best, values, depth, effort, stopped }: Report): MoveReport {
    const agent = this.game.toAct(this.state)
    const value = typeof agent === 'number' ? (values?.[agent] ?? (values && -values[0]!)) : undefined
    const pv = lines.find(({ action }) => action === best)?.pv ?? []
    return {
      ...(value !== undefined && Number.isFinite(value) && { value }),
      ...{ depth, nodes: effort.nodes, stopped, line: this.#words(pv.slice(0, MOST_LINE)) },
    }
  }

  /** Words as far as the rules allow: a variation of a sampled world may be illegal in this position. */
  #words(edges: readonly EdgeId[]): MoveWords[] {
    const words: MoveWords[] = []
    let { state } = this
    for (const edge of edges) {
      const next = follow(this.game, state, edge)
      if (!next) break
      words.push(this.#wordsOf(state, edge))
      state = next.state
    }
    return words
  }

  #row(ply: number): MoveRow {
    const { edge, ms, report } = this.#steps[ply - 1]!
    return { ply, ...this.#wordsOf(this.stateAt(ply - 1), edge), ...(ms !== undefined && { ms }), ...(report && { report }) }
  }

  #wordsOf(state: State, edge: EdgeId): MoveWords {
    return { by: this.game.toAct(state) as number | 'chance', edge, words: this.game.words(state, edge) }
  }

  #reportedBy(agent: number, ply: number): MoveRow | null {
    for (let at = ply; at > 0; at--)
      if (this.#steps[at - 1]!.report && this.game.toAct(this.stateAt(at - 1)) === agent) return this.#row(at)
    return null
  }
}
