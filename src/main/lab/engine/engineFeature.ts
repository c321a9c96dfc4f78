import type { ENGINE_CALLS } from '../../../core/contract/calls/engine'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import { EngineSettings } from './engineSettings'
import { USUAL_ENGINE } from '../context/labData'

/**
 * @param startedWith number of threads set for this run
 * @param onResized called when the pool's size has changed
 */
export function openEngine(
  { engine, store, data, carried, saving }: LabContext,
  startedWith: number | undefined,
  onResized: () => void,
): Feature<keyof typeof ENGINE_CALLS, 'kernel'> & { readonly settings: EngineSettings } {
  const settings = new EngineSettings(
    carried?.engine ?? data.engine ?? USUAL_ENGINE,
    size => {
      engine.pool.resize(size)
      onResized()
    },
    store,
    saving,
    startedWith,
  )
  if (carried?.engine) settings.changed()
  return {
    settings,
    handlers: {
      alive: async () => undefined,
      engine: async () => settings.view,
      chooseEngine: async choice => settings.choose(choice),
    },
    hello: () => ({ kernel: engine.kernel }),
  }
}
