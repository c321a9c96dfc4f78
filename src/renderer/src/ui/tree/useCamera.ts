import { select } from 'd3-selection'
import { zoom, zoomIdentity, type D3ZoomEvent } from 'd3-zoom'
import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import { SCALES, type Camera } from './layout'

/** A pressed pointer that moves less than this still clicks. */
const CLICK_DISTANCE = 4

/** Windows in which the page scrolls. */
const NARROW = '(width < 820px)'

/**
 * The size of an element, and the view of a plane in it: dragging pans, and the wheel zooms at the pointer; where the page scrolls, only
 * with Ctrl or while the element has the focus.
 */
export function useCamera(box: Readonly<Ref<HTMLElement | null>>) {
  const camera = shallowRef<Camera>({ x: 0, y: 0, k: 1 })
  /** True until the user moves the camera: then it stays where it is when the plane changes. */
  const isFitted = shallowRef(true)
  const size = shallowRef({ width: 0, height: 0, ratio: 1 })
  const zooming = zoom<HTMLElement, unknown>()
    // by default the element is measured, which lays out the page whenever the camera is set
    .extent(() => [
      [0, 0],
      [size.value.width, size.value.height],
    ])
    .scaleExtent([SCALES.least, SCALES.most])
    .clickDistance(CLICK_DISTANCE)
    .filter((event: MouseEvent | WheelEvent | TouchEvent) => {
      if (event.type === 'wheel' && window.matchMedia(NARROW).matches && !event.ctrlKey && document.activeElement !== box.value)
        return false
      return event.type !== 'dblclick' && !('button' in event && event.button !== 0)
    })
    .on('zoom', ({ transform, sourceEvent }: D3ZoomEvent<HTMLElement, unknown>) => {
      if (sourceEvent) isFitted.value = false
      camera.value = { x: transform.x, y: transform.y, k: transform.k }
    })

  function measure(): void {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.value ?? {}
    const ratio = window.devicePixelRatio || 1
    if (size.value.width === width && size.value.height === height && size.value.ratio === ratio) return
    size.value = { width, height, ratio }
  }
  const observer = new ResizeObserver(measure)

  const detach = (element: HTMLElement | null | undefined) => element && select(element).on('.zoom', null)
  watch(box, (now, before) => {
    detach(before)
    if (before) observer.unobserve(before)
    if (now) {
      select(now).call(zooming)
      observer.observe(now)
    }
    measure()
  })
  onScopeDispose(() => {
    detach(box.value)
    observer.disconnect()
  })

  function set({ x, y, k }: Camera): void {
    if (box.value) select(box.value).call(zooming.transform, zoomIdentity.translate(x, y).scale(k))
  }

  /** By a factor, at the middle. */
  function zoomBy(factor: number): void {
    isFitted.value = false
    if (box.value) select(box.value).call(zooming.scaleBy, factor)
  }

  return { camera, size, isFitted, set, zoomBy }
}
