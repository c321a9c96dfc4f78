/** Networks as files: those that ship in `resources/networks`, and those that this lab trained, in `networks` of the data folder. */
import { outputOf, type Network } from '../../../core/games/twenty48/wallGame/network'
import { type OpenedNetwork, createWallSearch } from '../../../core/kernel/wallKernel/searchPort'
import type { LinearMemory, WallExports } from '../../../core/kernel/wallKernel/wallMemory'
import { instance, readWallKernel } from '../pool/kernelFile'
import { createHash } from 'node:crypto'
import { fstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import {
  bitsOf,
  idText,
  MAX_NETWORK_BYTES,
  MAX_NETWORK_HEAD,
  NETWORK_FORMAT,
  NETWORK_VERSION,
  parseNetworkHead,
  weightBytes,
  type NetworkHead,
} from '../../../core/contract/networkFile'
import { LabError } from '../../../core/errors'
import { badFile, explainingFile } from '../../files/fileProblem'
import { NETWORK_ENDING } from '../../files/dataContents'
import { openRegular } from '../../files/regularFile'
import { readUpTo, withHandle } from '../../files/handle'
import { INSTALLATION } from '../../installation'
import type { NetworkSource } from '../../../core/games/twenty48/heuristics/networkEvaluator'

export const BUILT_IN_NETWORKS = join(INSTALLATION, 'resources', 'networks')

/** Good, and fast enough: higher qualities take minutes for tens of megabytes. */
const QUALITY = 9

/** The first 16 hex digits of the SHA-256 of its shape and weights. */
export function networkId(network: Network): string {
  const { weights } = network
  const text = idText({
    ...network,
    tuples: network.tuples.map(cells => [...cells]),
    stages: [...network.stages],
    bits: bitsOf(network),
  })
  return createHash('sha256').update(text).update(bytesOf(weights)).digest('hex').slice(0, 16)
}

/** The bytes of its file. */
export function packNetwork(network: Network, origin?: NetworkHead['origin']): Buffer {
  const { output, tuples, target, stages, unit, weights } = network
  const head: NetworkHead = {
    format: NETWORK_FORMAT,
    version: NETWORK_VERSION,
    id: networkId(network),
    ...(output && { output }),
    tuples: tuples.map(cells => [...cells]),
    target,
    stages: [...stages],
    bits: bitsOf(network),
    unit,
    ...(origin && { origin }),
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), brotliCompressSync(bytesOf(weights), { params })])
}

/** @throws {LabError} `BAD_FILE`, naming the file and what is wrong with it */
export function readNetwork(file: string): Network {
  const bytes = readBytes(file)
  const end = bytes.subarray(0, MAX_NETWORK_HEAD).indexOf(10)
  if (end < 0) throw badFile(file, 'it has no head: the file of a network begins with a line of JSON')
  const head = parseNetworkHead(bytes.toString('utf8', 0, end), file)
  const expected = weightBytes(head)
  let raw: Buffer
  try {
    raw = brotliDecompressSync(bytes.subarray(end + 1), { maxOutputLength: expected })
  } catch (cause) {
    throw badFile(file, `its weights are damaged: ${(cause as Error).message}`, cause)
  }
  if (raw.length !== expected) throw badFile(file, `its weights are damaged: ${raw.length} bytes instead of ${expected}`)
  const copy = raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length)
  const { output, tuples, target, stages, unit } = head
  const weights = head.bits === 8 ? new Int8Array(copy) : new Int16Array(copy)
  const network: Network = { ...(output && { output }), tuples, target, stages, unit, weights }
  if (networkId(network) !== head.id) throw badFile(file, 'its weights are damaged: they do not fit their id')
  return network
}

/** Maximum number of unreadable files that a message names. */
const MOST_NAMED = 3
const WAY_OUT = 'Copy its file there, or train one (lab train)'
/** Remedies where the network of an expert is missing. */
export const EXPERT_WAY_OUT = 'Copy its file there, train one (lab train), or play without it (--no-expert)'

/**
 * The file of a network with this id in one of the folders.
 * @param wayOut what to do without it: the end of the error's message
 * @throws {LabError} `NOT_FOUND` if there is none
 */
export function findNetwork(id: string, folders: readonly string[], wayOut = WAY_OUT): string {
  const unreadable: string[] = []
  for (const { file, head } of networksIn(folders, fault => unreadable.push(fault.message))) if (head.id === id) return file
  // one of these may be the network
  const faults = unreadable.length > 0 ? `. Not read: ${unreadable.slice(0, MOST_NAMED).join('; ')}` : ''
  const searched = `${folders.join(', ')}${faults}`
  throw new LabError('NOT_FOUND', `network ${id} is in none of the folders ${searched}. ${wayOut}`, {
    network: id,
    searched,
  })
}

/** All networks of the folders whose heads can be read. @param onUnreadable called with the fault of each other file of this ending */
export function networksIn(
  folders: readonly string[],
  onUnreadable: (fault: LabError) => void = () => undefined,
): { readonly file: string; readonly head: NetworkHead }[] {
  return folders.flatMap(folder =>
    namesIn(folder)
      .filter(name => name.endsWith(NETWORK_ENDING))
      .flatMap(name => {
        const file = join(folder, name)
        try {
          return [{ file, head: headOfNetwork(file) }]
        } catch (error) {
          if (!(error instanceof LabError)) throw error
          onUnreadable(error)
          return []
        }
      }),
  )
}

/** @throws {LabError} `BAD_FILE` */
export function headOfNetwork(file: string): NetworkHead {
  return explainingFile(file, () => {
    const start = withHandle(openRegular(file), handle => readUpTo(handle, MAX_NETWORK_HEAD))
    return parseNetworkHead(start.toString('utf8', 0, Math.max(0, start.indexOf(10))), file)
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return [] // no network was trained yet
  }
}

function readBytes(file: string): Buffer {
  return explainingFile(file, () =>
    withHandle(openRegular(file), handle => {
      const { size } = fstatSync(handle)
      if (size > MAX_NETWORK_BYTES) throw badFile(file, `at most ${MAX_NETWORK_BYTES} bytes are read, this has ${size}`)
      return readUpTo(handle, size)
    }),
  )
}

function bytesOf(weights: Int8Array | Int16Array): Uint8Array {
  return new Uint8Array(weights.buffer, weights.byteOffset, weights.byteLength)
}

/**
 * Reads networks by their id from these folders, and keeps the newest.
 * @throws {LabError} when called: `NOT_FOUND` or `BAD_FILE`
 */
export function networkSource(folders: readonly string[]): NetworkSource {
  let known: { readonly id: string; readonly network: Network } | undefined
  return id => {
    if (known?.id !== id) known = { id, network: readNetwork(findNetwork(id, folders)) }
    return known.network
  }
}

/** Pages of 64 KiB; a memory grows to what it needs. */
const MOST_PAGES = 65_536

/**
 * Looks for a network.
 * @returns reads it and makes it ready to be asked
 * @throws {LabError} `NOT_FOUND`; when read: `BAD_FILE`, `KERNEL_BROKEN`, or `BAD_SETTING` if there is no memory for it
 */
export function findExpert(id: string, folders: readonly string[]): () => OpenedNetwork {
  const file = findNetwork(id, folders, EXPERT_WAY_OUT)
  return () => openNetwork(id, file)
}

function openNetwork(id: string, file: string): OpenedNetwork {
  const network = readNetwork(file)
  if (outputOf(network) === 'points')
    throw new LabError(
      'BAD_SETTING',
      `expert.network: network ${id} estimates points in whole games: it can be an evaluator, not an expert for walls`,
      { field: 'expert.network' },
    )
  const { module } = readWallKernel()
  return { target: network.target, search: createWallSearch(instance<WallExports>(module), newWallMemory(), network) }
}

/** Memory for the wall kernel, which threads may share. */
export function newWallMemory(): LinearMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES, shared: true })
}
