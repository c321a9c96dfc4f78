/** The requests of `lab engine`: their shapes, checked field by field. The protocol is in docs/engine.md. */
import { parseJson } from '../../../../core/contract/files/json'
import { GAME_SEARCH } from '../../../../core/contract/searchers'
import { findingOf, someSettingsShape } from '../../../../core/contract/shapes'
import { amountShape, countShape, textShape, tryShape, wholeShape, z } from '../../../../core/contract/zod'
import { didYouMean, quoted } from '../../../../core/quoted'
import { LabError, type LabErrorCode } from '../../../../core/errors'
import { MAX_MS, MAX_NODES, MAX_DEPTH } from '../../../../core/game/limits'
import { KERNEL } from '../think/kernelSearch'

/** Longest line of input, in characters; the text of a large example tree takes most. */
export const LONGEST_REQUEST = 300_000

const CELLS = 16
/** Moves and chance events that a request may name after its position. */
const MOST_MOVES = 10_000

const idShape = z.union(
  [z.string().min(1).max(100), z.int()],
  'a search has an id: a whole number, or a text of 1 … 100 characters',
)

export type RequestId = z.infer<typeof idShape>

const positionShape = {
  id: idShape,
  position: z.union(
    [GAME_SEARCH.position, z.array(countShape).length(CELLS)],
    'the game’s own text, or for twenty48 a list of 16 tiles, 0 for an empty cell',
  ),
  moves: z.array(textShape(100)).max(MOST_MOVES).default([]),
  seed: GAME_SEARCH.seed.default(0),
  info: z.boolean().default(true),
}

const playerShape = z.strictObject({
  ...{ type: z.literal('search'), game: z.literal('twenty48').default('twenty48') },
  ...positionShape,
  profile: z.string().min(1).max(1000).exactOptional(),
  set: z.record(textShape(40), z.number()).exactOptional(),
  settings: someSettingsShape.default({}),
  limits: z
    .strictObject({
      depth: z
        .union([wholeShape(0, MAX_DEPTH), z.literal('auto')], `a whole number in 0 … ${MAX_DEPTH}, or "auto"`)
        .exactOptional(),
      nodes: wholeShape(1, MAX_NODES).exactOptional(),
      ms: amountShape.max(MAX_MS).exactOptional(),
    })
    .default({}),
})

const { game, options, searcher, config, wrapping, limits, heuristic } = GAME_SEARCH

const searcherShape = z.strictObject({
  ...{ type: z.literal('search'), game: game.default('twenty48') },
  ...positionShape,
  rules: options,
  searcher: z.union([searcher, z.literal(KERNEL)], `one of ${[...searcher.options, KERNEL].join(', ')}`),
  config: config.default({}),
  wrapping: wrapping.default({}),
  limits: limits.default({}),
  heuristic,
})

const anyId = idShape.exactOptional()

const OTHERS = {
  hello: z.strictObject({ type: z.literal('hello'), id: anyId }),
  stop: z.strictObject({ type: z.literal('stop'), id: anyId, search: idShape.exactOptional() }),
  quit: z.strictObject({ type: z.literal('quit'), id: anyId }),
} as const

const TYPES = ['search', ...Object.keys(OTHERS)] as const

/** A search of 2048 by the kernel, as `lab search` does it. */
export type PlayerRequest = z.infer<typeof playerShape>
/** A search of any game, as `lab think` does it. */
export type SearcherRequest = z.infer<typeof searcherShape>
export type SearchRequest = PlayerRequest | SearcherRequest
export type Request = SearchRequest | { [Type in keyof typeof OTHERS]: z.infer<(typeof OTHERS)[Type]> }[keyof typeof OTHERS]

type RequestShape<T = Request> = z.ZodType<T> & { readonly shape: object }

/** What was wrong with a request. */
export class RequestFault extends LabError {
  constructor(
    code: LabErrorCode,
    message: string,
    /** Id of the request, as far as it could be read. */
    readonly id: RequestId | undefined,
    readonly field?: string,
  ) {
    super(code, message, field === undefined ? undefined : { field })
  }
}

/** @throws {RequestFault} on text that is no JSON, on an unknown type or field, and on a value out of its range */
export function readRequest(text: string): Request {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RequestFault('BAD_REQUEST', `a request is an object, not ${quoted(value)}`, undefined)
  const fields = value as Readonly<Record<string, unknown>>
  const id = idShape.safeParse(fields['id']).data
  const { type } = fields
  if (type === undefined) throw new RequestFault('BAD_REQUEST', `a request has a type: ${TYPES.join(', ')}`, id, 'type')
  if (type === 'search') return checked(searchShapeOf(fields, id), fields, id)
  if (typeof type === 'string' && Object.hasOwn(OTHERS, type))
    return checked(OTHERS[type as keyof typeof OTHERS] as RequestShape, fields, id)
  const hint = typeof type === 'string' ? didYouMean(type, TYPES) : ''
  throw new RequestFault('BAD_REQUEST', `${quoted(type)} is not one of ${TYPES.join(', ')}${hint}`, id, 'type')
}

function parsed(text: string): unknown {
  try {
    return parseJson(text, 'request', LONGEST_REQUEST)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    throw new RequestFault('BAD_REQUEST', error.message, undefined)
  }
}

/** Without a searcher the kernel plays 2048 for a profile. */
function searchShapeOf({ game, searcher, profile }: Readonly<Record<string, unknown>>, id: RequestId | undefined): RequestShape {
  if (searcher === undefined && game !== undefined && game !== 'twenty48' && profile === undefined) {
    checked(GAME, { game }, id)
    throw new RequestFault('BAD_SETTING', `name the searcher: only twenty48 is searched without one`, id, 'searcher')
  }
  return searcher === undefined ? playerShape : searcherShape
}

const GAME = z.strictObject({ game })

/** @throws {RequestFault} */
function checked<T>(shape: RequestShape<T>, fields: object, id: RequestId | undefined): T {
  const result = tryShape(shape, fields)
  if (result.success) return result.data
  const [issue] = result.error.issues as [z.core.$ZodIssue]
  if (issue.code === 'unrecognized_keys') {
    const [unknown] = issue.keys as [string]
    const field = findingOf({ ...issue, path: [...issue.path, unknown] }).field
    const known = issue.path.length === 0 ? Object.keys(shape.shape) : []
    const listed = known.length > 0 ? `; fields of this request: ${known.join(', ')}` : ''
    throw new RequestFault('BAD_REQUEST', `unknown field ${quoted(field)}${didYouMean(unknown, known)}${listed}`, id, field)
  }
  const { field, message } = findingOf(issue)
  throw new RequestFault(
    field === 'id' ? 'BAD_REQUEST' : 'BAD_SETTING',
    field === '' ? message : `${field}: ${message}`,
    id,
    field,
  )
}
