import { openPool, type EnginePool } from '../../lab/enginePool'

/** Lends the engine to a command and closes it, whatever comes. */
export async function withEngine<T>(threads: number | undefined, use: (engine: EnginePool) => Promise<T>): Promise<T> {
  const engine = openPool({ threads, window: false })
  try {
    return await use(engine)
  } finally {
    await engine.pool.close()
  }
}
