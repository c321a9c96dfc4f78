/** The contract of a channel, over a port that is a function call and clones what it is given, as one between threads. */
import { describe, expect, test, vi } from 'vitest'
import { Answerer, type AnswererOptions } from '../../src/core/channel/answerer'
import { Asker } from '../../src/core/channel/asker'
import type { Calling, Method, ToAnswerer, ToAsker } from '../../src/core/channel/service'
import { LabError } from '../../src/core/errors'

interface Connection<S> {
  readonly asker: Asker<S>
  readonly answerer: Answerer<S & Record<keyof S, Method>>
  /** What was sent, in its order. */
  readonly questions: ToAnswerer[]
  readonly answers: ToAsker[]
  /** What the answering end threw. */
  readonly thrown: unknown[]
}

/** Both ends in one turn; what is sent is cloned, as between threads. */
function connect<S extends { readonly [K in keyof S]: Method }>(
  service: S,
  options: AnswererOptions = { bugs: 'answered' },
): Connection<S> {
  const [questions, answers, thrown] = [[] as ToAnswerer[], [] as ToAsker[], [] as unknown[]]
  const asker = new Asker<typeof service>({
    post(message, transfer) {
      const sent = structuredClone(message, { transfer: transfer as ArrayBuffer[] })
      questions.push(sent)
      try {
        answerer.hear(sent)
      } catch (error) {
        thrown.push(error)
      }
    },
  })
  const answerer = new Answerer(
    service,
    {
      post(message, transfer) {
        const sent = structuredClone(message, { transfer: transfer as ArrayBuffer[] })
        answers.push(sent)
        asker.receive(sent)
      },
    },
    options,
  )
  return { asker, answerer, questions, answers, thrown }
}

interface Counted {
  readonly from: number
}

/** Questions that a test answers when it likes. */
function patient() {
  const open: { arg: Counted; calling: Calling<number>; done: (answer: number) => void; failed: (error: unknown) => void }[] = []
  const wait = (arg: Counted, calling: Calling<number>): Promise<number> =>
    new Promise((done, failed) => open.push({ arg, calling, done, failed }))
  return { open, service: { wait } }
}

const opened = (open: readonly unknown[], count: number) => vi.waitFor(() => expect(open).toHaveLength(count))

describe('an answer', () => {
  test('is what the service returned, or promised', async () => {
    const { asker, answerer } = connect({
      add: ([a, b]: readonly [number, number]) => a + b,
      later: async (text: string) => ({ text }),
      nothing: () => undefined,
    })
    expect(await asker.remote.add([2, 3])).toBe(5)
    expect(await asker.remote.later('a')).toEqual({ text: 'a' })
    expect(await asker.remote.nothing()).toBe(undefined)
    expect([asker.pending, answerer.pending]).toEqual([0, 0])
  })

  test('goes to its own question, in whatever order answers come', async () => {
    const { open, service } = patient()
    const { asker } = connect(service)
    const answers = [1, 2, 3].map(from => asker.remote.wait({ from }))
    await opened(open, 3)
    for (const { arg, done } of open.toReversed()) done(10 * arg.from)
    expect(await Promise.all(answers)).toEqual([10, 20, 30])
  })

  test('that cannot be sent is a failure, and nothing waits for it any more', async () => {
    const { asker, answerer } = connect({ bad: () => () => 'no function can be cloned' })
    await expect(asker.remote.bad()).rejects.toThrow(/could not be cloned/)
    expect([asker.pending, answerer.pending]).toEqual([0, 0])
  })
})

describe('news', () => {
  test('are heard before the answer, in their order, each by its own question', async () => {
    const { asker } = connect({
      count(to: number, calling: Calling<number>) {
        for (let i = 1; i <= to; i++) calling.news(i)
        return -1
      },
    })
    const heard: number[][] = [[], []]
    const said = await Promise.all(
      heard.map((each, i) => asker.remote.count(2 + i, { onNews: news => each.push(news) }).then(end => each.push(end))),
    )
    expect(heard).toEqual([
      [1, 2, -1],
      [1, 2, 3, -1],
    ])
    expect(said).toHaveLength(2)
  })

  test('without a listener, or after the answer, goes nowhere', async () => {
    const { open, service } = patient()
    const { asker, answers } = connect(service)
    const heard: number[] = []
    const answer = asker.remote.wait({ from: 1 }, { onNews: news => heard.push(news) })
    void asker.remote.wait({ from: 2 })
    await opened(open, 2)
    open[1]!.calling.news(7)
    open[0]!.calling.news(8)
    open[0]!.done(1)
    await answer
    open[0]!.calling.news(9)
    await opened(answers, 4)
    expect(heard).toEqual([8])
  })
})

describe('a cancel', () => {
  test('reaches its question alone, once, and the answer still comes', async () => {
    const { open, service } = patient()
    const { asker, questions, answerer } = connect(service)
    const done: number[] = []
    const cancels = [1, 2].map(from =>
      asker.ask('wait', { from }, { done: answer => done.push(answer), failed: () => undefined }),
    )
    await opened(open, 2)
    const [first, second] = open
    let cancelled = 0
    first!.calling.onCancel(() => {
      cancelled++
      first!.done(5)
    })
    cancels[0]!()
    cancels[0]!()
    await vi.waitFor(() => expect(done).toEqual([5]))
    expect([cancelled, first!.calling.isCancelled, second!.calling.isCancelled]).toEqual([1, true, false])
    expect([asker.pending, answerer.pending]).toEqual([1, 1])
    // of what is answered nobody is told
    const sent = questions.length
    cancels[0]!()
    await new Promise(setImmediate)
    expect(questions).toHaveLength(sent)
  })

  test('that came first reaches a listener that is added later', async () => {
    const { open, service } = patient()
    const { asker } = connect(service)
    const cancel = asker.ask('wait', { from: 1 }, { done: () => undefined, failed: () => undefined })
    cancel()
    await vi.waitFor(() => expect(open[0]?.calling.isCancelled).toBe(true))
    const act = vi.fn()
    open[0]!.calling.onCancel(act)
    expect(act).toHaveBeenCalledTimes(1)
  })
})

describe('an expected failure', () => {
  test.each([
    [
      'thrown',
      () => {
        throw new LabError('NOT_FOUND', 'no such game', { game: 4 })
      },
    ],
    ['promised', async () => Promise.reject(new LabError('NOT_FOUND', 'no such game', { game: 4 }))],
  ])('that was %s is a LabError again, whatever becomes of bugs', async (_, fail) => {
    for (const bugs of ['answered', 'thrown'] as const) {
      const { asker, answerer, thrown } = connect({ fail }, { bugs })
      const error = await (asker.remote.fail() as Promise<unknown>).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(LabError)
      expect(error).toMatchObject({ code: 'NOT_FOUND', message: 'no such game', detail: { game: 4 } })
      expect([asker.pending, answerer.pending, thrown]).toEqual([0, 0, []])
    }
  })
})

describe('a bug', () => {
  const break_ = (): number => {
    throw new RangeError('a bug')
  }

  test('that is answered keeps its message and its stack', async () => {
    const { asker, thrown } = connect({ break_ })
    const error = (await asker.remote.break_().catch((error: unknown) => error)) as Error
    expect(error.message).toBe('a bug')
    expect(error.stack).toContain('break_')
    expect(error).not.toBeInstanceOf(LabError)
    expect(thrown).toEqual([])
  })

  test('that is thrown ends the turn of the answering end; its question has no answer until the channel is lost', async () => {
    const { asker, answers, thrown } = connect({ break_ }, { bugs: 'thrown' })
    const failed = vi.fn()
    asker.ask('break_', undefined, { done: () => undefined, failed })
    await vi.waitFor(() => expect(thrown).toMatchObject([{ message: 'a bug' }]))
    expect(answers).toEqual([])
    expect(failed).not.toHaveBeenCalled()
    const lost = new LabError('WORKER_LOST', 'the thread died')
    asker.end(lost)
    expect(failed).toHaveBeenCalledExactlyOnceWith(lost)
  })
})

describe('a loss', () => {
  test('fails all that waits with one error, and no late answer is heard', async () => {
    const { open, service } = patient()
    const { asker, answers } = connect(service)
    const lost = new LabError('DISCONNECTED', 'gone')
    const news = vi.fn()
    const fates = [1, 2].map(from => asker.remote.wait({ from }, { onNews: news }).catch((error: unknown) => error))
    await opened(open, 2)
    asker.lose(lost)
    expect(asker.pending).toBe(0)
    expect(await Promise.all(fates)).toEqual([lost, lost])
    open[0]!.calling.news(3)
    open[0]!.done(1)
    open[1]!.failed(new LabError('NOT_FOUND', 'late'))
    await opened(answers, 3)
    expect(news).not.toHaveBeenCalled()
    // and the channel goes on
    const next = asker.remote.wait({ from: 3 })
    await opened(open, 3)
    open[2]!.done(7)
    expect(await next).toBe(7)
  })

  test('for good fails whatever is asked later too, with the first reason, and sends nothing', async () => {
    const { asker, questions } = connect({ echo: (value: number) => value })
    asker.end(new LabError('CANCELLED', 'closed'))
    asker.end(new LabError('WORKER_LOST', 'the thread ended'))
    await expect(asker.remote.echo(1)).rejects.toMatchObject({ code: 'CANCELLED' })
    asker.tell('echo', 1)
    await new Promise(setImmediate)
    expect(questions).toEqual([])
  })

  test('that is announced refuses whatever is asked from now on; what was asked before is answered', async () => {
    const { open, service } = patient()
    const { asker } = connect(service)
    const before = asker.remote.wait({ from: 1 })
    asker.close(new LabError('CANCELLED', 'closing'))
    await expect(asker.remote.wait({ from: 2 })).rejects.toMatchObject({ code: 'CANCELLED' })
    await opened(open, 1)
    open[0]!.done(4)
    expect(await before).toBe(4)
    expect(asker.pending).toBe(0)
  })

  test('in the middle of the answers leaves each question with one outcome', async () => {
    const { open, service } = patient()
    const { asker } = connect(service)
    const outcomes: string[] = []
    for (const from of [1, 2])
      asker.ask(
        'wait',
        { from },
        {
          done: () => {
            outcomes.push(`done ${from}`)
            asker.lose(new LabError('CANCELLED', 'enough'))
          },
          failed: () => outcomes.push(`failed ${from}`),
        },
      )
    await opened(open, 2)
    open[0]!.done(1)
    open[1]!.done(2)
    await vi.waitFor(() => expect(outcomes).toHaveLength(2))
    await new Promise(setImmediate)
    expect(outcomes).toEqual(['done 1', 'failed 2'])
  })
})

describe('a question', () => {
  test('that cannot be sent fails, and does not wait', async () => {
    const { asker } = connect({ take: (_: unknown) => 1 })
    await expect(asker.remote.take(() => undefined)).rejects.toThrow(/could not be cloned/)
    expect(asker.pending).toBe(0)
  })

  test.each(['nothing', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'by the name "%s", which the service itself has not, is refused',
    async name => {
      class Inheriting {
        readonly own = () => 1
        nothing(): number {
          return 2
        }
      }
      const { asker } = connect(new Inheriting() as Pick<Inheriting, 'own'>)
      expect(await asker.remote.own()).toBe(1)
      const untyped = asker as unknown as Asker<Record<string, () => number>>
      const refused = new Promise((done, failed) => untyped.ask(name, undefined, { done, failed }))
      await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST', message: `there is no call "${name}"` })
    },
  )

  test('without an answer is handled in its order', async () => {
    const done: string[] = []
    const { asker, answers } = connect({
      note: (text: string) => void done.push(text),
      read: () => done.join(' '),
    })
    asker.tell('note', 'a')
    asker.tell('note', 'b')
    expect(await asker.remote.read()).toBe('a b')
    expect(answers).toHaveLength(1)
  })

  test('without an answer that fails is a bug', async () => {
    const { asker, thrown } = connect({
      note: () => {
        throw new LabError('NOT_FOUND', 'nobody would hear of it')
      },
    })
    asker.tell('note', undefined)
    await vi.waitFor(() => expect(thrown).toMatchObject([{ code: 'NOT_FOUND' }]))
  })
})

test('buffers move with questions, news and answers', async () => {
  const sent: ArrayBuffer[] = []
  const { asker } = connect({
    double(bytes: Uint8Array, calling: Calling<ArrayBuffer>) {
      const [news, answer] = [Uint8Array.of(1).buffer, bytes.map(each => 2 * each).buffer]
      sent.push(news, answer)
      calling.news(news, [news])
      calling.transfer.push(answer)
      return answer
    },
  })
  const bytes = Uint8Array.of(4, 5)
  const heard: ArrayBuffer[] = []
  const answer = await asker.remote.double(bytes, { transfer: [bytes.buffer], onNews: news => heard.push(news) })
  expect([...new Uint8Array(answer)]).toEqual([8, 10])
  expect([...new Uint8Array(heard[0]!)]).toEqual([1])
  expect([bytes.buffer, ...sent].map(buffer => buffer.byteLength)).toEqual([0, 0, 0])
})

test('a remote may be returned from an async function, and has nothing but calls', async () => {
  const { asker, questions } = connect({ own: () => 1 })
  const open = async () => asker.remote
  const remote = await open()
  expect(await remote.own()).toBe(1)
  expect(questions).toHaveLength(1)
})
