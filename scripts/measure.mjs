/** `npm run perf` and `npm run simulate -- NAME`: programs of tests/perf and tests/simulate. Started under tsx, which can import TypeScript. */
import { ensureBuilt } from './fresh.mjs'

ensureBuilt()
const [program] = process.argv.splice(2, 1)
/** What exact tables cost, recorded trees, a page, the Tune screen, or a queue; absent: the fixed run. */
const part =
  program === 'perf'
    ? ['tables', 'trees', 'page', 'tune', 'machines'].find(name => process.argv.includes(`--${name}`))
    : undefined
const folder = program === 'perf' ? 'perf' : `simulate/${process.argv.splice(2, 1)[0]}`
await import(`../tests/${folder}/${part ?? 'main'}.ts`)
