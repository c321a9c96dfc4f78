/**
 * What is run in a page, as text: a function's own text would depend on how the lab was bundled. It runs in a world of its own, which
 * shares the elements and the storage with the page but no variable. It changes nothing but by `CLICK`.
 */
import type { PageSelectors } from '../../../core/contract/files/pageFile'
import { z } from '../../../core/contract/zod'

/** Limit of tiles that are read: a board has 16, and twice as many while they merge. */
const MOST_TILES = 1000
/** Longest address and saved game that are read, in characters. */
const [MOST_ADDRESS, MOST_SAVED] = [2_000, 20_000]

const numberShape = z.number().nullable()

/** What `READ` finds; numbers are `null` where they were looked for and not found. */
export const seenPageShape = z.object({
  /** Without query and fragment. */
  address: z.string().max(MOST_ADDRESS),
  loading: z.boolean(),
  /** Whether the browser draws nothing of its tab, as in the background. */
  hidden: z.boolean(),
  /** Frames that were drawn between looks at this page; one more says that each element has its place since the look before. */
  frames: z.number(),
  /** Row, column and face value of each tile, rows and columns from 0; of each cell where the page has `cells`. */
  tiles: z.array(z.tuple([numberShape, numberShape, numberShape])).max(MOST_TILES),
  /** What the page has saved, if it saves under a known key. */
  saved: z.string().max(MOST_SAVED).nullable(),
  score: z.int().nonnegative().nullable(),
  won: z.boolean(),
  over: z.boolean(),
  /** A selector that the browser does not understand. */
  fault: z.string().exactOptional(),
})
export type SeenPage = Readonly<z.infer<typeof seenPageShape>>

/** A tab that draws no frame for so long is in the background. */
const UNDRAWN_MS = 1_000

const SHARED = `
  const shown = selector => selector === undefined ? undefined
    : [...document.querySelectorAll(selector)].find(each => each.getClientRects().length > 0)
`

const READ = `(page => {
  ${SHARED}
  const numberIn = (text, pattern) => {
    const found = pattern === undefined ? text.trim() : new RegExp('^(?:' + pattern + ')$').exec(text)?.[1]
    return found === undefined || !/^\\d+$/.test(found) ? null : Number(found)
  }
  const numberOf = (element, where) => {
    if (where.text) return numberIn(element.textContent)
    if (where.attribute) return numberIn(element.getAttribute(where.attribute) ?? '', where.pattern)
    for (const name of element.classList) {
      const number = numberIn(name, where.class)
      if (number !== null) return number
    }
    return null
  }
  // under a name that no element of the page can have
  const drawn = (globalThis[Symbol.for('2048 lab')] ??= { frames: 0, asked: undefined })
  if (drawn.asked === undefined) {
    drawn.asked = performance.now()
    requestAnimationFrame(() => {
      drawn.frames++
      drawn.asked = undefined
    })
  }
  const first = page.first ?? 1
  const place = (element, where) => {
    const number = numberOf(element, where)
    return number === null ? null : number - first
  }
  const seen = {
    address: ((location.origin === 'null' ? location.protocol + '//' : location.origin) + location.pathname).slice(0, ${MOST_ADDRESS}),
    // a page can put an element in the place of a property
    loading: document.readyState === 'loading',
    // the tab believes that it is shown, so document.hidden would not say it
    hidden: performance.now() - drawn.asked > ${UNDRAWN_MS}, frames: drawn.frames,
    tiles: [], saved: null, score: null, won: false, over: false,
  }
  try {
    seen.tiles = page.cells === undefined
      ? [...document.querySelectorAll(page.tiles)].slice(0, ${MOST_TILES})
          .map(each => [place(each, page.row), place(each, page.column), numberOf(each, page.value)])
      : [...document.querySelectorAll(page.cells)].slice(0, ${MOST_TILES})
          .map((each, at) => [Math.floor(at / 4), at % 4, numberOf(each, page.value) ?? 0])
    seen.won = shown(page.won) !== undefined
    seen.over = shown(page.over) !== undefined
    const score = page.score === undefined ? null : document.querySelector(page.score)
    if (score !== null) {
      const points = Number(/^\\s*(\\d+)/.exec(score.firstChild?.textContent ?? '')?.[1])
      seen.score = Number.isSafeInteger(points) ? points : null
    }
  } catch (error) {
    if (error.name !== 'SyntaxError') throw error
    seen.fault = error.message
  }
  try {
    const saved = page.savedState === undefined ? null : localStorage.getItem(page.savedState)
    if (saved !== null && saved.length <= ${MOST_SAVED}) seen.saved = saved
  } catch {
    // a page without storage saves nothing
  }
  return seen
})`

/** Whether something that matches was on the screen and was clicked. */
const CLICK = `(selector => {
  ${SHARED}
  const found = shown(selector)
  found?.click()
  return found !== undefined
})`

/** An expression whose value is a `SeenPage`. */
export function readExpression(page: PageSelectors): string {
  return `${READ}(${JSON.stringify(page)})`
}

/** An expression whose value is whether there was an element to click. */
export function clickExpression(selector: string): string {
  return `${CLICK}(${JSON.stringify(selector)})`
}
