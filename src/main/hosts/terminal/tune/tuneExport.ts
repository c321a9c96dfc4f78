import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { csvHead, csvRow } from '../../../../core/csv'
import { makeProfile, makeTuning } from '../../../../core/contract/files'
import { evaluationCells } from '../../../../core/contract/evaluationCells'
import { LabError, unreachable } from '../../../../core/errors'
import type { RunReader } from '../../../lab/commandLab'
import { deliver } from '../output/outputFile'
import type { Terminal } from '../terminal'

export const EXPORT_FORMATS = ['config', 'csv', 'json', 'profile', 'weights'] as const

export interface ExportFlags {
  readonly format: (typeof EXPORT_FORMATS)[number]
  readonly out?: string
}

/** Rows to read and write at a time. */
const ROWS = 1000

export async function exportRun(terminal: Terminal, runs: RunReader, id: number, { format, out }: ExportFlags): Promise<void> {
  switch (format) {
    case 'config':
      return deliver(terminal, makeTuning((await runs.view(id)).config), out)
    case 'json':
      return deliver(terminal, `${JSON.stringify(await runs.view(id), undefined, 2)}\n`, out)
    case 'profile':
      return deliver(terminal, makeProfile(await runs.profile(id, { name: `tuned-${id}` })), out)
    case 'weights':
      return deliver(terminal, `${JSON.stringify(await runs.weights(id), undefined, 2)}\n`, out)
    case 'csv':
      return out === undefined ? writeRows(runs, id, text => terminal.print(text)) : writeFile(runs, id, out)
    default:
      return unreachable(format)
  }
}

async function writeFile(runs: RunReader, id: number, file: string): Promise<void> {
  await runs.run(id) // before the file exists
  const stream = createWriteStream(file, { flags: 'wx' })
  try {
    await once(stream, 'open')
    await writeRows(runs, id, async text => {
      if (!stream.write(`${text}\n`)) await once(stream, 'drain')
    })
    stream.end()
    await once(stream, 'finish')
  } catch (cause) {
    throw new LabError('BAD_FILE', `${file}: ${(cause as Error).message}`, { file }, { cause })
  }
}

async function writeRows(runs: RunReader, id: number, write: (text: string) => Promise<void>): Promise<void> {
  const { config } = await runs.view(id)
  const names = config.objective.tuned.map(each => each.id)
  await write(
    csvHead([
      ...['evaluation', 'iteration', 'purpose', 'particle', 'again', ...names, 'fitness', 'standard_error'],
      ...['mean_score', 'mean_score_error', 'games', 'stopped', 'ms', 'error'],
    ]),
  )
  for (let offset = 0; ; offset += ROWS) {
    const { rows } = await runs.evaluations({ run: id, sort: 'id', descending: false, from: 0, offset, limit: ROWS })
    if (rows.length > 0) await write(rows.map(row => csvRow(evaluationCells(row))).join('\n'))
    if (rows.length < ROWS) return
  }
}
