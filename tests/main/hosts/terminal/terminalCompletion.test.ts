import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lab } from '../../../support/terminalHere'
import { HOME } from '../../../support/terminalProcess'

test.each(['bash', 'zsh', 'fish', 'powershell'])('a completion script for %s asks the lab at each Tab', async shell => {
  const { code, stdout, stderr } = await lab(['completion', shell])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/lab complete/)
})

test.each([
  [['tun'], 'tune\tlook for better weights'],
  [['eng'], 'engine\tsearch positions for another program'],
  [['tune', ''], 'resume\tResumes a run as if it had never stopped.'],
  [['search', '--dep'], '--depth\t'],
  [['search', '--profile', 'thesis-e'], 'thesis-exponents'],
  [['search', '--leaf', ''], 'afterstate'],
  [['think', 'war'], 'warehouse'],
])('completes %j', async (words, line) => {
  const { code, stdout } = await lab(['complete', '--', ...words])
  expect(code).toBe(0)
  expect(stdout.split('\n').some(each => each.startsWith(line))).toBe(true)
})

test('a description is its first sentence, without what follows a colon', async () => {
  const { stdout } = await lab(['complete', '--', 'replay', ''])
  const lines = stdout.split('\n')
  expect(lines).toContain('import\tStores the games of files.')
  expect(lines).toContain('analyse\tSearches every board of a game and lists the mistakes')
})

test('every suggestion is one line of the protocol', async () => {
  const { stdout } = await lab(['complete', '--', ''])
  const [directive, ...suggestions] = stdout.trimEnd().split('\n').reverse()
  expect(directive).toMatch(/^:\d+$/)
  expect(suggestions.length).toBeGreaterThan(15)
  for (const each of suggestions) expect(each).toMatch(/^[a-z]+\t\S/)
})

/** Words as bash splits a line, and what the lab is asked: all in one bash. */
const LINES: readonly (readonly [words: readonly string[], asked: string])[] = [
  [['lab', 'tun'], '<tun>'],
  [['lab', 'tune', ''], '<tune><>'],
  [['lab', 'search', '--profile', '=', 'po'], '<search><--profile=po>'],
  [['lab', 'search', '--profile', '='], '<search><--profile=>'],
  [['lab', 'play', '>', 'game.jsonl', '--prof'], '<play><--prof>'],
  [['lab', 'play', '>', 'ga'], ''],
  [['lab', 'play', '>>', ''], ''],
  [['lab', 'eval', '$(echo ran > game.jsonl)'], '<eval><$(echo ran > game.jsonl)>'],
  [['lab', 'eval', '"`echo ran > game.jsonl`'], '<eval><"`echo ran > game.jsonl`>'],
]

test.skipIf(process.platform === 'win32')('Tab in bash runs nothing of the line and writes to no file', async () => {
  const { stdout: script } = await lab(['completion', 'bash'])
  const file = join(HOME, 'game.jsonl')
  writeFileSync(file, 'a game')
  const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`
  const tabs = LINES.map(
    ([words]) =>
      `COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}; __lab_complete; cat asked; echo; : > asked`,
  )
  const answer = `lab() { shift 2; printf '<%s>' "$@" > asked; printf 'one\\tof the answers\\ntwo\\n:4\\n'; }`
  const bash = [script, answer, ': > asked', ...tabs, 'printf "%s|" "${COMPREPLY[@]}"'].join('\n')
  const printed = execFileSync('bash', ['--norc'], { cwd: HOME, input: bash, encoding: 'utf8' })
  expect(printed.split('\n')).toEqual([...LINES.map(([, asked]) => asked), 'one|two|'])
  expect(readFileSync(file, 'utf8')).toBe('a game')
})
