import type { Command } from 'commander'
import { SEARCHER_IDS } from '../../../../core/search/registry'
import { settingNames } from '../../../../core/contract/searchers'
import { VERSION } from '../../../about'
import type { HomeFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { OUTPUT_VERSION } from '../output/machineOutput'
import { linesUntil } from '../search/lines'
import { addPlaceFlags } from '../search/searchFlags'
import { gameFacts, searcherFacts } from '../think/lists'
import { LONGEST_REQUEST } from './requests'
import { EngineSession } from './session'
import type { Terminal } from '../terminal'

/** Version of the protocol in docs/engine.md; grows when a field is removed, renamed or changes its meaning. */
export const PROTOCOL = 1

interface Options extends HomeFlag {
  readonly threads?: number
}

export function defineEngine(command: Command, terminal: Terminal): void {
  command.description(
    'Searches positions of any game for another program: requests and answers are lines of JSON on standard input and output, see docs/engine.md. Several searches are answered in order, each can be stopped, and the threads stay warm between them.',
  )
  addPlaceFlags(command).addHelpText('after', helpNotes(EXAMPLES)).action(engine.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  echo '{"type":"search","id":1,"position":"EDC1BA9187611110","limits":{"depth":3}}' | lab engine
  echo '{"type":"search","id":2,"game":"ticTacToe","position":"start","searcher":"alphaBeta"}' | lab engine
  echo '{"type":"hello"}' | lab engine`

async function engine(terminal: Terminal, { home, threads }: Options): Promise<void> {
  await terminal.withLab({ home, threads }, async lab => {
    const signal = terminal.interruptSignal()
    const hello = async () => helloFacts((await lab.call('profiles', undefined)).map(({ name }) => name))
    const output = { print: (text: string) => terminal.print(text), hasRoom: () => terminal.backlog() === undefined }
    await new EngineSession({ lab, output, hello, signal }).run(linesUntil(terminal, signal, LONGEST_REQUEST))
    terminal.endIfAborted(signal)
  })
}

/** What `hello` is answered with. */
export function helloFacts(profiles: readonly string[]): object {
  const settings = Object.fromEntries(SEARCHER_IDS.map(id => [id, settingNames(id)]))
  return {
    ...{ protocol: PROTOCOL, version: VERSION, face: OUTPUT_VERSION, profiles, games: gameFacts() },
    searchers: searcherFacts().map(facts => ({ ...facts, settings: settings[facts.id] ?? settings['expectimax'] })),
  }
}
