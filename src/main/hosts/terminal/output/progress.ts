/** The progress of a long job on standard error: a bar on a terminal, otherwise a line per minute. */
import { isPaceKnown } from '../../../../core/stats/moveTimes'
import { visible } from '../../../../core/quoted'
import { duration, short, whole } from './numbers'
import type { Terminal } from '../terminal'
import { screenWidth, width } from './style'

export interface ProgressState {
  readonly total: number
  readonly done: number
  readonly unit?: 'games' | 'moves' | 'evaluations' | 'trees' | 'positions' | 'boards' | 'phases' | undefined
  /** Begins each line of the log. */
  readonly name?: string | undefined
  /** Further text; called only when it is shown. */
  readonly note?: (() => string) | undefined
  /** Remaining ms, if known better than from the pace so far. */
  readonly leftMs?: number | undefined
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

/** It begins with the first state, and anew with one of another name or unit. Must be stopped. */
export class Progress {
  readonly #terminal: Terminal
  readonly #stream: NodeJS.WriteStream
  readonly #mode: 'bar' | 'log' | 'hidden'
  #state: ProgressState = { total: 0, done: 0 }
  /** Work done before it began. */
  #before = 0
  #started = 0
  #isDrawn = false
  #drawnAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  /** @param hidden if results scroll on the same terminal */
  constructor(terminal: Terminal, hidden = false) {
    this.#terminal = terminal
    this.#stream = terminal.stderr
    this.#mode = hidden ? 'hidden' : this.#stream.isTTY ? 'bar' : 'log'
  }

  show(state: ProgressState): void {
    if (this.#mode === 'hidden' || this.#isStopped) return
    const { name, unit } = this.#state
    this.#state = state
    if (!this.#timer || name !== state.name || unit !== state.unit) {
      this.#end()
      this.#begin()
    } else if (this.#mode === 'bar' && performance.now() - this.#drawnAt >= MS_PER_FRAME) this.#draw()
  }

  /** Removes the bar for good. */
  readonly stop = (): void => {
    this.#isStopped = true
    this.#end()
  }

  #begin(): void {
    const [terminal, stream] = [this.#terminal, this.#stream]
    this.#started = performance.now()
    this.#before = this.#state.done
    this.#timer = setInterval(() => this.#tick(), this.#mode === 'bar' ? TICK_MS : LOG_MS).unref()
    if (this.#mode === 'log') return
    terminal.clearBar = this.#clear
    stream.on('resize', this.#redraw)
    terminal.host.once('exit', this.stop)
    terminal.host.once('uncaughtExceptionMonitor', this.stop)
    stream.write(HIDE_CURSOR)
    this.#redraw()
  }

  #end(): void {
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
    const { total, done } = this.#state
    const most = Math.max(0, columns - 1)
    const count = `${whole(done)}/${whole(total)} ${this.#unit}`
    const elapsed = clock(performance.now() - this.#started)
    const parts = [count, `ETA ${this.#eta}`, ...this.#notes, elapsed]
    const texts = parts.map((_, i) => parts.slice(0, i + 1).join('  '))
    const besideBar = texts.slice(1).findLast(each => width(each) + SHORTEST_BAR + 4 <= most)
    const text = besideBar ?? texts.findLast(each => width(each) <= most)
    const room = Math.min(LONGEST_BAR, most - 4 - width(text ?? ''))
    if (text === undefined || room < SHORTEST_BAR) return (text ?? count).slice(0, most)
    const full = Math.min(room, Math.round((room * done) / Math.max(1, total)))
    return `  ${'█'.repeat(full)}${'░'.repeat(room - full)}  ${text}`
  }

  #line(): string {
    const { total, done, name = '' } = this.#state
    const perSecond = ((done - this.#before) / (performance.now() - this.#started)) * 1000
    return [
      `${name === '' ? '' : `${name}: `}${whole(done)} of ${whole(total)} ${this.#unit}`,
      `${short(perSecond)} ${this.#unit}/s`,
      `ETA ${this.#eta}`,
      ...this.#notes.filter(part => part !== name),
    ].join(', ')
  }

  get #unit(): string {
    return this.#state.unit ?? 'games'
  }

  get #notes(): string[] {
    return visible(this.#state.note?.() ?? '')
      .split('  ')
      .filter(Boolean)
  }

  get #eta(): string {
    const { total, done, leftMs } = this.#state
    const ms = performance.now() - this.#started
    const since = done - this.#before
    const left = leftMs ?? (isPaceKnown(ms, since, total - this.#before) ? (ms / since) * (total - done) : undefined)
    return left === undefined ? 'unknown' : clock(Math.max(0, left))
  }
}

/** Rounded to a second. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1000)
}
