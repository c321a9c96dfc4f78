import { useVirtualizer } from '@tanstack/vue-virtual'
import { computed, watch, type Ref } from 'vue'

interface VirtualRows {
  readonly count: () => number
  /** Height of a row in pixels. */
  readonly height: number
  /** Height of the headings above the rows. */
  readonly head?: number
  /** Rows rendered above and below the visible ones. */
  readonly overscan: number
  /** Receives the first and the last rendered row. */
  readonly want?: (first: number, last: number) => void
}

/** Rows of one height in a box that scrolls, of which only the visible ones exist. */
export function useVirtualRows(box: Readonly<Ref<HTMLElement | null>>, { count, height, head = 0, overscan, want }: VirtualRows) {
  const virtualizer = useVirtualizer(
    computed(() => ({
      count: count(),
      getScrollElement: () => box.value,
      estimateSize: () => height,
      paddingStart: head,
      scrollPaddingStart: head,
      overscan,
    })),
  )
  const items = computed(() => virtualizer.value.getVirtualItems().map(({ index, start }) => ({ index, top: start - head })))
  if (want)
    watch(
      items,
      ([first, ...others]) => {
        if (first) want(first.index, (others.at(-1) ?? first).index)
      },
      { immediate: true },
    )
  return {
    /** The rendered rows, and where each begins below the headings. */
    items,
    /** Style of the element around the rows. */
    whole: computed(() => ({ height: `${virtualizer.value.getTotalSize() - head}px` })),
    isRendered: (index: number) => items.value.some(each => each.index === index),
    show: (index: number) => virtualizer.value.scrollToIndex(index),
    /** How far the box is scrolled, in pixels. */
    offset: () => virtualizer.value.scrollOffset ?? 0,
  }
}

/** How many rows a key moves by in a list: arrows one, Page Up and Page Down `page`, Home and End to its ends. */
export function listStep(event: KeyboardEvent, page: number): number | undefined {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return -1
    case 'ArrowDown':
    case 'ArrowRight':
      return 1
    case 'PageUp':
      return -page
    case 'PageDown':
      return page
    case 'Home':
      return -Infinity
    case 'End':
      return Infinity
    default:
      return undefined
  }
}

/** Scrolls the box alone: `scrollIntoView` would also move the page below it. */
export function bringIntoSight(box: HTMLElement | null, selector: string): void {
  const element = box?.querySelector(selector)
  if (!box || !element) return
  const [its, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  box.scrollTop += Math.max(0, inner.bottom - its.bottom) - Math.max(0, its.top - inner.top)
}

/** The least and greatest width of a pane, in pixels. */
export interface PaneBounds {
  readonly min: number
  readonly max: number
}

/** Pixels per press of an arrow key. */
const STEP = 16

/** The width that a key on a pane's divider sets; arrows move the divider itself, whichever side the pane is on. */
export function keyWidth(key: string, side: 'start' | 'end', now: number, { min, max }: PaneBounds): number | undefined {
  const outward = side === 'start' ? STEP : -STEP
  switch (key) {
    case 'ArrowRight':
      return Math.min(Math.max(now + outward, min), max)
    case 'ArrowLeft':
      return Math.min(Math.max(now - outward, min), max)
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return undefined
  }
}
