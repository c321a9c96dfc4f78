import type { NewGame } from '../../core/contract/stored'
import { legalMoves } from '../../core/games/twenty48/board'
import type { Store } from '../store/store'
import { VERSION } from './about'
import { seedsOf, type BenchGame, type BenchPlan, type BenchSummary } from './bench'
import type { Provenance } from './provenance'

/** Games of one transaction: a row is about 200 bytes, and the disk is waited for once. */
const BLOCK = 500
/** Blocks that may wait for the disk; past them no more games are played until there is room. */
const MOST_WAITING = 4

/**
 * Keeps the games of a bench as seed, settings and result, those that a clock decided with their turns, in blocks, so that
 * memory does not grow with their number.
 */
export class BenchKeeper {
  #block: NewGame[] = []
  #waiting = 0
  /** Of the blocks in the order they were given. */
  #written: Promise<void> = Promise.resolve()
  /** The first. */
  #failure: Error | undefined

  private constructor(
    private readonly store: Pick<Store, 'games' | 'batches'>,
    private readonly batch: number,
    private readonly profile: string,
    private readonly provenance: unknown,
  ) {}

  /** @throws {LabError} of the store */
  static async begin(
    store: Pick<Store, 'games' | 'batches'>,
    { games, seed, validation }: Pick<BenchPlan, 'games' | 'seed' | 'validation'>,
    made: Provenance,
  ): Promise<BenchKeeper> {
    const { profile } = made
    const provenance = { version: VERSION, by: 'engine', ...made, ...seedsOf(validation) }
    const batch = await store.batches.begin({
      title: `bench of ${profile}`,
      seed,
      games,
      profile,
      provenance,
      created: Date.now(),
    })
    return new BenchKeeper(store, batch, profile, provenance)
  }

  /** Cheap; what it does not yet write, `room` and `end` wait for. */
  add({ index, result, turns }: BenchGame): void {
    const { seed, score, slides, maxRank, board } = result
    this.#block.push({
      ...{ kind: 'bench', profile: this.profile, seed, score, slides, maxRank, board },
      over: legalMoves(board).length === 0,
      created: Date.now(),
      started: null,
      ended: null,
      notes: '',
      batch: this.batch,
      batchIndex: index,
      start: null,
      startScore: 0,
      provenance: this.provenance,
      played: turns ?? null,
    })
    if (this.#block.length >= BLOCK) this.#write()
  }

  /** A promise while the disk is behind. */
  readonly room = (): Promise<void> | undefined => (this.#waiting > MOST_WAITING ? this.#written : undefined)

  /** Writes what is left of a bench that failed: it has no summary, but what was played stays. Throws nothing. */
  async giveUp(): Promise<void> {
    this.#write()
    await this.#written
  }

  /** Writes what is left, and what the games came to. @throws {LabError} of the store, if any of it could not be written */
  async end(summary: BenchSummary): Promise<void> {
    this.#write()
    await this.#written
    if (this.#failure !== undefined) throw this.#failure
    await this.store.batches.end(this.batch, summary)
  }

  #write(): void {
    const block = this.#block
    this.#block = []
    if (block.length === 0 || this.#failure !== undefined) return
    this.#waiting++
    this.#written = this.#written
      .then(async () => {
        if (this.#failure === undefined) await this.store.games.addAll(block)
      })
      .catch((error: unknown) => void (this.#failure ??= error as Error))
      .finally(() => void this.#waiting--)
  }
}
