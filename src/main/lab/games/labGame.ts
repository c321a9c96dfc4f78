import {
  type CurrentGame,
  MOST_VALUE_OWNERS,
  type NewGame,
  type StoredGame,
  type ValueOwner,
} from '../../../core/contract/stored'
import { type Move, maxRank } from '../../../core/games/twenty48/board'
import type { GamePosition, Player, Turn } from '../../../core/games/twenty48/player'
import { samePlayer } from '../../../core/games/twenty48/playerHash'
import type { HandMoves } from '../../../core/games/twenty48/replay'
import type { SearchedWorth } from '../../../core/games/twenty48/search/report'
import { GameHistory } from './gameHistory'
import { expertOwner, named, ownerOf, profileNameOf } from './valueOwner'
import { z } from '../../../core/contract/zod'
import type { Profile } from '../../../core/contract/files'
import { isOver } from '../../../core/games/twenty48/playGame'
import { GENERATOR } from '../../../core/random'
import { VERSION } from '../../installation'
import type { EnginePool } from '../ground/enginePool'
import { provenanceOf, type Provenance } from '../ground/provenance'

/** Data of a game for the library, besides its turns. The store saves it as JSON. */
export interface GameAbout {
  readonly started: number
  /** Time of the last change of its course. */
  readonly changed: number
  /** True if a person made a move in it, even one that was dropped. */
  readonly person: boolean
  /** The moves of the course that a person made; absent if an older lab did not record them. */
  readonly hand?: HandMoves | undefined
  /** The engine that made moves in it, the last one if there were several. */
  readonly engine: Player | null
  /** Other engines that made moves in it, each once, at most `MOST_EARLIER`; dropped moves count too. */
  readonly earlier?: readonly Player[]
  /** True if the library has the course in its current state. */
  readonly kept: boolean
}

/** Limit of the players before the last one: all of them have stored values of a game. */
export const MOST_EARLIER = MOST_VALUE_OWNERS - 1

/** A game in the lab: its moves, the source of its tiles, and its players. */
export class LabGame {
  #about: GameAbout
  /** Owner of the last value. */
  #owner: { readonly player: Player; readonly owner: ValueOwner } | undefined

  private constructor(
    readonly seed: number,
    readonly origin: CurrentGame['origin'],
    readonly start: GamePosition,
    readonly history: GameHistory,
    about?: GameAbout,
  ) {
    const now = Date.now()
    const known = about ?? { started: now, changed: now, person: false, engine: null, kept: false }
    this.#about = { ...known, hand: known.hand ?? soleHand(about, history.length) }
  }

  static begin(start: GamePosition, seed: number, origin: CurrentGame['origin']): LabGame {
    return new LabGame(seed, origin, start, new GameHistory(start))
  }

  /** The game of a `record`, one turn per step. @throws {LabError} `BAD_FILE` for illegal turns */
  static *resume({ seed, origin, start, about, ...course }: CurrentGame): Generator<unknown, LabGame> {
    const history = yield* GameHistory.restore(start, course)
    // null where an older lab stored it
    return new LabGame(seed, origin, start, history, (about as GameAbout | null) ?? undefined)
  }

  get about(): GameAbout {
    return this.#about
  }

  /** Who made its moves, dropped ones too. */
  get by(): GameProvenance['by'] {
    const { engine, person } = this.#about
    return !engine ? 'person' : person ? 'both' : 'engine'
  }

  /** The complete game, for the next start of the lab. */
  get record(): CurrentGame {
    const { turns, values, times: ms, undoable: played } = this.history
    return { seed: this.seed, origin: this.origin, start: this.start, turns, played, values, ms, about: this.#about }
  }

  /**
   * @param ms time of the move
   * @param engine that moves; absent: a person
   * @returns `undefined` if it is illegal
   */
  play(move: Move, ms: number, engine?: Player): Turn | undefined {
    const { revision, undoable: at } = this.history
    const turn = this.history.play(move, ms)
    if (turn && this.history.revision !== revision) {
      const hand = this.#about.hand && withMove(this.#about.hand, at, !engine)
      this.#about = {
        ...this.#about,
        changed: Date.now(),
        kept: false,
        hand,
        ...(engine ? this.#playedBy(engine) : { person: true }),
      }
    }
    return turn
  }

  /**
   * Saves what the board is worth to a player; a chance belongs to the expert that found it.
   * @param nameOf returns its profile; absent: the name is found when the game is saved
   */
  learn(player: Player, { value, depth, decided }: SearchedWorth, nameOf?: (player: Player) => string | null): void {
    if (decided) this.history.setValue(expertOwner(decided.by), { value: decided.chance, depth: decided.by.layers })
    if (value === undefined || depth === undefined) return
    // one player may make thousands of moves per second
    if (this.#owner?.player !== player) this.#owner = { player, owner: ownerOf(player, nameOf?.(player) ?? null) }
    this.history.setValue(this.#owner.owner, { value, depth })
  }

  #playedBy(engine: Player): Partial<GameAbout> {
    const { engine: last, earlier = [] } = this.#about
    if (!last || last === engine) return { engine }
    const others = [...earlier, last].filter(each => !samePlayer(each, engine))
    return others.length === 0 ? { engine } : { engine, earlier: others.slice(-MOST_EARLIER) }
  }

  /** @returns true if it should be added to the library: it has a move, and its course is not there yet; afterwards false */
  claimSaving(): boolean {
    const isNew = this.history.length > 0 && !this.#about.kept
    this.#about = { ...this.#about, kept: true }
    return isNew
  }

  /** Marks its course as not in the library, because the game continues. */
  unclaimSaving(): void {
    this.#about = { ...this.#about, kept: false }
  }
}

/** If one of person and engine made all moves, their author need not be recorded. */
function soleHand(about: GameAbout | undefined, length: number): HandMoves | undefined {
  if (length === 0 || about?.person === false) return []
  return about?.engine === null ? [[0, length]] : undefined
}

export const handMovesShape: z.ZodType<HandMoves> = z.array(z.tuple([z.int().min(0), z.int().min(0)])).max(200_000)

/** The moves of a saved game that a person made; `undefined` if one of person and engine made all, or if it is not recorded. */
export function handOf({ provenance }: Pick<StoredGame, 'provenance'>): HandMoves | undefined {
  return handMovesShape.safeParse((provenance as Partial<GameProvenance> | null)?.hand).data
}

/** Adds a move number `at` at the end of the course: moves from there on are dropped. */
export function withMove(moves: HandMoves, at: number, byHand: boolean): HandMoves {
  const last = moves.at(-1)
  const before =
    !last || last[1] <= at ? moves : moves.flatMap(([from, to]) => (from < at ? [[from, Math.min(to, at)] as const] : []))
  if (!byHand) return before
  const end = before.at(-1)
  return end?.[1] === at ? [...before.slice(0, -1), [end[0], at + 1]] : [...before, [at, at + 1]]
}

/** Provenance of a game played in a window. */
export interface GameProvenance {
  readonly version: string
  readonly generator: string
  readonly by: 'person' | 'engine' | 'both'
  /** The moves that the person made, if both made some; absent if not recorded. The store counts them. */
  readonly hand?: HandMoves
  /** The engine's part; its profile is empty for weights or settings without a known profile. */
  readonly engine: Provenance | null
  /** Other engines that made moves in it; `engine` is the last one. */
  readonly earlier?: readonly NamedPlayer[]
}

/** With the name of its profile; empty without a known profile. */
interface NamedPlayer extends Player {
  readonly profile: string
}

/** Longest name of a profile, in characters: several together may be longer. */
const LONGEST_NAME = 80

/** The players of a game with several engines, in one name; `undefined` if all have the same name. */
export function namesOf(players: readonly Pick<NamedPlayer, 'profile'>[]): string | undefined {
  const names = [...new Set(players.map(({ profile }) => profile || 'unnamed'))]
  if (players.length < 2 || (names.length === 1 && names[0] !== 'unnamed')) return undefined
  const text = `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
  return names.length === 1 || text.length > LONGEST_NAME ? 'several players' : text
}

/**
 * A game for the library: its whole course, undone moves included. It counts as the engine's if no person made a move in it, otherwise as a
 * person's, perhaps with the engine's help; `provenance.by` has the details.
 * @param engine absent: the provenance of the engine's part is left out
 */
export function newGameOf(game: LabGame, engine: EnginePool | undefined, profiles: readonly Profile[]): NewGame {
  const { seed, origin, start, history, about, by } = game
  const { last, length } = history
  const lastName = about.engine && profileNameOf(about.engine, profiles)
  const earlier = (about.earlier ?? []).map(player => ({ profile: profileNameOf(player, profiles) ?? '', ...player }))
  const profile = (about.engine && namesOf([...earlier, { profile: lastName ?? '' }])) ?? lastName
  const provenance: GameProvenance = {
    version: VERSION,
    generator: GENERATOR,
    by,
    ...(by === 'both' && about.hand && { hand: about.hand }),
    engine: about.engine && engine ? provenanceOf(lastName ?? '', about.engine, engine) : null,
    ...(earlier.length > 0 && { earlier }),
  }
  return {
    kind: provenance.by === 'engine' ? 'engine' : 'person',
    profile,
    seed,
    score: last.score,
    slides: length,
    maxRank: maxRank(last.board),
    board: last.board,
    over: isOver(last),
    created: Date.now(),
    started: about.started,
    ended: about.changed,
    notes: '',
    batch: null,
    batchIndex: null,
    start: origin === 'seed' ? null : start.board,
    startScore: start.score,
    provenance,
    played: { turns: history.turns, values: history.values.map(each => named(each, profiles)), ms: history.times },
  }
}
