import { afterEach } from 'vitest'
import { ThreadPool, type Pool } from '../../src/main/compute/pool/pool'
import { realThreads } from './threads'

/** Pools of real threads that are closed after each test. */
export function realPools() {
  const pools: Pool[] = []
  afterEach(async () => {
    await Promise.all(pools.splice(0).map(pool => pool.close()))
  })
  /** Closes it too. */
  const keep = (pool: Pool) => void pools.push(pool)
  return {
    keep,
    open(threads: number) {
      const real = realThreads()
      const pool = new ThreadPool({ threads, createThread: real.createThread })
      keep(pool)
      return { pool, ...real }
    },
  }
}
