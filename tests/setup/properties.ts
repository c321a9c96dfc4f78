import fc from 'fast-check'
import { SEED } from './extent'

fc.configureGlobal({ seed: SEED })
