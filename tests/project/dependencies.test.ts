/** The rules of imports, by the configuration as it is, on planted sources. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

test('what a module loads when it needs it, it does not load at its start too', () => {
  const source = join(import.meta.dirname, '..', '..', 'src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
  const texts = new Map(files.map(name => [join(source, name), readFileSync(join(source, name), 'utf8')]))
  const imported = (file: string, pattern: RegExp): string[] =>
    [...texts.get(file)!.matchAll(pattern)].flatMap(([, name]) => {
      const path = join(dirname(file), name!)
      return [path, `${path}.ts`, join(path, 'index.ts')].filter(each => texts.has(each))
    })
  const atItsStart = (file: string, seen = new Set<string>()): Set<string> => {
    const direct = imported(file, /^(?:import|export) (?!type )(?:[^'"]*? from )?'([.][^']*)'/gm)
    for (const each of direct) if (!seen.has(each)) atItsStart(each, seen.add(each))
    return seen
  }
  const late = [...texts.keys()].map(file => [file, imported(file, /(?<!typeof )\bimport\('([.][^']*)'\)/g)] as const)
  expect(late.filter(([, modules]) => modules.length > 0).length).toBeGreaterThan(5)
  const both = late.flatMap(([file, modules]) => {
    const early = modules.length > 0 ? atItsStart(file) : new Set()
    return modules.filter(each => early.has(each)).map(each => `${file} loads ${each} at its start`)
  })
  expect(both).toEqual([])
})
