/** What an engine that looked a game over holds of its boards. */
export interface AnalystValues {
  /** The engine, in words. */
  readonly by: string
  /** Of the board after 0, 1, 2 … slides, as far as they were searched. */
  readonly values: readonly number[]
}
