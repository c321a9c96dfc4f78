import { LabError } from '../errors'
import { quoted } from '../quoted'
import type { Calling, Method, Port, Question, Reply, ToAnswerer, ToAsker } from './service'

export interface AnswererOptions {
  /**
   * How a bug, an error other than `LabError`, is reported: as the answer; or thrown, so that it ends the thread and the other end loses
   * the channel.
   */
  readonly bugs: 'answered' | 'thrown'
}

/** The answering end of a channel. Only the service's own properties can be called. The owner of the port calls `hear`. */
export class Answerer<S extends { readonly [K in keyof S]: Method }> {
  readonly #open = new Map<number, OpenCall>()

  constructor(
    private readonly service: S,
    private readonly port: Port<ToAsker>,
    private readonly options: AnswererOptions,
  ) {}

  /** Questions without an answer so far. */
  get pending(): number {
    return this.#open.size
  }

  /** A method that returns no promise is answered before this returns. */
  readonly hear = (message: ToAnswerer): void => {
    if ('cancel' in message) return this.#open.get(message.id)?.cancel()
    const { id } = message
    if (id === undefined) return this.#obey(message)
    const call = new OpenCall((news, transfer) => this.port.post({ id, news }, transfer))
    this.#open.set(id, call)
    try {
      const answer = this.#run(message, call)
      if (!(answer instanceof Promise)) return this.#done(id, answer)
      answer.then(value => this.#done(id, value)).catch((error: unknown) => this.#fail(id, error))
    } catch (error) {
      this.#fail(id, error)
    }
  }

  /** Runs a call without an answer; a failure would not be reported. */
  #obey(question: Question): void {
    void this.#run(question, new OpenCall(() => undefined))
  }

  #run({ call, arg }: Question, calling: OpenCall): unknown {
    if (!Object.hasOwn(this.service, call)) throw new LabError('BAD_REQUEST', `there is no call ${quoted(call, 40)}`)
    return this.service[call as keyof S](arg as never, calling)
  }

  #done(id: number, value: unknown): void {
    this.port.post({ id, reply: { ok: true, value } }, this.#open.get(id)?.transfer)
    this.#open.delete(id)
  }

  #fail(id: number, error: unknown): void {
    this.#open.delete(id)
    if (error instanceof LabError) this.port.post({ id, reply: refusal(error) })
    else if (this.options.bugs === 'answered') this.port.post({ id, reply: { ok: false, bug: error } })
    else throw error
  }
}

function refusal(error: LabError): Reply<never> {
  return { ok: false, error: error.toData() }
}

/** For a channel whose answers travel otherwise, such as Electron's `invoke`. Rejects with a bug. */
export async function replyOf<T>(answer: Promise<T>): Promise<Reply<T>> {
  try {
    return { ok: true, value: await answer }
  } catch (error) {
    if (error instanceof LabError) return refusal(error)
    throw error
  }
}

class OpenCall implements Calling<unknown> {
  readonly transfer: object[] = []
  isCancelled = false
  #act: (() => void) | undefined

  constructor(readonly news: Calling<unknown>['news']) {}

  onCancel(act: () => void): void {
    if (this.isCancelled) act()
    else this.#act = act
  }

  cancel(): void {
    if (this.isCancelled) return
    this.isCancelled = true
    this.#act?.()
  }
}
