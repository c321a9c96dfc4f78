import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Progress, type ProgressState } from '../../../../src/main/hosts/terminal/output/progress'
import { EmulatedScreen } from '../../../support/emulatedScreen'
import { terminalHere } from '../../../support/terminalHere'
import { checkInterrupted, hasTerminals } from '../../../support/interruptedScreen'
import { cleanUp } from '../../store/storeSupport'

class FakeStream extends EventEmitter {
  readonly isTTY = true
  readonly screen: EmulatedScreen

  constructor(public columns: number) {
    super()
    this.screen = new EmulatedScreen(columns)
  }

  write(text: string): boolean {
    this.screen.write(text)
    return true
  }

  /** @param tells whether the lab hears of it before it writes again */
  resize(columns: number, tells: boolean): void {
    this.screen.resize(columns)
    if (!tells) return
    this.columns = columns
    this.emit('resize')
  }
}

const on = (stderr: object) => terminalHere({ env: { COLUMNS: '' } }, { stderr }).terminal

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(async () => {
  vi.useRealTimers()
  await cleanUp()
})

const HEAD = '  thesis · 451 of 2,000 games · seed 17 · batch 3'
const note = () => 'best 123,456  mean 27,519  1,234 games/s  (1 min 05 s – 2 h 10 min)'

describe.each([40, 200])('a bar on %i columns', columns => {
  const begin = () => {
    const terminal = new FakeStream(columns)
    terminal.write('$ lab bench 2000\n')
    const lab = on(terminal)
    const bar = new Progress(lab)
    const show = (done: number) => bar.show({ total: 2000, done, note })
    show(0)
    return { terminal, lab, bar, show }
  }

  test('is one line with the count and the time left, and goes without a trace', () => {
    const { terminal, bar, show } = begin()
    for (let done = 1; done <= 451; done++) {
      vi.advanceTimersByTime(101)
      show(done)
      const [first, line, ...rest] = terminal.screen.text.split('\n')
      expect([first, rest]).toEqual(['$ lab bench 2000', []])
      expect(line!.length).toBeLessThan(columns)
      expect(line).toMatch(/(^| )\d+\/2,000 games {2}ETA /)
    }
    terminal.write('^C') // as the terminal echoes it
    bar.stop()
    terminal.write(`\n${HEAD}\n`)
    expect(terminal.screen.text).toBe(new Array<string>().concat('$ lab bench 2000', '', wrapped(HEAD, columns)).join('\n'))
    expect(terminal.screen.isCursorVisible).toBe(true)
  })

  test.each([
    [17, true],
    [17, false],
    [columns + 30, true],
  ])('goes without a trace after the terminal got %i columns (told: %s)', (narrow, tells) => {
    const { terminal, bar, show } = begin()
    show(451)
    vi.advanceTimersByTime(1_000)
    terminal.resize(narrow, tells)
    bar.stop()
    terminal.write(`${HEAD}\n`)
    expect(terminal.screen.text).toBe(['$ lab bench 2000', HEAD].map(line => wrapped(line, narrow)).join('\n'))
  })

  test('makes way for a line, and is drawn again below it', () => {
    const { terminal, lab, bar, show } = begin()
    show(5)
    lab.complain('no room')
    expect(terminal.screen.text.split('\n')).toEqual(['$ lab bench 2000', 'lab: no room'])
    vi.advanceTimersByTime(1_000)
    expect(terminal.screen.text.split('\n')).toHaveLength(3)
    bar.stop()
    expect(terminal.screen.text.split('\n')).toHaveLength(2)
    expect([vi.getTimerCount(), terminal.listenerCount('resize')]).toEqual([0, 0])
  })
})

function wrapped(line: string, columns: number): string {
  return line.match(new RegExp(`.{1,${columns}}`, 'gu'))!.map(row => row.trimEnd()).join('\n') // oxfmt-ignore
}

describe('without a terminal', () => {
  const begin = (first: Partial<ProgressState> = {}, hidden = false) => {
    const lines: string[] = []
    const terminal = on({ isTTY: false, on: () => undefined, write: (text: string) => lines.push(text) > 0 })
    const log = new Progress(terminal, hidden)
    const show = (more: Partial<ProgressState>) => log.show({ total: 2000, done: 0, name: 'batch 3', ...first, ...more })
    show({})
    return { lines, log, show }
  }

  test('a line a minute says how far it is, also while nothing ends', () => {
    const { lines, log, show } = begin({ done: 100 })
    show({ done: 700, note: () => 'mean 27,519' })
    vi.advanceTimersByTime(59_999)
    expect(lines).toEqual([])
    vi.advanceTimersByTime(1)
    expect(lines).toEqual(['lab: batch 3: 700 of 2,000 games, 10 games/s, ETA 2 min 10 s, mean 27,519\n'])
    vi.advanceTimersByTime(60_000)
    expect(lines[1]).toBe('lab: batch 3: 700 of 2,000 games, 5 games/s, ETA 4 min 20 s, mean 27,519\n')
    log.stop()
    vi.advanceTimersByTime(600_000)
    expect([lines.length, vi.getTimerCount()]).toEqual([2, 0])
  })

  test('the time left is unknown in the first two seconds, and until two per cent or three are done', () => {
    const eta = (seconds: number, done: number, total: number) => {
      const lines: string[] = []
      const stream = {
        isTTY: true,
        columns: 200,
        on: () => stream,
        off: () => stream,
        write: (text: string) => lines.push(text) > 0,
      }
      const bar = new Progress(on(stream))
      bar.show({ total, done: 0 })
      vi.advanceTimersByTime(1000 * seconds)
      bar.show({ total, done })
      vi.advanceTimersByTime(100)
      bar.show({ total, done })
      bar.stop()
      return /ETA (.*?) {2}/.exec(lines.findLast(line => line.includes('ETA'))!)![1]
    }
    expect(eta(1.5, 500, 1000)).toBe('unknown')
    expect(eta(9.9, 2, 1000)).toBe('unknown')
    expect(eta(9.9, 2, 100)).toBe('8 min 10 s')
    expect(eta(9.9, 500, 1000)).toBe('10 s')
  })

  test('the time left is unknown before the first is done, and as told where it is known better', () => {
    const { lines, log, show } = begin({ unit: 'evaluations', name: '' })
    vi.advanceTimersByTime(60_000)
    show({ leftMs: 90_000 })
    vi.advanceTimersByTime(60_000)
    expect(lines).toEqual([
      'lab: 0 of 2,000 evaluations, 0 evaluations/s, ETA unknown\n',
      'lab: 0 of 2,000 evaluations, 0 evaluations/s, ETA 1 min 30 s\n',
    ])
    log.stop()
  })

  test('begins anew with another unit, and not after its end', () => {
    const { lines, log, show } = begin({ done: 100 })
    vi.advanceTimersByTime(30_000)
    show({ unit: 'boards', done: 4 })
    vi.advanceTimersByTime(30_000)
    show({ unit: 'boards', done: 64 })
    vi.advanceTimersByTime(30_000)
    expect(lines).toEqual(['lab: batch 3: 64 of 2,000 boards, 1 boards/s, ETA 32 min 16 s\n'])
    log.stop()
    show({ done: 700 })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('nothing is said where it would scroll among the results', () => {
    const { lines, log } = begin({}, true)
    vi.advanceTimersByTime(600_000)
    expect([lines, vi.getTimerCount()]).toEqual([[], 0])
    log.stop()
  })
})

if (!hasTerminals) console.warn('SKIPPED: Ctrl-C on a terminal, for want of script(1) of util-linux')

test.skipIf(!hasTerminals)(
  'Ctrl-C in lab bench on 80 columns leaves no rest of the bar in its result',
  { timeout: 300_000 },
  async () => {
    vi.useRealTimers()
    await checkInterrupted('bench', 150)
  },
)
