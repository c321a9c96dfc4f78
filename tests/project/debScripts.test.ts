import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { debScripts } from '../../packaging/debScripts.mjs'

/** A system in a folder, with what the deb puts there. Programs of the system's scripts that it lacks are missing, and not needed. */
function debSystem(kind: string) {
  const folder = mkdtempSync(join(tmpdir(), 'deb-'))
  const at = (path: string) => join(folder, path)
  for (const each of ['opt/2048 Lab/resources/bin', 'usr/bin', 'etc/alternatives', 'bin', 'state'])
    mkdirSync(at(each), { recursive: true })
  const [program, link] = [at('opt/2048 Lab/resources/bin/lab'), at('usr/bin/lab')]
  writeFileSync(program, '')
  writeFileSync(at('opt/2048 Lab/twenty48-lab'), '')
  const put = (name: string, command: string) => writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${command} "$@"\n`, { mode: 0o755 })
  for (const name of ['ln', 'rm', 'readlink']) put(name, `/bin/${name}`)
  const alternatives = `/usr/bin/update-alternatives --altdir ${at('etc/alternatives')} --admindir ${at('state')} --log /dev/null`
  if (kind === ALTERNATIVES) put('update-alternatives', alternatives)
  const run = (text: string, argument: string) => {
    const script = text
      .replaceAll('${sanitizedProductName}', '2048 Lab')
      .replaceAll('${executable}', 'twenty48-lab')
      .replaceAll(/(["'])(\/usr\/bin|\/opt|\/etc)/g, `$1${folder}$2`)
    const { status, stderr } = spawnSync('/bin/bash', ['-c', script, 'deb', argument], {
      env: { PATH: at('bin') },
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  }
  return {
    program,
    link,
    choose: (path: string) => {
      const [name, ...args] = alternatives.split(' ')
      spawnSync(name!, [...args, '--install', link, 'lab', path, '90'])
      expect(spawnSync(name!, [...args, '--set', 'lab', path]).status).toBe(0)
    },
    install: () => run(afterInstall, 'configure'),
    /** dpkg runs the older version's script, then the newer one's. */
    update: () => {
      run(afterRemove, 'upgrade')
      run(afterInstall, 'configure')
    },
    remove: () => run(afterRemove, 'remove'),
  }
}

const { afterInstall, afterRemove } = debScripts()
const ALTERNATIVES = 'with update-alternatives'
const KINDS = existsSync('/usr/bin/update-alternatives') ? [ALTERNATIVES, 'without'] : ['without']

test.each(KINDS)('the deb puts lab on the PATH and takes it away, %s', kind => {
  const { program, link, install, update, remove } = debSystem(kind)
  install()
  expect(realpathSync(link)).toBe(realpathSync(program))
  update()
  expect(realpathSync(link)).toBe(realpathSync(program))
  remove()
  expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined()
})

describe.each(KINDS)('the deb leaves what is not its own in its place, %s:', kind => {
  test('a program', () => {
    const { link, install, update, remove } = debSystem(kind)
    writeFileSync(link, 'another program')
    for (const step of [install, update, remove]) {
      step()
      expect(readFileSync(link, 'utf8')).toBe('another program')
    }
  })

  test.each(['/bin/true', '/nowhere/at/all'])('a link to %s', target => {
    const { link, install, update, remove } = debSystem(kind)
    symlinkSync(target, link)
    for (const step of [install, update, remove]) {
      step()
      expect(readlinkSync(link)).toBe(target)
    }
  })

  test('a link that the user puts there later', () => {
    const { link, install, update, remove } = debSystem(kind)
    install()
    rmSync(link)
    symlinkSync('/bin/true', link)
    for (const step of [update, remove]) {
      step()
      expect(readlinkSync(link)).toBe('/bin/true')
    }
  })
})

test.runIf(KINDS.includes(ALTERNATIVES))(
  'an update of the deb leaves the choice of update-alternatives, and removal gives it back',
  () => {
    const { program, link, choose, install, update, remove } = debSystem(ALTERNATIVES)
    const other = join(dirname(program), 'other')
    writeFileSync(other, '')
    install()
    choose(other)
    update()
    expect(realpathSync(link)).toBe(realpathSync(other))
    choose(program)
    update()
    expect(realpathSync(link)).toBe(realpathSync(program))
    remove()
    expect(realpathSync(link)).toBe(realpathSync(other))
  },
)
