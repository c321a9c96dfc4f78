/** Colours as the eye has them, for the tests of what the stylesheets promise. */

export type Linear = readonly [r: number, g: number, b: number]

/** sRGB to linear light, IEC 61966-2-1. */
export function linear(hex: string): Linear {
  return [1, 3, 5]
    .map(i => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as unknown as Linear
}

/** WCAG 2.2, "relative luminance". */
export function luminance(hex: string): number {
  return luminanceOf(linear(hex))
}

export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Lightness and the two hue axes of CIELAB, white D65. */
export function lab(colour: Linear): readonly [lightness: number, a: number, b: number] {
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)
  const [r, g, b] = colour.map(c => Math.min(1, Math.max(0, c))) as unknown as Linear
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

/** As a colour-blind eye sees it: Machado, Oliveira, Fernandes 2009, doi:10.1109/TVCG.2009.113, table 1, severity 1. */
export const EYES = {
  usual: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const

export function seenBy(eye: keyof typeof EYES, [r, g, b]: Linear): Linear {
  const m = EYES[eye]
  const row = (i: number) => m[i]! * r + m[i + 1]! * g + m[i + 2]! * b
  return [row(0), row(3), row(6)]
}

function luminanceOf([r, g, b]: Linear): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
