import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ending, startLab } from '../../../../support/terminalProcess'

/** Bytes of modules that one search may load. Each 100 kB cost about 15 ms of every command of a script. */
const MOST_BYTES = 685_000

const LISTS_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { process.stderr.write(url + '\\n'); return next(url, context) } })
`)}`

test('a search loads what it needs, not the other games, formats of files and services, and no code from temporary files', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'lab-start-'))
  const ended = await ending(
    startLab(['search', '0000001000000010', '--depth', '1'], {
      NODE_OPTIONS: `--import ${LISTS_MODULES}`,
      ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    }),
  )
  expect(ended.code).toBe(0)
  expect(readdirSync(temporary), 'a cache of compiled code, for instance').toEqual([])
  const files = ended.stderr.split('\n').filter(url => url.includes('/out/main/'))
  const sizes = files.map(url => statSync(fileURLToPath(url)).size)
  expect(sizes.length).toBeGreaterThan(10)
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(300_000)
  expect(bytes).toBeLessThan(MOST_BYTES)
})
