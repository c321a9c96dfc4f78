import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lab } from '../../../support/terminalHere'
import { ending, HOME, startLab } from '../../../support/terminalProcess'

/** In a process, because the library for completion writes to the console. */
test('every suggestion is one line of the protocol', async () => {
  const { stdout } = await ending(startLab(['complete', '--', 'tune', '']))
  const [directive, ...suggestions] = stdout.trimEnd().split('\n').reverse()
  expect(directive).toMatch(/^:\d+$/)
  for (const each of suggestions) expect(each).toMatch(/^[a-z]+\t\S/)
  expect(suggestions).toContain('show\tThe weights that a run found, and their score on unseen games.')
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
