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

test('the rooms of the lab read nothing of the process that their terminal or host gives them', () => {
  expect(linesIn('src/main/lab', /process\.(env|stdin|stdout|stderr|argv|exitCode)\b/)).toEqual([])
})

test('no test changes the process, its environment or the console', () => {
  const patched =
    /stubEnv|spyOn\((process|console)\b|(delete |assign\()(process|console)\b|(process|console)\.[\w.[\]']+ (\?\?)?= /
  expect(linesIn('tests', patched, /^(setup|electron-shim)\b|patches\.test/)).toEqual([])
})
