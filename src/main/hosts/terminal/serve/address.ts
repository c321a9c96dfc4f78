/** The file through which `lab address` finds the `lab serve` of the same data folder. Only this user can read it. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { chosenHome, usualHome } from '../../../files/home'
import { readSmallFile } from '../../../files/regularFile'
import { writeWhole } from '../../../files/wholeFile'
import { ADDRESS_PATH, NONCE_MINUTES, type WebHost } from '../../web/webHost'
import type { Command } from 'commander'
import { LabError } from '../../../../core/errors'
import { addHomeFlag, type HomeFlag } from '../flags/sharedFlags'
import type { Terminal } from '../terminal'

const entryShape = z.object({ origin: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }), key: z.string().max(100) })
export type AddressEntry = Readonly<z.infer<typeof entryShape>>

/** Beside the file that points to moved data: it stays there when they move. */
function fileOf(home: string | undefined, env: NodeJS.ProcessEnv): string {
  return join(chosenHome(home, env) ?? usualHome(env), 'address.json')
}

/**
 * Writes the address of a host. Call the result to remove it. If two hosts serve one folder, the later one counts.
 * @throws {LabError} `BAD_FILE`
 */
export function announce({ origin, addressKey }: WebHost, home: string | undefined, env: NodeJS.ProcessEnv): () => void {
  const file = fileOf(home, env)
  const text = JSON.stringify({ origin, key: addressKey } satisfies AddressEntry)
  writeWhole(file, text)
  return () => {
    try {
      if (readSmallFile(file) === text) rmSync(file, { force: true })
    } catch {
      // it is not this host's any more
    }
  }
}

/** @returns `undefined` if no host has written an address @throws {LabError} `BAD_FILE` */
export function announced(home: string | undefined, env: NodeJS.ProcessEnv): AddressEntry | undefined {
  const text = readSmallFile(fileOf(home, env))
  if (text === undefined) return undefined
  try {
    return entryShape.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const LONGEST_ANSWER_MS = 5_000

export function defineAddress(command: Command, terminal: Terminal): void {
  addHomeFlag(command)
    .description(
      `Prints a fresh address of the lab that a browser shows over the same data folder. The address opens the lab once, within ${NONCE_MINUTES} minutes.`,
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
