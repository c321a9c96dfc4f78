/** What a message may cost: the fuzzer looks for faults, not for the time that a deep search takes. */
import { isAbsolute, join, resolve, sep } from 'node:path'
import type { CallName } from '../../../src/core/contract/calls'

/** Good values above these are lowered; what is out of range stays so, and is refused. */
const MOST: Readonly<Record<string, { readonly most: number; readonly range: number }>> = {
  tableBits: { most: 16, range: 26 },
  depth: { most: 2, range: 10_000 },
  nodes: { most: 2_000, range: 1e15 },
  ms: { most: 5, range: 1e9 },
  threads: { most: 2, range: 256 },
  moves: { most: 20_000, range: 1e12 },
  traceMebibytes: { most: 8, range: 2_048 },
  games: { most: 20, range: 1e6 },
  count: { most: 3, range: 1e9 },
  particles: { most: 6, range: 1e6 },
  population: { most: 6, range: 1e6 },
  batch: { most: 6, range: 1e6 },
  steps: { most: 3, range: 1e6 },
  speed: { most: 1_000, range: 1_000 },
}

const PATHS: Partial<Record<CallName, string>> = { backUpData: 'file', restoreData: 'file', moveData: 'folder' }

/** The argument with its bounds lowered, and with paths that lead nowhere but into `folder`. */
export function affordable(name: CallName, arg: unknown, folder: string): unknown {
  const cheap = lowered(name === 'recordSearch' ? limited(arg) : arg, 8)
  const field = PATHS[name]
  if (!field || typeof cheap !== 'object' || cheap === null || !Object.hasOwn(cheap, field)) return cheap
  const path = (cheap as Record<string, unknown>)[field]
  return typeof path === 'string' ? { ...cheap, [field]: within(folder, path) } : cheap
}

/** A search of a game that would go to its end ends after some nodes. */
function limited(arg: unknown): unknown {
  const { limits } = (arg ?? {}) as { readonly limits?: unknown }
  const isEmpty = typeof limits === 'object' && limits !== null && Object.keys(limits).length === 0
  return isEmpty ? { ...(arg as object), limits: { nodes: 2_000 } } : arg
}

/** Names without a separator are of that folder; whole paths to anywhere else are taken for names. */
function within(folder: string, path: string): string {
  if (path === '' || path.includes('\0')) return path
  const whole = isAbsolute(path) ? path : join(folder, path)
  return resolve(whole).startsWith(folder + sep) ? whole : join(folder, `other-${path.replace(/[^\w]/g, '').slice(0, 20)}`)
}

function lowered(value: unknown, depth: number): unknown {
  if (depth === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.length > 50 ? value : value.map(each => lowered(each, depth - 1))
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const copy: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(value)) {
    const bound = Object.hasOwn(MOST, key) ? MOST[key] : undefined
    const cheap =
      bound && typeof each === 'number' && each > bound.most && each <= bound.range
        ? bound.most
        : key === 'maxSlides' && each === 'none'
          ? 30
          : lowered(each, depth - 1)
    Object.defineProperty(copy, key, { value: cheap, enumerable: true, configurable: true, writable: true })
  }
  return copy
}
