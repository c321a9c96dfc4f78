// For plain TypeScript (oxlint): vue-tsc knows each component's own type and does not look here.
declare module '*.vue' {
  import type { DefineComponent } from 'vue'
  const component: DefineComponent<Record<string, unknown>>
  export default component
}

/** Draws as on a canvas, into an SVG: https://github.com/zenozeng/svgcanvas. What begins with two lines is its own, of the pinned version. */
declare module 'svgcanvas/dist/svgcanvas.esm.js' {
  export class Context extends CanvasRenderingContext2D {
    constructor(size: { readonly width: number; readonly height: number })
    getSvg(): SVGSVGElement
    protected __currentElement: SVGElement
    protected __applyText(text: string, x: number, y: number, action: 'fill' | 'stroke'): void
    protected __closestGroupOrSvg(): SVGElement
    protected __createElement(name: string, attributes: Readonly<Record<string, unknown>>, resetsFill: boolean): SVGElement
    protected __applyTransformation(element: SVGElement): void
    protected __applyStyleToCurrentElement(action: 'fill' | 'stroke'): void
  }
}
