import type { Command } from 'commander'
import { LabError } from '../../../../core/errors'
import { ADDRESS_PATH, NONCE_MINUTES } from '../../web/webHost'
import { announced } from './addressFile'
import { addHomeFlag, type HomeFlag } from '../flags/homeFlag'
import type { Terminal } from '../terminal'

const LONGEST_ANSWER_MS = 5_000

export function defineAddress(command: Command, terminal: Terminal): void {
  addHomeFlag(command)
    .description(
      `Prints a fresh address of the "lab serve" or "npm start" that runs over the same data folder. The address opens the lab once, within ${NONCE_MINUTES} minutes.`,
    )
    .action(address.bind(undefined, terminal))
}

async function address(terminal: Terminal, { home }: HomeFlag): Promise<void> {
  const host = announced(home, terminal.env)
  const response = host && (await ask(host.origin, host.key))
  if (!response)
    throw new LabError(
      'NOT_FOUND',
      'No "lab serve" runs over this data folder. Start one, or name the folder of the one that runs with --home FOLDER.',
    )
  const text = (await response.text()).trim()
  if (!response.ok) throw new LabError('BAD_REQUEST', `The lab at ${host.origin} refuses: ${text}`)
  await terminal.print(text)
}

/** @returns `undefined` without an answer: a lab that was killed leaves its file behind */
async function ask(origin: string, key: string): Promise<Response | undefined> {
  try {
    return await fetch(origin + ADDRESS_PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      redirect: 'error',
      signal: AbortSignal.timeout(LONGEST_ANSWER_MS),
    })
  } catch {
    return undefined
  }
}
