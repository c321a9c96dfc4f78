import type { Looks } from '../../../lab/localLab'

/** Estimates the time until a stop rule ends a batch, or a comparison. */
export class TimeLeft {
  readonly #started = performance.now()
  #looks = -1
  #expected = 0

  /** @param before games of all players in earlier sittings, and their time */
  constructor(
    private readonly players: number,
    private readonly before: { readonly done: number; readonly seconds: number },
  ) {}

  /** In ms; `undefined` if the pace of the games gives the same estimate. @param games of all players so far */
  after(games: number, looks: Looks): number | undefined {
    const { rule } = looks
    if (looks.looks !== this.#looks) [this.#looks, this.#expected] = [looks.looks, this.players * looks.expected]
    const ms = performance.now() - this.#started
    const byGames = (ms / (games - this.before.done)) * Math.max(0, this.#expected - games)
    if (rule.minutes !== undefined) return Math.min(byGames, Math.max(0, 60_000 * rule.minutes - 1000 * this.before.seconds - ms))
    return this.#expected < this.players * rule.games ? byGames : undefined
  }
}
