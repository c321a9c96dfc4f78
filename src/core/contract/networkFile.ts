/** The head of a network's file: one line of JSON. The weights follow it, compressed by Brotli; 16-bit weights are little-endian. */
import { countShape, positiveShape, textShape, z } from './zod'
import { LabError } from '../errors'
import { checkShape, MOST_WEIGHTS, NETWORK_OUTPUTS, weightCount, type Network } from '../games/twenty48/wallGame/network'
import { NETWORK_ID } from '../search/settings'
import { parseShape } from './shapes'
import { parseJson, refuseNewer, stampShape } from './files/json'

export const NETWORK_FORMAT = '2048-lab-network'
export const NETWORK_VERSION = 1
/** The largest head, in bytes. */
export const MAX_NETWORK_HEAD = 20_000
/** The largest file to read, in bytes: every network that can be trained, also if compression does not make its 16-bit weights smaller. */
export const MAX_NETWORK_BYTES = MAX_NETWORK_HEAD + 2 * MOST_WEIGHTS + 2 ** 20

const headShape = z.strictObject({
  format: z.literal(NETWORK_FORMAT),
  version: z.literal(NETWORK_VERSION),
  /** See `networkId`. */
  id: z.string().regex(NETWORK_ID, 'sixteen digits 0 … 9, a … f'),
  /** Absent: chance. */
  output: z.enum(NETWORK_OUTPUTS).exactOptional(),
  tuples: z.array(z.array(z.int()).max(8)).max(16),
  target: z.int(),
  stages: z.array(z.int()).max(3),
  bits: z.union([z.literal(8), z.literal(16)]),
  unit: z.number().positive(),
  /** How it was made; absent: unknown. */
  origin: z
    .strictObject({
      command: textShape(500).exactOptional(),
      moves: countShape.exactOptional(),
      seed: countShape.exactOptional(),
      threads: positiveShape.exactOptional(),
      basis: textShape(40).exactOptional(),
      stamp: stampShape.exactOptional(),
    })
    .exactOptional(),
})

export type NetworkHead = Readonly<z.infer<typeof headShape>>

/** @throws {LabError} `BAD_FILE`, naming the file and the field */
export function parseNetworkHead(line: string, fileName: string): NetworkHead {
  const json = parseJson(line, fileName, MAX_NETWORK_HEAD)
  refuseNewer(json, NETWORK_FORMAT, NETWORK_VERSION, fileName)
  const head = parseShape(headShape, json, fileName, 'BAD_FILE')
  try {
    checkShape(head)
  } catch (error) {
    throw new LabError('BAD_FILE', `${fileName}: ${(error as Error).message}`, { where: fileName })
  }
  return head
}

/** Bytes of the weights of a head. */
export function weightBytes(head: NetworkHead): number {
  return (weightCount(head) * head.bits) / 8
}

export function bitsOf({ weights }: Pick<Network, 'weights'>): 8 | 16 {
  return weights instanceof Int16Array ? 16 : 8
}

/** What its id is the hash of, before its weights. */
export function idText({
  output = 'chance',
  tuples,
  target,
  stages,
  bits,
  unit,
}: Pick<NetworkHead, 'output' | 'tuples' | 'target' | 'stages' | 'bits' | 'unit'>): string {
  return JSON.stringify([tuples, target, stages, bits, unit, ...(output === 'chance' ? [] : [output])])
}
