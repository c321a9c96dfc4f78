/** `lab games` and `lab searchers`. */
import type { Command } from 'commander'
import { readOptions, rulesOf } from '../../../../core/contract/gameOptions'
import { GAME_IDS, GAMES } from '../../../../core/games/registry'
import { createRandom } from '../../../../core/random'
import { SEARCHER_IDS, SEARCHERS } from '../../../../core/search/registry'
import { KERNEL_ENTRY } from './kernelSearch'
import { columns } from '../output/layout'
import { print, printJson } from '../output/output'

export function defineGames(command: Command): void {
  command
    .description(
      'The games that "lab think" knows, each with its first position and whether it can be searched without a limit; heuristics, the default first, rules with their defaults, and depths by position that players of "lab arena" can have.',
    )
    .option('--json', 'a line of JSON for each game')
    .addHelpText('after', '\nExamples:\n  lab games\n  lab games --json')
    .action(listGames)
}

export function defineSearchers(command: Command): void {
  command
    .description(
      'The searchers of "lab think": how many agents each understands, what it makes of chance, what it can be combined with, whether it needs a heuristic that knows the bounds of all values. "lab tree" records each of them.',
    )
    .option('--json', 'a line of JSON for each searcher')
    .addHelpText(
      'after',
      '\nPVS searches the children of the root as alpha-beta does; its null windows are below them.\n\nExamples:\n  lab searchers\n  lab searchers --json',
    )
    .action(listSearchers)
}

/** Of each game: what programs can know of it. */
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

async function listGames({ json }: { json?: boolean }): Promise<void> {
  const games = gameFacts()
  if (json) for (const game of games) await printJson(game)
  else {
    const rows = games.map(({ id, agents, needsLimit, start }) => [
      id,
      agents === 1 ? '1 agent' : `${agents} agents`,
      needsLimit ? 'needs a limit' : 'to the end',
      start,
    ])
    const lines = columns(rows, ['left', 'left', 'left', 'left'])
    for (const [i, { heuristics, rules, depthRules }] of games.entries()) {
      await print(lines[i]!)
      await print(`  --heuristic ${heuristics.join(' | ')}`)
      const usual = Object.entries(rules).map(([name, value]) => `${name}=${value}`)
      if (usual.length > 0) await print(`  --rule ${usual.join(' ')}`)
      if (depthRules.length > 0) await print(`  lab arena: depth=${depthRules.join(' | ')}`)
    }
  }
}

/** Of each searcher: what programs can know of it. */
export function searcherFacts() {
  const registered = SEARCHER_IDS.map(id => ({ ...SEARCHERS[id], game: null }))
  return [...registered, KERNEL_ENTRY].map(({ id, agents, chance, isLimited, wrappers, game, ...its }) => ({
    ...{ id, agents: Number.isFinite(agents) ? agents : null, chance, limits: isLimited, wrappers, game },
    bounds: 'needsBounds' in its,
  }))
}

async function listSearchers({ json }: { json?: boolean }): Promise<void> {
  const searchers = searcherFacts()
  if (json) for (const searcher of searchers) await printJson(searcher)
  else {
    const rows = searchers.map(({ id, agents, chance, limits, wrappers, game, bounds }) => [
      id,
      game ?? (agents === null ? 'any agents' : `1 or ${agents} agents`),
      limits ? `chance: ${chance}` : 'one ply',
      wrappers.join(' '),
      bounds ? 'a heuristic with bounds' : '',
    ])
    for (const line of columns(rows, ['left', 'left', 'left', 'left', 'left'])) await print(line.trimEnd())
  }
}
