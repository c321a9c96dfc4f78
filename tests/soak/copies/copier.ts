/**
 * Copies, restores and moves the data of a folder in turn until it is killed. Says `ready`, then the kind of each work before it begins.
 * Arguments: the folder that was named first, a folder for everything else, and the kind to begin with.
 */
import { writeSync } from 'node:fs'
import { KINDS, work, type Kind } from './works'

const [home, scratch, first] = process.argv.slice(2) as [string, string, Kind]
const say = (line: string) => void writeSync(1, `${line}\n`)
say('ready')
for (let n = KINDS.indexOf(first); ; n++) {
  const kind = KINDS[n % KINDS.length]!
  say(kind)
  await work(kind, home, scratch)
}
