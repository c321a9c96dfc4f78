/** Computes the study of a file as a run in the data folder, as a window does: `studyChild.ts FOLDER THREADS`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseStudy } from '../../../../src/core/contract/files'
import { placeOfData } from '../../../../src/main/files/home'
import { openLab } from '../../../../src/main/lab/openLab'

const [folder, threads] = process.argv.slice(2) as [string, string]
const place = () => placeOfData(folder, {})
const lab = await openLab({ host: 'browser', program: 'a test', place, env: {}, threads: Number(threads) })
const rested = new Promise<void>((resolve, reject) =>
  lab.on('study', ({ state }) => {
    if (state === 'finished') resolve()
    if (state === 'failed') reject(new Error('the study failed'))
  }),
)
const [known] = await lab.handlers.studies(undefined)
if (!known) {
  const { name, title, summary, source, parts } = parseStudy(readFileSync(join(folder, 'study.json'), 'utf8'), 'study.json')
  const study = { format: '2048-lab-study', version: 1, name, title, summary, source, parts } as const
  await lab.handlers.startStudy({ study })
} else if (known.state !== 'finished') await lab.handlers.resumeRun({ kind: 'study', id: known.id })
if (known?.state !== 'finished') await rested
await lab.close()
