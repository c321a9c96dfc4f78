import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/core/random'
import { principalComponents, project } from '../../../src/core/stats/principalComponents'

const points = fc
  .integer({ min: 2, max: 7 })
  .chain(size =>
    fc.array(fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: size, maxLength: size }), { minLength: 1 }),
  )

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0)

describe('principal components', () => {
  test('the axes have length 1 and stand at right angles', () => {
    fc.assert(
      fc.property(points, sample => {
        const { axes } = principalComponents(sample)
        expect(dot(axes[0], axes[0])).toBeCloseTo(1, 9)
        expect(dot(axes[1], axes[1])).toBeCloseTo(1, 9)
        expect(dot(axes[0], axes[1])).toBeCloseTo(0, 9)
      }),
    )
  })

  test('no direction varies more than the first axis', () => {
    fc.assert(
      fc.property(points, fc.nat(), (sample, seed) => {
        const components = principalComponents(sample)
        const variance = (axis: readonly number[]) =>
          sample.reduce(
            (sum, p) =>
              sum +
              dot(
                axis,
                p.map((x, i) => x - components.mean[i]!),
              ) **
                2,
            0,
          )
        const random = createRandom(seed)
        const direction = components.mean.map(() => random.next() - 0.5)
        const length = Math.sqrt(dot(direction, direction))
        const other = variance(direction.map(x => x / length))
        expect(other).toBeLessThanOrEqual(variance(components.axes[0]) * (1 + 1e-9) + 1e-9)
      }),
    )
  })

  test('points of a plane keep their distances in the picture', () => {
    const plane = [
      [1, 2],
      [3, -1],
      [-2, 0.5],
    ].map(([u, v]) => [u! + v!, u! - v!, 2 * u!, 1])
    const components = principalComponents(plane)
    const shown = plane.map(point => project(components, point))
    const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, i) => x - b[i]!))
    expect(distance(shown[0]!, shown[1]!)).toBeCloseTo(distance(plane[0]!, plane[1]!), 9)
    expect(distance(shown[1]!, shown[2]!)).toBeCloseTo(distance(plane[1]!, plane[2]!), 9)
  })
})
