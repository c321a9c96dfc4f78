import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { builtInProfiles } from '../../../../src/main/lab/profiles/builtInProfiles'
import {
  BUILT_IN_NETWORKS,
  findNetwork,
  networkId,
  networksIn,
  packNetwork,
  readNetwork,
  networkSource,
} from '../../../../src/main/compute/networks/networkFile'
import { refusal } from '../../../core/support/errors'
import { randomNetwork } from '../../../core/support/walls'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'networks-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const network = randomNetwork({ tuples: [[0, 1, 2]], target: 6, stages: [5] })
const file = () => join(folder, 'small.network')

describe('the file of a network', () => {
  test.each([8, 16] as const)('keeps weights of %d bits, and is found by its id', bits => {
    const written = randomNetwork(network, bits)
    writeFileSync(file(), packNetwork(written, { moves: 5, seed: 1 }))
    writeFileSync(join(folder, 'other.network'), 'of another program')
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'a-pipe.network')])
    expect(readNetwork(file())).toEqual(written)
    expect(findNetwork(networkId(written), [join(folder, 'missing'), folder])).toBe(file())
    expect(networksIn([folder]).map(({ head }) => head.origin)).toEqual([{ moves: 5, seed: 1 }])
  })

  test('knows what it estimates, and an id of points is not one of chances', () => {
    const points = { ...network, output: 'points' as const }
    writeFileSync(file(), packNetwork(points))
    expect(readNetwork(file())).toEqual(points)
    expect(networkId(points)).not.toBe(networkId(network))
    expect(networkId({ ...network, output: 'chance' })).toBe(networkId(network))
    expect(networkSource([folder])(networkId(points))).toEqual(points)
  })

  test('that no folder has is named with the folders', () => {
    expect(refusal('NOT_FOUND', () => findNetwork('0'.repeat(16), [folder])).message).toBe(
      `network 0000000000000000 is in none of the folders ${folder}. Copy its file there, or train one (lab train)`,
    )
  })

  test('that cannot be read is named where no other has the id', () => {
    writeFileSync(file(), packNetwork(network).subarray(0, 20))
    const { message } = refusal('NOT_FOUND', () => findNetwork(networkId(network), [folder]))
    expect(message).toContain(`Not read: ${file()}: `)
  })

  test.each([
    ['is missing', undefined, /small\.network: /],
    ['has no head', (bytes: Buffer) => bytes.subarray(0, 20), /it has no head/],
    [
      'is of a newer lab',
      (bytes: Buffer) => replaced(bytes, '"version":1', '"version":2'),
      /version 2 is newer than this lab reads/,
    ],
    [
      'has a false field',
      (bytes: Buffer) => replaced(bytes, '"target":6', '"target":99'),
      /target: 99 is not a rank from 3 to 14/,
    ],
    ['is cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 9), /its weights are damaged/],
    [
      'has a changed unit',
      (bytes: Buffer) => replaced(bytes, '"unit":0', '"unit":1'),
      /its weights are damaged: they do not fit their id/,
    ],
  ])('that %s is refused', (_, damage, message) => {
    if (damage) writeFileSync(file(), damage(packNetwork(network)))
    expect(refusal('BAD_FILE', () => readNetwork(file())).message).toMatch(message)
  })
})

test('each expert of a built-in profile has its network here, and they take at most 16 MiB', () => {
  const experts = builtInProfiles().flatMap(({ settings: { expert } }) => (expert ? [expert] : []))
  expect(experts.length).toBeGreaterThan(0)
  const files = experts.map(({ network: id, target }) => {
    const found = findNetwork(id, [BUILT_IN_NETWORKS])
    expect(readNetwork(found).target).toBe(target)
    return found
  })
  const bytes = networksIn([BUILT_IN_NETWORKS]).reduce((sum, each) => sum + readFileSync(each.file).length, 0)
  expect(bytes).toBeLessThanOrEqual(16 * 2 ** 20)
  expect(files.length).toBe(experts.length)
})

test('a network that ships names its command, and the network that it began from ships too', () => {
  const heads = networksIn([BUILT_IN_NETWORKS]).map(({ head }) => head)
  expect(heads.map(({ origin }) => origin?.command)).toEqual(heads.map(() => 'lab train wall-expert --seed 1'))
  const bases = heads.flatMap(({ origin }) => origin?.basis ?? [])
  expect(bases).toEqual([heads.find(({ target }) => target === 9)?.id])
})

function replaced(bytes: Buffer, from: string, to: string): Buffer {
  const at = bytes.indexOf(from)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(to), bytes.subarray(at + from.length)])
}
