import type { Command } from 'commander'
import { familyOf, contributions } from '../../../../core/games/twenty48/heuristics/evaluator'
import { makePosition, parseBoard } from '../../../../core/games/twenty48/notation'
import { withCommandLab } from '../../../lab/commandLab'
import { addHomeFlag, type JsonFlag } from '../flags/homeFlag'
import { drawBoard } from '../output/boardView'
import { beside, block, columns } from '../output/layout'
import { bare, measured } from '../output/numbers'
import { print, printJson } from '../output/output'
import { styleFor } from '../output/style'
import { positionText } from './lines'
import { addProfileFlag, withSetWeights, type PlayerFlags } from './searchFlags'

interface Options extends JsonFlag, Pick<PlayerFlags, 'set'> {
  readonly profile: string
}

export function defineEval(command: Command): void {
  command
    .description('Evaluates a position without a search: each term of the evaluator as weight × feature, and their sum.')
    .argument('<position>', 'a position in any notation, see "lab --help"; - reads it from standard input')
  addHomeFlag(addProfileFlag(command)).option('--json', 'one line of JSON').addHelpText('after', EXAMPLES).action(evaluate)
}

const EXAMPLES = `
Examples:
  lab eval EDC1BA9187611110
  lab eval EDC1BA9187611110 --profile power --set merges=0 --json`

async function evaluate(position: string, options: Options): Promise<void> {
  const { home, json } = options
  const board = parseBoard(await positionText(position))
  const found = await withCommandLab({ home, program: 'lab eval' }, ({ findProfile }) => findProfile(options.profile))
  const { name, evaluator } = withSetWeights(found.profile, options)
  const terms = contributions(evaluator, board)
  const value = terms.reduce((sum, term) => sum + term.value, 0)
  if (json) return printJson({ position: makePosition(board), profile: name, family: evaluator.family, terms, value })
  const style = styleFor(process.stdout)
  const formulas = familyOf(evaluator.family).terms
  const rows = terms.map(({ id, weight, feature, value }) => [
    ...[id, bare(weight), '×', measured(feature), '=', measured(value)],
    style.dim(formulas.find(term => term.id === id)!.formula),
  ])
  const sum = [style.bold('value'), '', '', '', '=', style.bold(measured(value)), style.dim(name)]
  const lines = columns([...rows, sum], ['left', 'right', 'left', 'right', 'left', 'right', 'left'])
  await print(block([...beside(drawBoard(board, style), []), '', ...lines]).join('\n'))
}
