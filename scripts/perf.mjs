/** `npm run perf`: the fixed performance run, with `--tables` what exact tables cost. Started under tsx, which is how it can import TypeScript. */
import { ensureBuilt } from './fresh.mjs'

ensureBuilt()
await import(process.argv.includes('--tables') ? '../tests/perf/tables.ts' : '../tests/perf/main.ts')
