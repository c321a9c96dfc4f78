import type { Command } from 'commander'
import { familyOf, contributions } from '../../../../core/games/twenty48/heuristics/evaluator'
import { formulaOf } from '../../../../core/games/twenty48/heuristics/family'
import { makePosition, parseBoard } from '../../../../core/games/twenty48/notation'
import { isForExpert } from '../../../../core/games/twenty48/search/choice'
import { type ExpertReport, expertAnswer } from '../../../../core/games/twenty48/search/report'
import type { Board } from '../../../../core/games/twenty48/board'
import type { Profile } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import type { CommandLab } from '../../../lab/localLab'
import { addHomeFlag, type JsonFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { drawBoard } from '../output/boardView'
import { block, table } from '../output/layout'
import { bare, measured } from '../output/numbers'
import { padStart, width } from '../output/style'
import { expertLine } from './reportView'
import { POSITION_OR_INPUT, positionText } from './lines'
import { addProfileFlag, withSetWeights, type PlayerFlags } from './searchFlags'
import type { Terminal } from '../terminal'

interface Options extends JsonFlag, Pick<PlayerFlags, 'set'> {
  readonly profile: string
}

export function defineEval(command: Command, terminal: Terminal): void {
  command
    .description('Evaluates a position without a search: each term of the evaluator as weight × feature, and their sum.')
    .argument('<position>', POSITION_OR_INPUT)
  addHomeFlag(addProfileFlag(command))
    .option('--json', 'one line of JSON')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(evaluate.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab eval EDC1BA9187611110
  lab eval EDC1BA9187611110 --profile power --set merges=0 --json`

async function evaluate(terminal: Terminal, position: string, options: Options): Promise<void> {
  const { home, json } = options
  const board = parseBoard(await positionText(terminal, position))
  const { profile, expert, networks } = await terminal.withLab(
    { home, searchesHere: true },
    async ({ findProfile, search, networks }) => {
      const { profile } = await findProfile(options.profile)
      return { profile: withSetWeights(profile, options), expert: await expertOn(terminal, board, profile, search), networks }
    },
  )
  const { name, evaluator } = profile
  const terms = contributions(evaluator, board, networks)
  const value = terms.reduce((sum, term) => sum + term.value, 0)
  if (json)
    return terminal.printJson({
      position: makePosition(board),
      profile: name,
      family: evaluator.family,
      terms,
      value,
      ...expertAnswer(expert),
    })
  const style = terminal.style
  const formulaOfTerm = (id: string): string => {
    if (evaluator.family === 'network') return 'Σ weights, all symmetries'
    const { terms: all } = familyOf(evaluator.family)
    return formulaOf(
      all.find(term => term.id === id)!,
      evaluator,
    )
  }
  const features = aligned(terms.map(({ feature }) => measured(feature)))
  const [sum = '', ...values] = aligned([value, ...terms.map(term => term.value)].map(measured))
  const rows = terms.map(({ id, weight }, i) => [
    ...[id, bare(weight), `× ${features[i]!}`, `= ${values[i]!}`],
    style.dim(formulaOfTerm(id)),
  ])
  const last = [style.bold('value'), '', '', `= ${style.bold(sum)}`, style.dim(name)]
  const lines = table(
    last.map(() => ''),
    [...rows, last],
    { align: 'lrlll', style },
  )
  const decider = profile.settings.expert
    ? ['', expert ? expertLine(expert) : isForExpert(board, profile.settings.expert) ? NO_VERDICT : NOT_ASKED]
    : []
  await terminal.printLines(block([...drawBoard(board, style), '', ...lines, ...decider]))
}

const NO_VERDICT = 'expert not asked: its network is missing'
const NOT_ASKED = 'expert not asked: the board has too few walls, or two alike; the search decides'

/** @returns `undefined` if the profile has no expert for the board, or its network is missing, which is then reported */
async function expertOn(
  terminal: Terminal,
  board: Board,
  { evaluator, settings }: Profile,
  search: CommandLab['search'],
): Promise<ExpertReport | undefined> {
  if (!settings.expert || !isForExpert(board, settings.expert)) return undefined
  try {
    const { report } = await search(board, { evaluator, settings, limits: { depth: 0 } }, { variation: false })
    return report.expert
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    terminal.complain(error.message) // the terms need no network
    return undefined
  }
}

function aligned(texts: readonly string[]): string[] {
  const wide = Math.max(...texts.map(width))
  return texts.map(text => padStart(text, wide))
}
