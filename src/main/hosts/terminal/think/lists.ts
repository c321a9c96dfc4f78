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
  const games = gameFacts()
  if (json) for (const game of games) await terminal.printJson(game)
  else
    await printEntries(
      terminal,
      games.map(({ id, agents, needsLimit, start, heuristics, rules, depthRules }) => ({
        id,
        fields: {
          agents: String(agents),
          search: needsLimit ? 'needs a limit' : 'to the end',
          start,
          '--heuristic': heuristics.join(' | '),
          '--rule': Object.entries(rules).map(([name, value]) => `${name}=${value}`).join(' '), // oxfmt-ignore
          'lab arena': depthRules.length > 0 ? `depth=${depthRules.join(' | ')}` : '',
        },
      })),
    )
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
  const searchers = searcherFacts()
  if (json) for (const searcher of searchers) await terminal.printJson(searcher)
  else
    await printEntries(
      terminal,
      searchers.map(({ id, agents, chance, limits, wrappers, game, bounds }) => ({
        id,
        fields: {
          game: game ?? '',
          agents: game === null ? (agents === null ? 'any number' : `1 or ${agents}`) : '',
          chance: limits ? chance : 'one ply',
          with: wrappers.join(' '),
          needs: bounds ? 'a heuristic with bounds' : '',
        },
      })),
    )
}

interface Entry {
  readonly id: string
  /** Texts by their names; an empty one is left out. */
  readonly fields: Readonly<Record<string, string>>
}

/** A block for each, a line for each of its fields. */
async function printEntries(terminal: Terminal, entries: readonly Entry[]): Promise<void> {
  const style = terminal.style
  const wide = Math.max(...entries.flatMap(({ fields }) => Object.keys(fields).map(name => name.length)))
  await terminal.printLines(
    entries.flatMap(({ id, fields }) => [
      style.bold(id),
      ...indented(
        Object.entries(fields).flatMap(([name, text]) =>
          text === '' ? [] : labelled(style.dim(name), wide, text, roomOf(style)),
        ),
      ),
    ]),
  )
}
