/** What produced a profile, a game or a result, and when. The stamp stays with it in every copy and export. */
export interface Stamp {
  /** Version of the lab. */
  readonly version: string
  /** First hex digits of the kernel's sha-256. */
  readonly kernel?: string
  /** A description: processor, cores, system. */
  readonly hardware?: string
  /** ISO 8601 in UTC. */
  readonly at?: string
}
