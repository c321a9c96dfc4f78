import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apart, freePlace, goalsOf, type Place, tilesMade, worstApart } from '../../../../src/renderer/src/ui/game/chartSigns'

describe('signs on a game’s line', () => {
  test('mark where a tile was first on the board, from 32 on; not the tiles that it began with', () => {
    const slides = [0, 2, 4, 6, 8]
    expect(tilesMade({ slides, largest: [1, 4, 5, 5, 7] })).toEqual([
      { rank: 5, slide: 4 },
      { rank: 7, slide: 8 },
    ])
    expect(tilesMade({ slides, largest: [9, 9, 9, 10, 10] })).toEqual([{ rank: 10, slide: 6 }])
  })

  test('mark where a chance begins to be of another tile, whatever boards are unknown between', () => {
    const goals = [null, 13, 13, null, 13, 7, 7, 13]
    const value = [null, 0.9, 0.91, null, 0.92, 0.95, 0.94, 0.9]
    expect(goalsOf({ goals, value }, [0, 1, 2, 3, 4, 5, 6, 7])).toEqual([
      { rank: 13, slide: 1, value: 0.9 },
      { rank: 7, slide: 5, value: 0.95 },
      { rank: 13, slide: 7, value: 0.9 },
    ])
    expect(goalsOf({ value }, [0])).toEqual([])
  })

  test('of tiles in doubt lie on no other sign and leave the lines’ area by no more than a row', () => {
    const sign = fc.record({ left: fc.integer({ min: 0, max: 60 }), y: fc.integer({ min: 0, max: 60 }) })
    fc.assert(
      fc.property(fc.array(sign, { minLength: 1, maxLength: 20 }), wanted => {
        const taken: Place[] = []
        for (const { left, y } of wanted) {
          const place = freePlace({ left, right: left + 30, y }, taken, [0, 60])
          if (!place) continue
          expect(place.y).toBeGreaterThanOrEqual(-6)
          expect(place.y).toBeLessThanOrEqual(55)
          for (const each of taken) expect(Math.abs(each.left - place.left) >= 30 || Math.abs(each.y - place.y) >= 12).toBe(true)
          taken.push(place)
        }
        expect(taken.length).toBeGreaterThan(0)
      }),
    )
  })

  test('never lie on one another, and the last always stays', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500)), fc.integer({ min: 1, max: 80 }), (slides, width) => {
        const signs = slides.toSorted((a, b) => a - b).map(slide => ({ slide }))
        const kept = apart(signs, slide => 2 * slide, width).toReversed()
        expect(kept.at(-1)).toEqual(signs.at(-1))
        for (const [i, { slide }] of kept.entries())
          if (i > 0) expect(2 * (slide - kept[i - 1]!.slide)).toBeGreaterThanOrEqual(width)
        const isFar = (slide: number) => kept.every(each => Math.abs(each.slide - slide) * 2 >= width)
        expect(signs.filter(({ slide }) => isFar(slide) && !kept.some(each => each.slide === slide))).toEqual([])
      }),
    )
  })

  test('of losses have room beside each other; a worse one goes before all in its way', () => {
    const classes = ['inaccuracy', 'mistake', 'blunder'] as const
    const marked = fc.uniqueArray(fc.record({ slide: fc.nat(300), its: fc.constantFrom(...classes) }), {
      selector: ({ slide }) => slide,
    })
    fc.assert(
      fc.property(marked, fc.integer({ min: 1, max: 40 }), (marks, width) => {
        const kept = worstApart(marks, slide => slide, width)
        for (const [i, { slide }] of kept.entries())
          for (const other of kept.slice(i + 1)) expect(Math.abs(slide - other.slide)).toBeGreaterThanOrEqual(width)
        for (const mark of marks) {
          if (kept.includes(mark)) continue
          const inWay = kept.filter(({ slide }) => Math.abs(slide - mark.slide) < width)
          expect(inWay.some(({ its }) => classes.indexOf(its) >= classes.indexOf(mark.its))).toBe(true)
        }
      }),
    )
  })
})
