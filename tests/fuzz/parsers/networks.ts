import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { headOfNetwork, networkId, packNetwork, readNetwork } from '../../../src/main/compute/networks/networkFile'
import { randomNetwork } from '../../core/support/walls'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'

const FILES = [
  packNetwork(randomNetwork({ tuples: [[0, 1, 2]], target: 6, stages: [5] })),
  packNetwork(randomNetwork({ output: 'points', tuples: [[0, 1], [4, 5]], target: 11, stages: [] }, 16), { moves: 5, seed: 1 }), // oxfmt-ignore
].map(bytes => {
  const end = bytes.indexOf(10)
  return { head: bytes.toString('utf8', 0, end), weights: bytes.subarray(end) }
})

const bytes = fc.constantFrom(...FILES).chain(({ head, weights }) =>
  fc
    .tuple(
      fc.oneof(fc.constant(head), mutatedJsonText(fc.constant(head))),
      fc.option(fc.tuple(fc.nat(weights.length - 1), fc.nat(255)), { nil: undefined }),
      fc.oneof({ arbitrary: fc.constant(weights.length), weight: 4 }, { arbitrary: fc.nat(weights.length), weight: 1 }),
    )
    .map(([text, change, length]) => {
      const copy = Buffer.from(weights.subarray(0, length))
      if (change && change[0] < length) copy[change[0]] = change[1]
      return Buffer.concat([Buffer.from(text), copy])
    }),
)

export const networks = harness({
  name: 'files of networks',
  inputs: bytes,
  examine(given: Buffer) {
    const folder = mkdtempSync(join(tmpdir(), 'lab-fuzz-networks-'))
    const file = join(folder, 'a.network')
    try {
      writeFileSync(file, given)
      return refusedOr(
        () => readNetwork(file),
        network => {
          expectSame(headOfNetwork(file).id, networkId(network))
          writeFileSync(file, packNetwork(network))
          expectSame(readNetwork(file), network)
        },
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
})
