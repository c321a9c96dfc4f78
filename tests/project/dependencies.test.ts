/** The rules of imports, by the configuration as it is, on planted sources. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { expect, test } from 'vitest'

const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as IFlattenedRuleSet

/** @param imports by file, with the file that each imports */
async function faults(imports: Readonly<Record<string, string>>): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'lab-imports-'))
  for (const [file, imported] of Object.entries(imports))
    for (const [name, text] of [
      [file, `import '/${imported}'\n`],
      [imported, ''],
    ] as const) {
      const path = join(home, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text.replace("'/", `'${'../'.repeat(name.split('/').length - 1)}`), { flag: 'a' })
    }
  const options = { baseDir: home, validate: true, ruleSet: { forbidden: forbidden! } }
  const { summary } = (await cruise(['src'], options)).output as ICruiseResult
  return summary.violations.map(({ rule }) => rule.name)
}

const ALLOWED = {
  'src/main/compute/pool/pool.ts': 'src/main/compute/thread/jobs.ts',
  'src/core/games/grid.ts': 'src/core/game/game.ts',
}

test('an import that closes a circle of folders is a fault, also where no file imports itself', async () => {
  expect(await faults(ALLOWED)).toEqual([])
  const closed = await faults({ ...ALLOWED, 'src/main/compute/thread/games.ts': 'src/main/compute/pool/threads.ts' })
  expect(new Set(closed)).toEqual(new Set(['no-circle-of-folders']))
})

test('a floor of core that imports one above is a fault', async () => {
  const upward = { ...ALLOWED, 'src/core/trace/trace.ts': 'src/core/search/report.ts' }
  expect(await faults(upward)).toEqual(['core-trace-knows-no-floor-above'])
})
