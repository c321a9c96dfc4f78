import { CommanderError, Command } from 'commander'
import fc from 'fast-check'
import { checkLimits, checkSettings } from '../../../src/core/search/settings'
import { parseProfile } from '../../../src/core/contract/files'
import { addSearchFlags, makePlayer, type SearchFlags } from '../../../src/main/hosts/terminal/search/searchFlags'
import { addSeedFlag } from '../../../src/main/hosts/terminal/flags/numberFlags'
import { readFileSync } from 'node:fs'
import { harness } from '../support/harness'
import { hostileText, jsonNumber } from '../support/hostile'

const FLAGS = '--depth --time --nodes --leaf --points --cut --dead --floor --table --table-bits --threads --seed'.split(' ')
const WORDS = 'auto distinct afterstate spawned ignored added heuristic none exact deeper off 1 16 0.01 -1 1e3 -- -'.split(' ')

const value = fc.oneof(
  { arbitrary: fc.constantFrom(...WORDS), weight: 6 },
  { arbitrary: jsonNumber.map(String), weight: 4 },
  { arbitrary: hostileText, weight: 2 },
)
const pair = fc.tuple(
  fc.oneof({ arbitrary: fc.constantFrom(...FLAGS), weight: 12 }, { arbitrary: hostileText, weight: 1 }),
  value,
)
const thesis = parseProfile(
  readFileSync(new URL('../../../resources/profiles/thesis.json', import.meta.url), 'utf8'),
  'thesis.json',
)

/** The flags that most commands share: a player comes out that the core takes, or a refusal in one line. */
export const flags = harness({
  name: 'flags of the terminal',
  inputs: fc.array(pair, { minLength: 1, maxLength: 3 }).map(pairs => pairs.flat()),
  examine: (args: readonly string[]) => {
    const said: string[] = []
    const command = addSeedFlag(addSearchFlags(new Command('search')), 'a seed').exitOverride()
    command.configureOutput({ writeOut: text => said.push(text), writeErr: text => said.push(text) })
    try {
      command.parse([...args], { from: 'user' })
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error
      return error.code
    }
    const { settings, limits } = makePlayer(thesis, command.opts<SearchFlags>())
    checkSettings(settings)
    checkLimits(limits)
    return 'read'
  },
})
