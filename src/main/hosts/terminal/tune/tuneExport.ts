import { csvHead, csvRow } from '../../../../core/csv'
import { makeProfile, makeTuning } from '../../../../core/contract/files'
import { evaluationCells } from '../../../../core/contract/evaluationCells'
import { unreachable } from '../../../../core/errors'
import { writeNew } from '../../../files/newFile'
import type { OpenServices } from '../../../lab/localLab'
import { deliver } from '../output/outputFile'
import type { Terminal } from '../terminal'

export const EXPORT_FORMATS = ['config', 'csv', 'json', 'profile', 'weights'] as const

export interface ExportFlags {
  readonly format: (typeof EXPORT_FORMATS)[number]
  readonly out?: string
}

/** Rows to read and write at a time. */
const ROWS = 1000

export async function exportRun(
  terminal: Terminal,
  call: OpenServices['call'],
  id: number,
  { format, out }: ExportFlags,
): Promise<void> {
  switch (format) {
    case 'config':
      return deliver(terminal, makeTuning((await call('run', { id })).config), out)
    case 'json':
      return deliver(terminal, `${JSON.stringify(await call('run', { id }), undefined, 2)}\n`, out)
    case 'profile':
      return deliver(terminal, makeProfile(await call('runProfile', { id, name: `tuned-${id}` })), out)
    case 'weights':
      return deliver(terminal, `${JSON.stringify(await call('runWeights', { id }), undefined, 2)}\n`, out)
    case 'csv':
      if (out !== undefined) return writeNew(out, ended(csvLines(call, id)))
      for await (const lines of csvLines(call, id)) await terminal.print(lines)
      return
    default:
      return unreachable(format)
  }
}

/** Each piece with the end of its last line. */
async function* ended(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield `${piece}\n`
}

async function* csvLines(call: OpenServices['call'], id: number): AsyncGenerator<string> {
  const { config } = await call('run', { id })
  const names = config.objective.tuned.map(each => each.id)
  yield csvHead([
    ...['evaluation', 'iteration', 'purpose', 'particle', 'again', ...names, 'fitness', 'standard_error'],
    ...['mean_score', 'mean_score_error', 'games', 'stopped', 'ms', 'error'],
  ])
  for (let offset = 0; ; offset += ROWS) {
    const { rows } = await call('runEvaluations', { run: id, sort: 'id', descending: false, from: 0, offset, limit: ROWS })
    if (rows.length > 0) yield rows.map(row => csvRow(evaluationCells(row))).join('\n')
    if (rows.length < ROWS) return
  }
}
