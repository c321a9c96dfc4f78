import type { Harness } from '../support/harness'
import { experiments } from './experiments'
import { flags } from './flags'
import { gamePositions } from './gamePositions'
import { networks } from './networks'
import { pages } from './pages'
import { pastes } from './pastes'
import { positions } from './positions'
import { profiles } from './profiles'
import { replayJson } from './replayJson'
import { replayLines } from './replayLines'
import { resultLines } from './resultLines'
import { storedValues } from './storedValues'
import { sharedPlaces } from './sharedPlaces'
import { studies } from './studies'
import { traces } from './traces'
import { trainings } from './trainings'
import { tunings } from './tunings'
import { verses } from './verses'
import { webMessages } from './webMessages'

/** Whatever the lab reads that it did not write itself. */
export const PARSERS: readonly Harness[] = [
  positions,
  gamePositions,
  replayJson,
  replayLines,
  verses,
  profiles,
  tunings,
  trainings,
  networks,
  resultLines,
  studies,
  experiments,
  traces,
  pages,
  sharedPlaces,
  pastes,
  flags,
  webMessages,
  storedValues,
]
