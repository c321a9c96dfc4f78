/** A game of a page, move by move, as the library saves it. Its tiles are the page's own: no seed draws them again. */
import type { Profile } from '../../../core/contract/files'
import { NO_DEPTH, type NewGame } from '../../../core/contract/stored'
import { isDead, maxRank, slide, withTile, type Board } from '../../../core/games/twenty48/board'
import type { Player, Turn } from '../../../core/games/twenty48/player'
import type { BoardValue } from '../../../core/games/twenty48/search/report'
import { encodeTurns } from '../../../core/games/twenty48/turnBytes'
import { VERSION } from '../../installation'
import type { EnginePool } from '../ground/enginePool'
import { provenanceOf } from '../ground/provenance'
import type { HandMoves } from '../../../core/games/twenty48/replay'
import { type GameProvenance, withMove } from '../games/labGame'
import { ownerOf } from '../games/valueOwner'

/** Provenance of a game that was played on a page. */
interface PageProvenance extends Omit<GameProvenance, 'generator'> {
  readonly page: { readonly address: string; readonly read: string }
}

/** The engine's part in a move. */
export interface EngineMove {
  readonly ms: number
  readonly value?: BoardValue | undefined
}

export interface PageRecordOptions {
  readonly start: Board
  readonly startScore: number
  /** The page, and what it was read as. */
  readonly address: string
  readonly read: string
  readonly player: Player
  /** That the player was made from. */
  readonly profile: Pick<Profile, 'name'>
}

export class PageRecord {
  #board: Board
  #score: number
  readonly #turns: Turn[] = []
  readonly #ms: number[] = []
  readonly #values: (BoardValue | undefined)[] = []
  #hand: HandMoves = []
  readonly #started = Date.now()
  #changed = this.#started

  constructor(readonly options: PageRecordOptions) {
    this.#board = options.start
    this.#score = options.startScore
  }

  get board(): Board {
    return this.#board
  }

  /** Points by the rules, with those that the game began with. */
  get score(): number {
    return this.#score
  }

  get slides(): number {
    return this.#turns.length
  }

  /** @param engine absent: a person made the move */
  add(turn: Turn, engine?: EngineMove): void {
    const { board, reward } = slide(this.#board, turn.move)!
    this.#board = withTile(board, turn.spawn)
    this.#score += reward
    this.#hand = withMove(this.#hand, this.#turns.length, !engine)
    this.#turns.push(turn)
    this.#ms.push(engine?.ms ?? NaN)
    this.#values.push(engine?.value)
    this.#changed = Date.now()
  }

  /** For the library. */
  newGame(engine: EnginePool): NewGame {
    const { start, startScore, address, read, player, profile } = this.options
    const byHand = this.#hand.reduce((sum, [from, to]) => sum + to - from, 0)
    const by = byHand === 0 ? 'engine' : byHand === this.slides ? 'person' : 'both'
    const provenance: PageProvenance = {
      version: VERSION,
      by,
      ...(by === 'both' && { hand: this.#hand }),
      engine: by === 'person' ? null : provenanceOf(profile.name, player, engine),
      page: { address, read },
    }
    const hasValues = this.#values.some(value => value !== undefined)
    const columns = {
      first: 0,
      values: Float64Array.from(this.#values, value => value?.value ?? NaN),
      depths: Uint8Array.from(this.#values, value => value?.depth ?? NO_DEPTH),
    }
    return {
      kind: by === 'engine' ? 'engine' : 'person',
      profile: by === 'person' ? null : profile.name,
      seed: null,
      score: this.#score,
      slides: this.slides,
      maxRank: maxRank(this.#board),
      board: this.#board,
      over: isDead(this.#board),
      created: Date.now(),
      started: this.#started,
      ended: this.#changed,
      notes: `Played on ${address}`.slice(0, MOST_NOTE),
      batch: null,
      batchIndex: null,
      start,
      startScore,
      provenance,
      played: {
        turns: encodeTurns(this.#turns),
        values: hasValues ? [{ ...ownerOf(player, profile.name), ...columns }] : [],
        ms: Float32Array.from(this.#ms),
      },
    }
  }
}

/** An address may be long; the library shows notes in a row. */
const MOST_NOTE = 300
