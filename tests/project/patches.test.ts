import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/fresh.mjs'

/** The lines of a folder that match. */
function linesIn(folder: string, pattern: RegExp, except = /^$/): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'))
  return files
    .filter(name => !except.test(name))
    .flatMap(name =>
      readFileSync(join(root, folder, name), 'utf8')
        .split('\n')
        .filter(line => pattern.test(line)),
    )
}

test('what a terminal or host gives is read from no process', () => {
  const given = /(?<!typeof )process\.(env|stdin|stdout|stderr|argv|exitCode)\b/
  for (const folder of ['lab', 'files', 'store', 'hosts/terminal', 'hosts/web'])
    expect(linesIn(`src/main/${folder}`, given), folder).toEqual([])
})

test('no test changes the process, its environment or the console', () => {
  const patched =
    /stubEnv|spyOn\((process|console)\b|(delete |assign\()(process|console)\b|(process|console)\.[\w.[\]']+ (\?\?)?= /
  expect(linesIn('tests', patched, /^(setup.temporary|electron-shim)\b|patches\.test/)).toEqual([])
})
