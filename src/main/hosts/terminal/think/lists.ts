/** `lab games` and `lab searchers`. */
import type { Command } from 'commander'
import { readOptions, rulesOf } from '../../../../core/contract/gameOptions'
import { GAME_IDS, GAMES } from '../../../../core/games/registry'
import { createRandom } from '../../../../core/random'
import { SEARCHER_IDS, SEARCHERS } from '../../../../core/search/registry'
import { KERNEL_ENTRY } from './kernelSearch'
import { helpNotes } from '../output/help'
import { indented, labelled, roomOf } from '../output/layout'
import type { Terminal } from '../terminal'

export function defineGames(command: Command, terminal: Terminal): void {
  command
    .description(
      'The games that "lab think" knows, each with its first position and whether it can be searched without a limit; heuristics, the default first, rules with their defaults, and depths by position that players of "lab arena" can have.',
    )
    .option('--json', 'a line of JSON for each game')
    .addHelpText('after', helpNotes('\nExamples:\n  lab games\n  lab games --json'))
    .action(listGames.bind(undefined, terminal))
}

export function defineSearchers(command: Command, terminal: Terminal): void {
  command
    .description(
      'The searchers of "lab think": how many agents each understands, what it makes of chance, what it can be combined with, whether it needs a heuristic that knows the bounds of all values. "lab tree" records each of them.',
    )
    .option('--json', 'a line of JSON for each searcher')
    .addHelpText(
      'after',
      helpNotes(
        '\nPVS searches the children of the root as alpha-beta does; its null windows are below them.\n\nExamples:\n  lab searchers\n  lab searchers --json',
      ),
    )
    .action(listSearchers.bind(undefined, terminal))
}

/** Facts about each game, for programs. */
export function gameFacts() {
  return GAME_IDS.map(id => {
    const { game, isSmall, heuristics, depthRules = {} } = GAMES[id]
    const start = game.start(readOptions(id), createRandom(0))
    const rules = Object.fromEntries(rulesOf(id).map(({ name, usual }) => [name, usual]))
    return {
      ...{ id, agents: game.agents(start), needsLimit: !isSmall, start: game.format(start) },
      ...{ heuristics: Object.keys(heuristics), rules, depthRules: Object.keys(depthRules) },
    }
  })
}

async function listGames(terminal: Terminal, { json }: { json?: boolean }): Promise<void> {
  await printEntries(terminal, json, gameFacts(), ({ agents, needsLimit, start, heuristics, rules, depthRules }) => ({
    agents: String(agents),
    search: needsLimit ? 'needs a limit' : 'to the end',
    start,
    '--heuristic': heuristics.join(' | '),
    '--rule': Object.entries(rules).map(([name, value]) => `${name}=${value}`).join(' '), // oxfmt-ignore
    'lab arena': depthRules.length > 0 ? `depth=${depthRules.join(' | ')}` : '',
  }))
}

/** Facts about each searcher, for programs. */
export function searcherFacts() {
  const registered = SEARCHER_IDS.map(id => ({ ...SEARCHERS[id], game: null }))
  return [...registered, KERNEL_ENTRY].map(({ id, agents, chance, isLimited, wrappers, game, ...its }) => ({
    ...{ id, agents: Number.isFinite(agents) ? agents : null, chance, limits: isLimited, wrappers, game },
    bounds: 'needsBounds' in its,
  }))
}

async function listSearchers(terminal: Terminal, { json }: { json?: boolean }): Promise<void> {
  await printEntries(terminal, json, searcherFacts(), ({ agents, chance, limits, wrappers, game, bounds }) => ({
    game: game ?? '',
    agents: game === null ? (agents === null ? 'any number' : `1 or ${agents}`) : '',
    chance: limits ? chance : 'one ply',
    with: wrappers.join(' '),
    needs: bounds ? 'a heuristic with bounds' : '',
  }))
}

/** A block for each, a line for each of its fields. @param fieldsOf texts by their names; an empty one is left out */
async function printEntries<Facts extends { readonly id: string }>(
  terminal: Terminal,
  json: boolean | undefined,
  all: readonly Facts[],
  fieldsOf: (facts: Facts) => Readonly<Record<string, string>>,
): Promise<void> {
  const { style } = terminal
  const entries = all.map(facts => ({ id: facts.id, fields: Object.entries(fieldsOf(facts)) }))
  const wide = Math.max(...entries.flatMap(({ fields }) => fields.map(([name]) => name.length)))
  const lines = entries.flatMap(({ id, fields }) => [
    style.bold(id),
    ...indented(fields.flatMap(([name, text]) => (text === '' ? [] : labelled(style.dim(name), wide, text, roomOf(style))))),
  ])
  await terminal.printRows(json, all, lines)
}
