import type { IMPORT_CALLS } from '../../../core/contract/calls/imports'
import type { Feature, LabContext } from '../feature'
import { Imports } from './imports'

export function openImports({
  store,
  jobs,
  onLibrary,
}: Pick<LabContext, 'store' | 'jobs' | 'onLibrary'>): Feature<keyof typeof IMPORT_CALLS> {
  const imports = new Imports(store, jobs, onLibrary)
  return {
    handlers: {
      beginImport: async ({ name, size }) => {
        await store.look() // if the games cannot be saved, nothing is read
        return imports.begin(name, size)
      },
      importText: async ({ id, text }) => imports.add(id, text),
      endImport: async ({ id }) => imports.end(id),
      keepImport: async ({ id }) => imports.keep(id),
      dropImport: async ({ id }) => imports.drop(id),
    },
    close: () => imports.close(),
  }
}
