import { expect, test } from 'vitest'
import { lab } from './terminalHere'

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
