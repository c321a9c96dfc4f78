import fc from 'fast-check'
import {
  makeShared,
  makeSharedText,
  parseShared,
  SHARED_SCHEME,
  type Shared,
  type SharedRun,
  type SharedSearch,
} from '../../../src/core/contract/files'
import { makePosition } from '../../../src/core/games/twenty48/notation'
import { board } from '../../core/support/arbitraries'
import { profile } from '../../core/support/games'
import { smallConfig } from '../../main/lab/tuning/tuningSupport'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { mutatedText } from '../support/mutate'
import { expectSame } from '../support/same'

const search: fc.Arbitrary<SharedSearch> = fc.oneof(
  fc.tuple(board, profile).map(([ranks, { evaluator, settings }]) => ({
    ...{ by: 'kernel' as const, position: makePosition(ranks) },
    player: { evaluator, settings, limits: { depth: 2 } },
  })),
  fc.constant({
    ...{ by: 'searcher' as const, game: 'ticTacToe' as const, position: 'X../.O./...', seed: 3, searcher: 'alphaBeta' as const },
    ...{ config: {}, wrapping: { table: 8 }, limits: { depth: 4 } },
  }),
  fc.string().map(text => ({ by: 'trace' as const, name: 'a.trace', bytes: Buffer.from(`LABTRACE${text}`).toString('base64') })),
)
const place: fc.Arbitrary<Shared> = fc
  .tuple(search, fc.array(fc.nat(65_535), { maxLength: 5 }), fc.nat(99))
  .map(([its, path, step]) => ({
    ...{ kind: 'tree', search: its, view: 'drawn', path },
    ...(step > 50 && { step, nodes: step }),
  }))

const run: SharedRun = {
  ...{
    name: 'A run',
    config: smallConfig(),
    state: 'paused',
    retried: 0,
    ms: 5,
    batches: '',
    evaluations: '[0,1,null,1,null,1,false,1,null]',
  },
  validations: [
    { subject: 'origin', candidate: null, iteration: 1, purpose: 'report', byHand: false, from: 0, games: 5, played: '' },
  ],
}
const runs = fc.constant<Shared>({ kind: 'runs', runs: [run] })

/** JSON as a text, also of what no lab writes. */
const asText = (json: string) => SHARED_SCHEME + Buffer.from(json, 'latin1').toString('base64url')

export const sharedPlaces = harness({
  name: 'shared places',
  inputs: fc.oneof(
    mutatedJsonText(fc.oneof({ arbitrary: place, weight: 3 }, runs).map(makeShared), 2),
    mutatedText(place.map(each => makeSharedText(each) ?? makeShared(each))),
    mutatedJsonText(place.map(makeShared)).map(asText),
  ),
  examine: (text: string) =>
    refusedOr(
      () => parseShared(text, 'a link'),
      read => {
        expectSame(parseShared(makeShared(read), 'again'), read)
        const short = makeSharedText(read)
        if (short !== undefined) expectSame(parseShared(short, 'again'), read)
      },
    ),
})
