import type { HandlersOf } from '../../../core/contract/calls'
import type { IMPORT_CALLS } from '../../../core/contract/calls/imports'
import type { Imports } from './imports'

export function importHandlers(imports: Imports): HandlersOf<keyof typeof IMPORT_CALLS> {
  return {
    beginImport: async ({ name, size }) => imports.begin(name, size),
    importText: async ({ id, text }) => imports.add(id, text),
    endImport: async ({ id }) => imports.end(id),
    keepImport: async ({ id }) => imports.keep(id),
    dropImport: async ({ id }) => imports.drop(id),
  }
}
