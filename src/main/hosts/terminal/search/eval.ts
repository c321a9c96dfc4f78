import type { Command } from 'commander'
import { familyOf, contributions } from '../../../../core/games/twenty48/heuristics/evaluator'
import { formulaOf } from '../../../../core/games/twenty48/heuristics/family'
import { makePosition, parseBoard } from '../../../../core/games/twenty48/notation'
import { withCommandLab } from '../../../lab/commandLab'
import { addHomeFlag, type JsonFlag } from '../flags/homeFlag'
import { helpNotes } from '../output/help'
import { drawBoard } from '../output/boardView'
import { block, roomOf, table } from '../output/layout'
import { bare, measured } from '../output/numbers'
import { printJson, printLines } from '../output/output'
import { padStart, styleFor, width } from '../output/style'
import { POSITION_OR_INPUT, positionText } from './lines'
import { addProfileFlag, withSetWeights, type PlayerFlags } from './searchFlags'

interface Options extends JsonFlag, Pick<PlayerFlags, 'set'> {
  readonly profile: string
}

export function defineEval(command: Command): void {
  command
    .description('Evaluates a position without a search: each term of the evaluator as weight × feature, and their sum.')
    .argument('<position>', POSITION_OR_INPUT)
  addHomeFlag(addProfileFlag(command))
    .option('--json', 'one line of JSON')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(evaluate)
}

const EXAMPLES = `
Examples:
  lab eval EDC1BA9187611110
  lab eval EDC1BA9187611110 --profile power --set merges=0 --json`

async function evaluate(position: string, options: Options): Promise<void> {
  const { home, json } = options
  const board = parseBoard(await positionText(position))
  const { found, networks } = await withCommandLab({ home, program: 'lab eval' }, async lab => ({
    found: await lab.findProfile(options.profile),
    networks: lab.networks,
  }))
  const { name, evaluator } = withSetWeights(found.profile, options)
  const terms = contributions(evaluator, board, networks)
  const value = terms.reduce((sum, term) => sum + term.value, 0)
  if (json) return printJson({ position: makePosition(board), profile: name, family: evaluator.family, terms, value })
  const style = styleFor(process.stdout)
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
  const align = ['left', 'right', 'left', 'left', 'left'] as const
  const lines = table(align.map(() => ''), [...rows, last], { align, room: roomOf(style), style }) // prettier-ignore
  await printLines(block([...drawBoard(board, style), '', ...lines]))
}

function aligned(texts: readonly string[]): string[] {
  const wide = Math.max(...texts.map(width))
  return texts.map(text => padStart(text, wide))
}
