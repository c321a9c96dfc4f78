/** What made a profile, a game or a result, and when: kept beside it wherever it goes. */
export interface Stamp {
  /** Version of the lab. */
  readonly version: string
  /** First hex digits of the kernel's sha-256. */
  readonly kernel?: string
  /** In words: processor, cores, system. */
  readonly hardware?: string
  /** ISO 8601 in UTC. */
  readonly at?: string
}
