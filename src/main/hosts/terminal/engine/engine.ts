import type { Command } from 'commander'
import { SEARCHER_IDS } from '../../../../core/search/registry'
import { settingNames } from '../../../../core/contract/searchers'
import { VERSION } from '../../../installation'
import type { HomeFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { OUTPUT_VERSION } from '../output/machineOutput'
import { type Line, linesUntil } from '../search/lines'
import { addPlaceFlags } from '../search/searchFlags'
import { gameFacts, searcherFacts } from '../think/lists'
import { LONGEST_REQUEST, type Request, RequestFault, type RequestId, type SearchRequest, readRequest } from './requests'
import type { Terminal } from '../terminal'
import { LabError, unreachable } from '../../../../core/errors'
import type { CommandLab } from '../../../lab/localLab'
import { readySearch, type Answer, type ReadySearch } from './searches'

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

/** Where the answers go, one line each. */
interface AnswerOutput {
  /** Resolves when there is room for more. */
  print(line: string): Promise<void>
  /** Whether a line is taken without waiting. */
  hasRoom(): boolean
}

export interface SessionOptions {
  readonly lab: Pick<CommandLab, 'search' | 'searchGame' | 'findProfile' | 'calibrationOf'>
  readonly output: AnswerOutput
  /** What `hello` is answered with. */
  readonly hello: () => Promise<object>
  /** Stops all searches, and reading. */
  readonly signal: AbortSignal
  /** Characters of requests that may wait, then no more are read. */
  readonly mostWaiting?: number
}

/** Characters of waiting requests, 8 million: some 50,000 boards. */
const MOST_WAITING = 2 ** 23

interface Waiting {
  readonly id: RequestId
  readonly ready: ReadySearch
  readonly wantsInfo: boolean
  readonly size: number
  readonly abort: AbortController
  readonly answered: PromiseWithResolvers<void>
}

export class EngineSession {
  /** The first one runs. */
  readonly #waiting = new Map<RequestId, Waiting>()
  #size = 0
  #last: Promise<void> = Promise.resolve()

  constructor(private readonly options: SessionOptions) {}

  /** Answers all requests. Resolves when the last search is answered. */
  async run(lines: AsyncIterable<Line>): Promise<void> {
    const { signal, mostWaiting = MOST_WAITING } = this.options
    const stop = (): void => void this.#stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      for await (const line of lines) {
        if (signal.aborted || (await this.#onLine(line)) === 'quit') break
        while (this.#size > mostWaiting) await [...this.#waiting.values()][0]!.answered.promise
      }
      await this.#last
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  async #onLine({ text, whole }: Line): Promise<'quit' | undefined> {
    try {
      if (!whole)
        throw new RequestFault('BAD_REQUEST', `a line is at most ${LONGEST_REQUEST} characters, this is longer`, undefined)
      const request = readRequest(text)
      await this.#answer(request, text.length)
      return request.type === 'quit' ? 'quit' : undefined
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      await this.#refuse(error)
      return undefined
    }
  }

  /** @throws {LabError} */
  async #answer(request: Request, size: number): Promise<void> {
    switch (request.type) {
      case 'search':
        return this.#queue(request, size)
      case 'stop':
        return this.#print({ type: 'stopping', ...idOf(request), searches: this.#stop(request.search) })
      case 'hello':
        return this.#print({ type: 'hello', ...idOf(request), ...(await this.options.hello()) })
      case 'quit':
        this.#stop()
        return
      default:
        return unreachable(request)
    }
  }

  async #queue(request: SearchRequest, size: number): Promise<void> {
    const { id, info: wantsInfo } = request
    if (this.#waiting.has(id))
      throw new RequestFault(
        'BAD_REQUEST',
        `id: the search ${JSON.stringify(id)} is not answered yet; choose another id`,
        id,
        'id',
      )
    const ready = await readySearch(request, this.options.lab)
    const waiting = { id, ready, wantsInfo, size, abort: new AbortController(), answered: Promise.withResolvers<void>() }
    this.#waiting.set(id, waiting)
    this.#size += size
    this.#last = this.#last.then(() => this.#search(waiting))
  }

  /** In its turn. */
  async #search({ id, ready, wantsInfo, size, abort, answered }: Waiting): Promise<void> {
    const { output } = this.options
    let isOver = false
    const onInfo = ({ depth, cut, nodes, ms, value, best, pv }: Answer): void => {
      // a reader that is slow gets fewer of them, and none after the result
      if (!wantsInfo || isOver || !output.hasRoom()) return
      void this.#print({ type: 'info', id, depth, ...(cut !== undefined && { cut }), nodes, ms, value, best, pv })
    }
    try {
      const answer = abort.signal.aborted ? undefined : await ready.search(abort.signal, onInfo)
      isOver = true
      this.#forget(id, size)
      await this.#print({ type: 'result', id, ...(answer ?? unbegun(ready)) })
    } catch (error) {
      isOver = true
      this.#forget(id, size)
      if (!(error instanceof LabError)) throw error
      await this.#refuse(error, id)
    } finally {
      answered.resolve()
    }
  }

  #forget(id: RequestId, size: number): void {
    this.#waiting.delete(id)
    this.#size -= size
  }

  /** @returns the searches that are being stopped */
  #stop(id?: RequestId): RequestId[] {
    const stopped = [...this.#waiting.values()].filter(waiting => id === undefined || waiting.id === id)
    for (const { abort } of stopped) abort.abort()
    return stopped.map(each => each.id)
  }

  #refuse(error: LabError, id?: RequestId): Promise<void> {
    const { code, message } = error.toData()
    const field = error.detail?.['field']
    const of = error instanceof RequestFault ? error.id : id
    return this.#print({
      type: 'error',
      id: of ?? null,
      code,
      ...(typeof field === 'string' && field !== '' && { field }),
      message,
    })
  }

  #print(answer: object): Promise<void> {
    return this.options.output.print(JSON.stringify(answer))
  }
}

function idOf({ id }: { readonly id?: RequestId }) {
  return id === undefined ? {} : { id }
}

/** The result of a search that was stopped while it waited. */
function unbegun({ facts }: ReadySearch): object {
  const effort = { depth: 0, nodes: 0, leaves: 0, evaluations: 0, cutoffs: 0, hits: 0, ms: 0 }
  return { ...facts, best: null, unsearched: true, value: null, values: {}, ...effort, pv: [], stopped: 'request' }
}
