import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LabError } from '../../../../src/core/errors'
import { computeToRest, runCommand } from '../../../../src/main/hosts/terminal/computing'
import type { OpenServices } from '../../../../src/main/lab/localLab'
import { terminalHere } from '../../../support/terminalHere'

type Order = Parameters<typeof computeToRest<'sweep'>>[3]
type Row = Awaited<ReturnType<Order['begin']>>

const row = (state: Row['state'], played = 0, id = 7) => ({ id, state, played }) as Row

/** Services of one run, which the test drives. */
function here(pauseRun: () => Promise<Row> = () => Promise.resolve(row('paused'))) {
  const { terminal, written } = terminalHere()
  const listeners: Record<string, (payload: never) => void> = {}
  const paused: unknown[] = []
  const services = {
    call: (name: string, arg: unknown) => (paused.push([name, arg]), pauseRun()),
    on: (event: string, listener: (payload: never) => void) => ((listeners[event] = listener), () => undefined),
  } as unknown as OpenServices
  const stop = new AbortController()
  const begin = Promise.withResolvers<Row>()
  const seen: Row[] = []
  const compute = (more: Partial<Order> = {}) =>
    computeToRest<'sweep'>(terminal, services, stop.signal, {
      ...{ kind: 'sweep', begin: () => begin.promise, onRow: each => void seen.push(each), ...more },
    })
  const emit = (event: string, payload: unknown) => listeners[event]!(payload as never)
  return { written, stop, begin, seen, paused, compute, emit }
}

test('rows are handled one after the other, those before the answer of the start after it, those of other runs not', async () => {
  const { begin, seen, compute, emit } = here()
  const first = Promise.withResolvers<void>()
  const computed = compute({
    async onRow(each) {
      if (each.played === 0) await first.promise
      seen.push(each)
    },
  })
  emit('sweep', row('running', 1))
  begin.resolve(row('waiting'))
  await begin.promise
  emit('sweep', row('finished', 9, 8))
  emit('sweep', row('finished', 2))
  expect(seen).toEqual([])
  first.resolve()
  expect(await computed).toEqual(row('finished', 2))
  expect(seen).toEqual([row('waiting'), row('running', 1), row('finished', 2)])
})

test('a run that rests already is not followed', async () => {
  const { begin, seen, compute } = here()
  begin.resolve(row('finished', 3))
  expect([await compute(), seen]).toEqual([row('finished', 3), []])
})

test('a pause that fails says so, as does a failure outside the calls; the run goes on', async () => {
  const { written, stop, begin, paused, compute, emit } = here(() =>
    Promise.reject(new LabError('STORE_FULL', 'The disk is full.')),
  )
  begin.resolve(row('running'))
  const computed = compute()
  stop.abort()
  await expect.poll(() => written().stderr).toBe('lab: The disk is full.\n')
  emit('failure', { code: 'BAD_STORE', message: 'A page is damaged.' })
  expect(written().stderr).toBe('lab: The disk is full.\nlab: A page is damaged.\n')
  emit('sweep', row('paused', 4))
  expect(await computed).toEqual(row('paused', 4))
  expect(paused).toEqual([['pauseRun', { kind: 'sweep', id: 7 }]])
})

test('a row that cannot be handled ends it, and a lost store too', async () => {
  const { begin, compute, emit } = here()
  begin.resolve(row('running'))
  await expect(compute({ onRow: () => Promise.reject(new Error('no reader')) })).rejects.toThrow('no reader')
  const lost = compute({ look: () => Promise.reject(new Error('gone')) })
  await begin.promise
  emit('failure', { code: 'BAD_STORE', message: 'gone' })
  expect(await lost).toEqual(row('running'))
})

test('a command writes the file of a finished run alone, prints any, and ends as interrupted after its signal', async () => {
  const out = join(mkdtempSync(join(tmpdir(), 'computing-')), 'sweep.jsonl')
  const command = async (state: Row['state'], { terminal } = terminalHere()) => {
    const call = (name: string) => Promise.resolve(name === 'exportRun' ? { text: `${state}\n`, next: null } : row(state))
    const services = { call, on: () => () => undefined } as unknown as OpenServices
    const printed: unknown[] = []
    await runCommand<'sweep', Row>(
      terminal,
      { open: (_, work) => work(services) },
      {
        ...{ kind: 'sweep', out, begin: async () => row(state), bar: () => undefined },
        ...{ view: async (_, rested) => rested, print: async view => void printed.push(view) },
      },
    )
    return printed
  }
  expect(await command('paused')).toEqual([row('paused')])
  expect(existsSync(out)).toBe(false)
  expect(await command('finished')).toEqual([row('finished')])
  expect(readFileSync(out, 'utf8')).toBe('finished\n')
  await expect(command('finished')).rejects.toThrow('it is there already')
  rmSync(out)
  const pressed = terminalHere()
  const interrupted = command('paused', pressed)
  pressed.terminal.host.emit('SIGINT')
  await interrupted
  expect(pressed.written().code).toBe(130)
})
