/** The progress of a long job on standard error: a bar on a terminal, otherwise a line per minute. */
import { isPaceKnown } from '../../../../core/stats/pace'
import { visible } from '../../../../core/quoted'
import { duration, short, whole } from './numbers'
import type { Terminal } from '../terminal'
import { screenWidth, width } from './style'

export interface ProgressOptions {
  readonly total: number
  /** Work done before it began. */
  readonly done?: number
  readonly unit?: 'games' | 'moves' | 'evaluations' | 'trees' | 'positions' | 'boards' | 'phases'
  /** Begins each line of the log. */
  readonly name?: string
  /** Hides the bar if results scroll on the same terminal. */
  readonly hidden?: boolean
}

const LONGEST_BAR = 32
const SHORTEST_BAR = 8
const MS_PER_FRAME = 100
const TICK_MS = 1000
const LOG_MS = 60_000

const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_TO_END_OF_LINE = '\u001b[K'
/**
 * The cursor rests at the start of the bar, which is one line unless the terminal gets narrower and wraps it: its start is then still at
 * the cursor, and the rest is below.
 */
const CLEAR_BAR = '\r\u001b[J'

export class Progress {
  readonly #total: number
  readonly #before: number
  readonly #unit: string
  readonly #name: string
  readonly #terminal: Terminal
  readonly #stream: NodeJS.WriteStream
  readonly #mode: 'bar' | 'log' | 'hidden'
  readonly #started = performance.now()
  #done: number
  #note = (): string => ''
  #left: number | undefined
  #isDrawn = false
  #drawnAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(terminal: Terminal, { total, done = 0, unit = 'games', name = '', hidden = false }: ProgressOptions) {
    this.#total = total
    this.#before = this.#done = done
    this.#unit = unit
    this.#name = name
    this.#terminal = terminal
    const stream = (this.#stream = terminal.stderr)
    this.#mode = hidden ? 'hidden' : stream.isTTY ? 'bar' : 'log'
    if (this.#mode === 'hidden') return
    this.#timer = setInterval(() => this.#tick(), this.#mode === 'bar' ? TICK_MS : LOG_MS).unref()
    if (this.#mode === 'log') return
    terminal.clearBar = this.#clear
    stream.on('resize', this.#redraw)
    terminal.host.once('exit', this.stop)
    terminal.host.once('uncaughtExceptionMonitor', this.stop)
    stream.write(HIDE_CURSOR)
    this.#redraw()
  }

  /**
   * @param note further text; called only when it is shown
   * @param left ms, if known better than from the pace so far
   */
  show(done: number, note: () => string = () => '', left?: number): void {
    this.#done = done
    this.#note = () => visible(note())
    this.#left = left
    if (this.#mode === 'bar' && performance.now() - this.#drawnAt >= MS_PER_FRAME) this.#draw()
  }

  /** Removes the bar. */
  readonly stop = (): void => {
    if (!this.#timer) return
    clearInterval(this.#timer)
    this.#timer = undefined
    if (this.#mode !== 'bar') return
    this.#terminal.host.off('exit', this.stop)
    this.#terminal.host.off('uncaughtExceptionMonitor', this.stop)
    this.#stream.off('resize', this.#redraw)
    this.#clear()
    this.#stream.write(SHOW_CURSOR)
    if (this.#terminal.clearBar === this.#clear) this.#terminal.clearBar = undefined
  }

  readonly #clear = (): void => {
    if (this.#isDrawn) this.#stream.write(CLEAR_BAR)
    this.#isDrawn = false
  }

  #tick(): void {
    if (this.#mode === 'bar') this.#draw()
    else this.#stream.write(`lab: ${this.#line()}\n`)
  }

  readonly #redraw = (): void => {
    this.#clear()
    this.#draw()
  }

  #draw(): void {
    if (!this.#timer) return
    this.#drawnAt = performance.now()
    this.#isDrawn = true
    this.#stream.write(`\r${this.#bar(screenWidth(this.#stream, this.#terminal.env))}${CLEAR_TO_END_OF_LINE}\r`)
  }

  /**
   * One column less than the screen has, because some terminals wrap when the last one is written. The first parts stay visible longest.
   */
  #bar(columns: number): string {
    const most = Math.max(0, columns - 1)
    const count = `${whole(this.#done)}/${whole(this.#total)} ${this.#unit}`
    const elapsed = clock(performance.now() - this.#started)
    const parts = [count, `ETA ${this.#eta}`, ...this.#note().split('  ').filter(Boolean), elapsed]
    const texts = parts.map((_, i) => parts.slice(0, i + 1).join('  '))
    const besideBar = texts.slice(1).findLast(each => width(each) + SHORTEST_BAR + 4 <= most)
    const text = besideBar ?? texts.findLast(each => width(each) <= most)
    const room = Math.min(LONGEST_BAR, most - 4 - width(text ?? ''))
    if (text === undefined || room < SHORTEST_BAR) return (text ?? count).slice(0, most)
    const full = Math.min(room, Math.round((room * this.#done) / Math.max(1, this.#total)))
    return `  ${'█'.repeat(full)}${'░'.repeat(room - full)}  ${text}`
  }

  #line(): string {
    const perSecond = ((this.#done - this.#before) / (performance.now() - this.#started)) * 1000
    const name = this.#name === '' ? '' : `${this.#name}: `
    const note = this.#note()
    const progress = `${whole(this.#done)} of ${whole(this.#total)} ${this.#unit}`
    return [
      `${name}${progress}`,
      `${short(perSecond)} ${this.#unit}/s`,
      `ETA ${this.#eta}`,
      ...note.split('  ').filter(part => part !== '' && part !== this.#name),
    ].join(', ')
  }

  get #eta(): string {
    const ms = performance.now() - this.#started
    const done = this.#done - this.#before
    const left =
      this.#left ?? (isPaceKnown(ms, done, this.#total - this.#before) ? (ms / done) * (this.#total - this.#done) : undefined)
    return left === undefined ? 'unknown' : clock(Math.max(0, left))
  }
}

/** Rounded to a second. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000)
}
