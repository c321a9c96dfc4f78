import { PAGE_PROTOCOLS, PAGE_SCHEME } from '../../../../../core/contract/calls/remote'
import { defineStore } from 'pinia'
import type { GameView, PageGameView } from '../../../../../core/contract/calls'
import type { Board } from '../../../../../core/games/twenty48/board'

/** Stops of the speed control, in moves per second; 0 is full speed. */
export const SPEEDS = [1, 2, 4, 8, 15, 0] as const

export type PageSpeed = (typeof SPEEDS)[number]

/** Milliseconds between two moves. */
export function delayOf(speed: PageSpeed): number {
  return speed === 0 ? 0 : 1000 / speed
}

/** The stop of a delay, or the next slower one. */
export function speedOf(delay: number): PageSpeed {
  if (delay === 0) return 0
  return SPEEDS.findLast(each => each > 0 && 1000 / each >= delay) ?? 1
}

/** A host of this machine, which rarely has a certificate. */
const HERE = /^(localhost|127\.|\[::1\])/i

/**
 * The whole address of a page, completed as a browser does: `example.org/2048` has `https://` before it, a host of this machine
 * `http://`.
 *
 * @returns `undefined` where it is none
 */
export function pageAddress(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const whole = PAGE_SCHEME.test(typed) ? typed : `${HERE.test(typed) ? 'http' : 'https'}://${typed}`
  const url = URL.parse(whole)
  if (!url || !PAGE_PROTOCOLS.includes(url.protocol)) return undefined
  // a single word is a search in a browser, and no host here
  const isHost = PAGE_SCHEME.test(typed) || HERE.test(typed) || /^[^/?#]*\.[^/?#]/.test(typed)
  return isHost ? url.href : undefined
}

interface PageOrder {
  address: string
  kind: 'own' | 'running'
  /** The browser to start; absent before those of this machine are known. */
  program: string | undefined
  savesProfile: boolean
  port: string
  speed: PageSpeed
  /** A selector file. */
  selectors: { readonly name: string; readonly text: string } | undefined
}

/** The last choices in the dialog of a game on a page. */
export const usePageOrder = defineStore('pageOrder', {
  state: (): PageOrder => ({
    ...{ address: '', kind: 'own', program: undefined, savesProfile: false, port: '9222', speed: 4, selectors: undefined },
  }),
})

/** A game on a page as a game on our board shows it. While the engine plays, it plays by itself. */
export function asGame({ id, state, score, slides, last, delay }: PageGameView, board: Board): GameView {
  const autoplay = { slidesPerSecond: delay === 0 ? 'fastest' : 1000 / delay } as const
  return {
    // games on pages have numbers of their own
    ...{ id: -id, seed: 0, origin: 'position', board, score, slides, over: false, undo: 0, redo: 0 },
    ...(state === 'engine plays' && { autoplay }),
    ...(last && { last }),
  }
}
