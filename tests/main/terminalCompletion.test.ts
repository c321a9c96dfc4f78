import { execFileSync } from 'node:child_process'
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

test.skipIf(process.platform === 'win32')(
  'the script for bash needs nothing else, can be read twice, and completes after =',
  async () => {
    const { stdout: script } = await lab(['completion', 'bash'])
    const stub = `lab() { printf '%s\\n' $'thesis\\tone' $'tuned\\t' "said-$#-$5" :4; }`
    const tab = (...words: string[]) =>
      `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _lab_complete; echo "\${COMPREPLY[*]}"`
    const lines = [script, script, stub, tab('lab', 'search', 't'), tab('lab', 'search', '--profile', '=', 's')]
    const written = execFileSync('bash', ['--norc', '--noprofile', '-c', `{ ${lines.join('\n')}\n} 2>&1`], { encoding: 'utf8' })
    expect(written).toBe('thesis tuned\nsaid-5-s\n')
  },
)

test('every suggestion is one line of the protocol', async () => {
  const { stdout } = await lab(['complete', '--', ''])
  const [directive, ...suggestions] = stdout.trimEnd().split('\n').reverse()
  expect(directive).toMatch(/^:\d+$/)
  expect(suggestions.length).toBeGreaterThan(15)
  for (const each of suggestions) expect(each).toMatch(/^[a-z]+\t\S/)
})
