/** What each searcher may be given besides limits and wrappers, with what holds where nothing is said. */
import type { SEARCHERS, SearcherId } from '../search/registry'
import type { Searcher } from '../search/searcher'
import { LEAVES, POINTS, TABLES } from '../search/settings'
import { parseShape } from './shapes'
import { z } from './zod'

type ConfigOf<Id extends SearcherId> = (typeof SEARCHERS)[Id] extends Searcher<infer Config> ? Config : never

const nothing = z.strictObject({})

const SEARCHER_CONFIGS: { readonly [Id in SearcherId]: z.ZodType<ConfigOf<Id>> } = {
  minimax: nothing,
  alphaBeta: z.strictObject({ known: z.number().optional() }),
  pvs: nothing,
  expectimax: z.strictObject({
    leaf: z.enum(LEAVES).default('afterstate'),
    points: z.enum(POINTS).default('added'),
    dead: z.union([z.enum(['utility', 'heuristic']), z.number()]).default('utility'),
    floor: z.union([z.literal('none'), z.number()]).default('none'),
    cut: z.number().min(0).max(1).default(0),
    table: z.enum(TABLES).default('off'),
  }),
  greedy: nothing,
  random: nothing,
}

/** @throws {LabError} `BAD_SETTING`, naming the field. */
export function readConfig(searcher: SearcherId, given: object): unknown {
  return parseShape<unknown>(SEARCHER_CONFIGS[searcher], given, searcher, 'BAD_SETTING')
}
