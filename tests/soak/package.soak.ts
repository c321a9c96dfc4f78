import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { record } from './record'

const ROOT = resolve(import.meta.dirname, '../..')
/** A user that owns nothing, and may read what everybody may. */
const NOBODY = 65_534
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
const JOURNEYS = ['window.e2e', 'flows.e2e', 'frame.e2e']

let place: string
let unpacked: string

beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'lab package '))
  chmodSync(place, 0o755)
  unpacked = build(join(place, 'Übungsräume, erster Bau'))
}, 600_000)
afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', place])
  rmSync(place, { recursive: true, force: true })
})

/** Packages the lab around the stand-in for Electron. Returns the folder of the program. */
function build(output: string): string {
  const args = ['scripts/package.mjs', '--stand-in', `-c.directories.output=${output}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
  expect(stderr).toContain('NO FUSES')
  return join(output, 'linux-unpacked')
}

test('two builds of one commit have the same archive', () => {
  const archive = (folder: string) => readFileSync(join(folder, 'resources', 'app.asar'))
  rmSync(join(ROOT, 'out', 'main'), { recursive: true })
  rmSync(join(ROOT, 'out', '.built'))
  expect(archive(build(join(place, 'second'))).equals(archive(unpacked))).toBe(true)
})

test('journeys in the window pass in the package: another user, a read-only folder with blanks and umlauts, no network', () => {
  spawnSync('chmod', ['-R', 'a-w', unpacked])
  const home = join(place, 'home')
  mkdirSync(home)
  chmodSync(home, 0o777)
  const env = [`HOME=${home}`, `TMPDIR=${home}`, `LAB_PACKAGE=${join(unpacked, 'twenty48-lab')}`]
  const tests = [
    'npx',
    'playwright',
    'test',
    ...JOURNEYS,
    '--grep-invert',
    '@soak',
    '--reporter=line',
    '--output',
    join(home, 'results'),
  ]
  const isRoot = process.getuid!() === 0
  const user = isRoot ? AS_NOBODY : []
  const command = ['ip link set lo up; exec "$@"', 'sh', ...user, 'env', ...env, ...tests]
  const { status, stdout, stderr } = spawnSync('unshare', [isRoot ? '-n' : '-rn', 'sh', '-c', ...command], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(status, `${stdout}${stderr}`).toBe(0)
  record('Journeys in the package', { passed: /(\d+) passed/.exec(stdout)![1]! })
})

test('the window does not run without a sandbox but for root, and then it says so', () => {
  const home = mkdtempSync(join(place, 'data-'))
  chmodSync(home, 0o777)
  const start = (user: readonly string[]) => {
    const command = [...user, 'env', `HOME=${home}`, join(unpacked, 'twenty48-lab'), '--no-sandbox']
    return spawnSync(command[0]!, command.slice(1), { encoding: 'utf8', timeout: 20_000 })
  }
  const isRoot = process.getuid!() === 0
  const other = start(isRoot ? AS_NOBODY : [])
  expect(other).toMatchObject({ status: 2, stderr: expect.stringContaining('install the deb') as string })
  if (isRoot) expect(start([]).stderr).toContain('As root, the window runs without Chromium’s sandbox')
})

/** A system's libraries, settings, processors and memory, and the programs of a shell script. */
const SYSTEM =
  /^\/((etc|lib|lib64|usr\/lib(?!\/node_modules)|usr\/share\/locale|proc|sys|dev)\/|(usr\/)?bin\/(sh|dirname|readlink)$)/
const TRACED = ['-f', '-qq', '--seccomp-bpf', '-e', 'trace=openat,open,execve,clone,clone3,fork,vfork', '-e', 'status=successful']

/**
 * Paths that programs opened or ran, except those of a system, of the package, and in `home`.
 * @param log of strace
 * @param others programs whose reads are their own, with those of every process that they start
 */
function readOutside(log: string, home: string, others = /^$/): string[] {
  const theirs = new Set<string>()
  const parents = new Map<string, string>()
  const named: { readonly id: string; readonly file: string }[] = []
  // a child may be in the log before the call that made it returns
  for (const [, id, call, path, child] of readFileSync(log, 'utf8').matchAll(
    /^(\d+) +(?:<\.\.\. )?(\w+)(?:\((?:AT_FDCWD, )?"((?:[^"\\]|\\.)*)"|.*= (\d+)$)/gm,
  )) {
    if (path === undefined) {
      parents.set(child!, id!)
      continue
    }
    const file = spelt(path)
    named.push({ id: id!, file })
    if (call === 'execve' && others.test(file)) theirs.add(id!)
  }
  const isTheirs = (id: string | undefined): boolean => id !== undefined && (theirs.has(id) || isTheirs(parents.get(id)))
  const isKnown = (file: string) => SYSTEM.test(file) || [unpacked, home].some(folder => file.startsWith(folder))
  return [...new Set(named.flatMap(({ id, file }) => (isKnown(file) || isTheirs(id) ? [] : file)))]
}

/** strace writes a byte that is not ASCII as its octal number. */
function spelt(path: string): string {
  const bytes = path.replaceAll(/\\(\d{1,3})/g, (_, octal: string) => String.fromCodePoint(Number.parseInt(octal, 8)))
  return Buffer.from(bytes, 'latin1').toString()
}

test.each([
  ['search', '1234123412341200', '--depth', '2'],
  ['search', '1234123412341200', '--profile', 'strongest'],
  ['bench', '3', '--depth', '0'],
  ['tree', '1234123412341200', '--depth', '1'],
  ['think', 'ticTacToe', 'X../.O./...', '--searcher', 'minimax'],
  ['reproduce', 'leaf', '--help'],
])('the terminal of the package reads nothing outside it but its data: lab %s', (...args) => {
  const home = mkdtempSync(join(place, 'data-'))
  const log = join(home, 'strace')
  // folders for temporary files are open to other users: nothing is read there
  const env = { PATH: process.env['PATH'], HOME: home, LAB_HOME: join(home, 'lab'), TMPDIR: mkdtempSync(join(place, 'tmp-')) }
  const command = [...TRACED, '-o', log, join(unpacked, 'resources', 'bin', 'lab'), ...args]
  const { status, stderr } = spawnSync('strace', command, { cwd: '/', env, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(readOutside(log, home)).toEqual([])
  expect(readFileSync(log, 'utf8')).toContain('cli.js')
})

test('the window of the package reads nothing outside it but its data', () => {
  const home = mkdtempSync(join(place, 'data-'))
  const log = join(home, 'strace')
  const program = join(home, 'traced')
  writeFileSync(program, `#!/bin/sh\nexec strace ${TRACED.join(' ')} -o '${log}' '${unpacked}/twenty48-lab' "$@"\n`, {
    mode: 0o755,
  })
  const env = { ...process.env, HOME: home, TMPDIR: home, LAB_PACKAGE: program }
  const tests = [
    'playwright',
    'test',
    JOURNEYS[0]!,
    '--grep-invert',
    '@soak',
    '--reporter=line',
    '--output',
    join(home, 'results'),
  ]
  const { status, stdout } = spawnSync('npx', tests, { cwd: ROOT, env, encoding: 'utf8' })
  expect(status, stdout).toBe(0)
  expect(readOutside(log, home, /chromium/)).toEqual([])
  expect(readFileSync(log, 'utf8')).toContain('resources/app.asar')
})
