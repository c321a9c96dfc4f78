/** `npm run perf`: the fixed performance run. Started under tsx, which is how it can import TypeScript. */
import { ensureBuilt } from './fresh.mjs'

ensureBuilt()
await import('../tests/perf/main.ts')
