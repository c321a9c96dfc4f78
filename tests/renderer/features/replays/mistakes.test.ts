import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { h, shallowRef } from 'vue'
import type { AssessedSlides, GameAnalysisView, PlayoutView, ReplayView } from '../../../../src/core/contract/calls'
import { usePreferences } from '../../../../src/renderer/src/bridge/preferences'
import { useProfiles } from '../../../../src/renderer/src/bridge/profiles'
import { LabError } from '../../../../src/core/errors'
import { useToasts } from '../../../../src/renderer/src/ui/toasts/toasts'
import AnalysisPanel from '../../../../src/renderer/src/features/replays/analysis/AnalysisPanel.vue'
import type { Calibration } from '../../../../src/core/games/twenty48/scale/calibration'
import { readBuiltInProfile } from '../../../../src/core/contract/files/builtInProfile'
import { accuracyOf } from '../../../../src/core/games/twenty48/accuracy'
import { judgeFrom } from '../../../../src/core/games/twenty48/playerHash'
import { MISTAKE_THRESHOLD, type MistakeThreshold } from '../../../../src/core/games/twenty48/gameAnalysis'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { Assessments, marksOf, neighbour } from '../../../../src/renderer/src/features/replays/analysis/mistakes'
import { calibrationOf } from '../../../support/calibration'
import { BOARD, fakeLab, flushPromises, hello, mountScreen, press, PROFILES } from '../../helpers'

const STRONGEST = readBuiltInProfile(readFileSync('resources/profiles/strongest.json', 'utf8'))

/** Of a game of eight slides, by a player that is not calibrated: 2, 4, 5 and 8 are mistakes, 7 is too small a one. */
const SLIDES: AssessedSlides = {
  from: 0,
  move: ['up', 'left', 'up', 'right', 'down', 'up', 'left', 'up'],
  best: ['up', 'up', 'up', 'left', 'up', 'up', 'up', 'left'],
  value: [10, 11, 12, 13, 14, 15, 16, 17],
  depth: [2, 2, 2, 2, 2, 2, 2, 2],
  loss: [0, 5, 0, 20, 1, 0, 0.5, 3],
  chanceLoss: Array<null>(8).fill(null),
  pointsLoss: Array<null>(8).fill(null),
  noise: Array<number>(8).fill(0),
  risk: [0, 0, 0, 0, 0, 0, 0, 0],
  ownRisk: [0, 0, 0, 0, 0, 0, 0, 0],
  counted: [null, 0.01, null, 0, null, null, 0.2, null],
  rough: Array<boolean>(8).fill(false),
  showsDistantRisks: true,
}
const part = (from: number, to: number): AssessedSlides => ({
  from,
  move: SLIDES.move.slice(from, to),
  best: SLIDES.best.slice(from, to),
  value: SLIDES.value.slice(from, to),
  loss: SLIDES.loss.slice(from, to),
  chanceLoss: SLIDES.chanceLoss.slice(from, to),
  pointsLoss: SLIDES.pointsLoss.slice(from, to),
  noise: SLIDES.noise.slice(from, to),
  depth: SLIDES.depth.slice(from, to),
  risk: SLIDES.risk.slice(from, to),
  ownRisk: SLIDES.ownRisk.slice(from, to),
  counted: SLIDES.counted.slice(from, to),
  rough: SLIDES.rough.slice(from, to),
  showsDistantRisks: SLIDES.showsDistantRisks,
})
/** The row of the board before move 4, and a board that has no order to lose. */
const [ROW, SMALL] = [parseBoard('A730010000000000'), parseBoard('1100110000000000')]
const THRESHOLD: MistakeThreshold = { ...MISTAKE_THRESHOLD, loss: 1 }
/** The same by a calibrated one: 2 is an inaccuracy, 4 a blunder, 8 a mistake; 5 and 7 are equal to the best, within the noise. */
const CALIBRATED: AssessedSlides = {
  ...SLIDES,
  chanceLoss: [0, 0.015, 0, 0.3, 0.001, 0, 0.0005, 0.05],
  pointsLoss: [0, 200, 0, 9000, 10, 0, 5, 700],
  noise: Array<number>(8).fill(0.002),
}

describe('mistakes', () => {
  const known = (slides: AssessedSlides) => {
    const all = new Assessments()
    all.add(slides)
    return all
  }

  test('of a player that is not calibrated are the moves that lose enough, by place or the largest first', () => {
    const all = known(SLIDES)
    const numbers = (order: 'place' | 'loss', threshold = THRESHOLD) => all.mistakes(threshold, order).map(({ slide }) => slide)
    expect(numbers('place')).toEqual([2, 4, 5, 8])
    expect(numbers('loss')).toEqual([4, 2, 8, 5])
    expect(numbers('place', { ...THRESHOLD, loss: 3 })).toEqual([2, 4, 8])
    expect(numbers('place', MISTAKE_THRESHOLD)).toEqual([2, 4, 5, 7, 8])
    expect(all.mistakes(THRESHOLD, 'loss')[0]).toEqual({
      slide: 4,
      move: 'right',
      best: 'left',
      loss: 20,
      chanceLoss: null,
      pointsLoss: null,
      noise: 0,
      risk: 0,
      ownRisk: 0,
      isRough: false,
    })
    expect(all.isCalibrated).toBe(false)
    expect([all.slides, all.equalToBest, all.losses]).toEqual([8, 3, { median: 3, worst: 20 }])
    expect(all.accuracies(undefined)).toEqual([{ of: 'all', ...accuracyOf([0.01, 0, 0.2]) }])
    expect(all.accuracies([[4, 8]])).toContainEqual({ of: 'hand', ...accuracyOf([0.2]) })
  })

  test('of a calibrated player have classes, and are ranked by the chance that they lose', () => {
    const all = known(CALIBRATED)
    const numbers = (least: MistakeThreshold['least'], order: 'place' | 'loss') =>
      all.mistakes({ ...MISTAKE_THRESHOLD, least, loss: 1e9 }, order).map(({ slide }) => slide)
    expect(numbers('inaccuracy', 'place')).toEqual([2, 4, 8])
    expect(numbers('inaccuracy', 'loss')).toEqual([4, 8, 2])
    expect(numbers('mistake', 'place')).toEqual([4, 8])
    expect(numbers('blunder', 'place')).toEqual([4])
    expect(all.classes(MISTAKE_THRESHOLD)).toEqual({ equal: 5, inaccuracy: 1, mistake: 1, blunder: 1 })
    expect(all.classes({ inaccuracy: 0.06, mistake: 0.5 })).toEqual({ equal: 5, inaccuracy: 2, mistake: 1, blunder: 0 })
    expect([all.isCalibrated, all.equalToBest]).toEqual([true, 5])
  })

  test('that the search cannot separate from the best have no class, and are marked on the graph', () => {
    const all = known({ ...CALIBRATED, noise: CALIBRATED.noise.map(() => null) })
    expect(all.tooClose).toEqual([2, 5, 7])
    const mistakes = all.mistakes({ ...MISTAKE_THRESHOLD, loss: 1e9 }, 'place')
    expect(mistakes.map(({ slide }) => slide)).toEqual([4, 8])
    const signs = marksOf(mistakes, MISTAKE_THRESHOLD, all.tooClose).map(({ slide, sign }) => [slide, sign])
    expect(signs).toEqual([
      [4, '??'],
      [8, '?'],
      [2, '∞'],
      [5, '∞'],
      [7, '∞'],
    ])
    expect(known(CALIBRATED).tooClose).toEqual([])
  })

  test('a move that risks the game is the worst, and hides none of the others', () => {
    const risky = known({
      ...SLIDES,
      loss: SLIDES.loss.with(3, 2.4e8),
      risk: SLIDES.risk.with(3, 0.24),
    })
    expect(risky.losses).toEqual({ median: 2, worst: 5 })
    expect(risky.risks).toEqual({ lost: 0, risked: 1 })
    expect(risky.mistakes({ ...THRESHOLD, loss: 1e12 }, 'place').map(({ slide }) => slide)).toEqual([4])
    expect(risky.mistakes(THRESHOLD, 'loss')[0]).toMatchObject({ slide: 4, risk: 0.24 })
    // of the fourth the best slide risked the game too
    const [risk, ownRisk] = [SLIDES.risk.with(1, 0.24).with(3, 0.9), SLIDES.risk.with(1, 0.24).with(3, 1)]
    expect(known({ ...SLIDES, risk, ownRisk }).risks).toEqual({ lost: 1, risked: 1 })
    expect(known({ ...SLIDES, risk: SLIDES.risk.with(0, 0.1) }).equalToBest).toBe(
      SLIDES.loss.filter(loss => loss === 0).length - 1,
    )
    expect(known({ ...SLIDES, loss: SLIDES.loss.map(() => 0) }).losses).toBeUndefined()
  })

  test('are the same from reports that overlap, and nothing is used after a gap', () => {
    const all = known(part(0, 3))
    all.add(part(1, 6))
    all.add(part(7, 8))
    expect(all.slides).toBe(6)
    all.add(part(6, 8))
    expect(all).toEqual(known(SLIDES))
  })

  test('have neighbours in the order of the list, or from where the game stands', () => {
    const mistakes = known(SLIDES).mistakes(THRESHOLD, 'place')
    const from = (at: number, step: 1 | -1, selected?: number) =>
      neighbour(mistakes, { selected, at, order: 'place', step })?.slide
    expect([from(0, 1), from(1, 1), from(2, 1), from(8, 1)]).toEqual([2, 2, 4, undefined])
    expect([from(8, -1), from(4, -1), from(3, -1), from(1, -1)]).toEqual([8, 4, 2, undefined])
    expect([from(3, 1, 4), from(3, -1, 4), from(7, 1, 8)]).toEqual([5, 2, undefined])
    const byLoss = known(SLIDES).mistakes(THRESHOLD, 'loss')
    const lost = (step: 1 | -1, selected?: number) => neighbour(byLoss, { selected, at: 6, order: 'loss', step })?.slide
    expect([lost(1), lost(-1), lost(1, 4), lost(-1, 2), lost(1, 5)]).toEqual([4, 5, 2, 4, undefined])
  })
})

const { evaluator, settings, name } = PROFILES[1]!
const player = { evaluator, settings, limits: { depth: 3 } } as const
function view(change: Partial<GameAnalysisView> = {}): GameAnalysisView {
  const [id, game, slides, done] = [5, 9, 8, 8]
  return { id, game, player, profile: name, slides, done, created: 1, updated: 2, state: 'complete', ...change }
}
function playoutView(change: Partial<PlayoutView> = {}): PlayoutView {
  return {
    ...{
      id: 'ab',
      game: 9,
      slide: 4,
      better: 'left',
      worse: 'right',
      player: { ...player, limits: { depth: 1 } },
      profile: name,
    },
    games: { better: 1000, worse: 1000 },
    total: 2000,
    comparison: { pairs: 1000, means: [5000, 4000], difference: 1000.4, interval: [600, 1400] },
    state: 'complete',
    ...change,
  }
}

/** `N` with the shift key. */
async function key(name: 'n' | 'N'): Promise<void> {
  press(name, { shiftKey: name === 'N' })
  await flushPromises()
}

describe('the panel', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(300)
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300)
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(1e4)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  const NO_CHANGES: Partial<AssessedSlides> = {}

  interface Opened {
    readonly analyses?: readonly GameAnalysisView[]
    readonly playouts?: readonly PlayoutView[]
    readonly assessed?: Partial<AssessedSlides>
    readonly calibration?: Calibration
    /** Answers a start: an analysis, or a failure. */
    readonly started?: GameAnalysisView | LabError
    readonly hand?: ReplayView['hand']
    readonly seeking?: boolean
    readonly isAside?: boolean
  }

  async function open({
    analyses = [view()],
    playouts = [],
    assessed = NO_CHANGES,
    calibration,
    started,
    hand,
    seeking,
    isAside,
  }: Opened = {}) {
    const state = { analyses, playouts }
    const fake = fakeLab(
      (call, arg) => {
        switch (call) {
          case 'gameAnalyses':
            return state.analyses
          case 'assessedSlides':
            return { ...part((arg as { from: number }).from, state.analyses[0]?.done ?? 8), ...assessed }
          case 'analysedSlide': {
            const { slide } = arg as { slide: number }
            const values = { up: 1, down: null, left: 21, right: 1 }
            const of = { ...SLIDES, ...assessed }
            const fields = ['move', 'best', 'loss', 'chanceLoss', 'pointsLoss', 'noise'] as const
            const its = Object.fromEntries(fields.map(field => [field, of[field][slide - 1]]))
            const chance = (share: number) => ({ rank: 11, share, interval: [share - 0.1, share + 0.1] })
            const worth = (share: number) => its['chanceLoss'] !== null && { chance: chance(share), loss: 0.6 - share }
            return {
              board: BOARD,
              assessment: {
                step: slide,
                ...its,
                values,
                depth: 3,
                moves: {
                  up: { value: 1, ownLoss: 20, ...worth(0.3) },
                  left: { value: 21, ownLoss: 0, ...worth(0.6) },
                  right: { value: 1, ownLoss: 20, ...worth(0.3) },
                },
                risks: { up: 0, down: null, left: 0, right: assessed.risk?.[slide - 1] ?? 0 },
                ownRisks: { up: 0, down: null, left: assessed.risk ? 0.1 : 0, right: assessed.ownRisk?.[slide - 1] ?? 0 },
                risk: assessed.risk?.[slide - 1] ?? 0,
                ownRisk: assessed.ownRisk?.[slide - 1] ?? 0,
              },
            }
          }
          case 'playouts':
            return state.playouts
          case 'startGameAnalysis':
            if (started instanceof LabError) throw started
            return started ?? view({ done: 0, state: 'running' })
          case 'pauseRun':
            return (arg as { kind: string }).kind === 'analysis' ? view({ done: 5, state: 'stopped' }) : playoutView()
          case 'startPlayouts':
          case 'resumeRun':
            return playoutView({ comparison: null, games: { better: 0, worse: 0 }, state: 'running', total: 2000 })
          default:
            return undefined
        }
      },
      () => calibration ?? null,
    )
    const at = shallowRef(0)
    const judged: unknown[] = []
    const onGo = (slide: number) => (at.value = slide)
    const wrapper = mountScreen(
      fake.lab,
      () =>
        h(AnalysisPanel, {
          game: 9,
          at: at.value,
          boardAt: (step: number) => (step === 3 ? ROW : SMALL),
          onGo,
          ...(hand && { hand }),
          ...(seeking && { seeking }),
          ...(isAside && { isAside }),
          onJudged: (its: unknown) => void judged.push(its),
        }),
      () => useProfiles().greet({ ...hello(), profiles: [...PROFILES.toReversed(), { ...PROFILES[0]!, ...STRONGEST }] }),
    )
    await flushPromises()
    await flushPromises() // the list is there, and then its rows
    const rows = () => wrapper.findAll('[role="row"]').map(row => row.text().replaceAll(/\s+/g, ' '))
    const button = (text: string) => wrapper.findAll('button').find(each => each.text() === text)!
    return { ...fake, judged, wrapper, at, rows, button, state }
  }

  test('of a game without an analysis begins one with the profile and limit that are chosen', async () => {
    const { wrapper, button, asked } = await open({ analyses: [] })
    const [profile, limit] = wrapper.findAll('select')
    await profile!.setValue('power')
    await limit!.setValue('nodes')
    await wrapper.get('input').setValue('5000')
    await button('Analyse the game').trigger('submit')
    await flushPromises()
    expect(asked('startGameAnalysis')).toEqual([
      { game: 9, player: { evaluator, settings, limits: { nodes: 5000 } }, profile: 'power' },
    ])
    expect(button('Pause')).toBeDefined()
  })

  test('does not count mistakes before a move is searched', async () => {
    const heading = async (change: Partial<GameAnalysisView>) => {
      const { wrapper } = await open({ analyses: [view(change)] })
      return wrapper
        .get('h2, h3, summary')
        .element.parentElement!.textContent.replace(/^Analysis/, '')
        .trim()
    }
    const texts = [await heading({ done: 0, state: 'running' }), await heading({ done: 0, state: 'stopped' }), await heading({})]
    expect(texts.map(text => /searching …|\d+ (?:costly|moves below)/.exec(text)?.[0])).toEqual([
      'searching …',
      undefined,
      '5 moves below',
    ])
  })

  test('by the judge has the accuracy of all moves, or of each where person and engine made some', async () => {
    const judge = judgeFrom(STRONGEST)
    const analyses = [view({ player: judge, profile: 'strongest' })]
    const shown = ({ wrapper }: Awaited<ReturnType<typeof open>>) =>
      wrapper.findAll('.accuracy dl > div').map(each => [each.get('dt').text(), each.get('dd').text()])
    const meanOf = (...losses: number[]) => {
      const { mean, interval } = accuracyOf(losses)!
      return mean.toFixed(0) + (interval ? ` (${interval.map(end => end.toFixed(0)).join('–')})` : '')
    }
    expect(shown(await open({ analyses }))).toEqual([['Accuracy', meanOf(0.01, 0, 0.2)]])
    expect(shown(await open({ analyses, hand: [[0, 2]] }))).toEqual([
      ['Accuracy, by hand', meanOf(0.01)],
      ['Accuracy, engine', meanOf(0, 0.2)],
    ])
    expect(shown(await open())).toEqual([])
  })

  test('that is sought begins one by the judge, and goes to its first mistake once it is known', async () => {
    const judge = judgeFrom(STRONGEST)
    const judged = view({ player: judge, profile: 'strongest' })
    const opened = await open({ analyses: [], started: judged, seeking: true, assessed: CALIBRATED })
    await flushPromises()
    await flushPromises()
    expect(opened.asked('startGameAnalysis')).toEqual([{ game: 9, player: judge, profile: 'strongest' }])
    expect(opened.at.value).toBe(1)
    expect(opened.wrapper.text()).toContain('Move 2: Left instead of Up')
  })

  test('that is sought of a game that was taken back meanwhile is no failure', async () => {
    const failing = (code: 'NOT_FOUND' | 'BAD_STORE') =>
      open({ analyses: [], seeking: true, started: new LabError(code, 'gone') })
    await failing('NOT_FOUND')
    await flushPromises()
    expect(useToasts().list).toEqual([])
    await failing('BAD_STORE')
    await flushPromises()
    expect(useToasts().list).toHaveLength(1)
  })

  test('what is shared of it has all marks, whatever the list shows', async () => {
    const analyses = [view({ player: judgeFrom(STRONGEST), profile: 'strongest' })]
    const { judged, wrapper, rows } = await open({ analyses, assessed: CALIBRATED, hand: [[0, 2]] })
    const marks = [2, 4, 8].map((slide): unknown => expect.objectContaining({ slide }))
    const accuracies = [expect.objectContaining({ of: 'hand' }), expect.objectContaining({ of: 'engine' })]
    expect(judged.at(-1)).toEqual({ accuracies, marks })
    await wrapper.get('.filter select').setValue('blunder')
    expect(rows()).toHaveLength(1)
    expect(judged.at(-1)).toEqual({ accuracies, marks })
  })

  test('by another player offers the judge, and one by the judge names its cut', async () => {
    const judge = judgeFrom(STRONGEST)
    const { button, asked } = await open()
    expect(button('Find mistakes').element.closest('.more')).toBeNull()
    await button('Find mistakes').trigger('click')
    expect(asked('startGameAnalysis')).toEqual([{ game: 9, player: judge, profile: 'strongest' }])
    const both = await open({ analyses: [view(), view({ id: 4, player: judge, profile: 'strongest', updated: 1 })] })
    expect(both.button('Find mistakes')).toBeUndefined()
    const names = both.wrapper.findAll('.which option').map(each => each.text())
    expect(names.filter(name => name.includes('cut'))).toEqual([expect.stringMatching(/^Strongest.*, cut 0\.0015$/)])
  })

  test('that is sought shows the analysis by the judge that there is, and resumes it if it was paused', async () => {
    const judge = judgeFrom(STRONGEST)
    const own = (state: GameAnalysisView['state']) =>
      view({ id: 4, player: judge, profile: 'strongest', state, done: 8, updated: 1 })
    const done = await open({ analyses: [view(), own('complete')], seeking: true, assessed: CALIBRATED })
    expect(done.asked('startGameAnalysis')).toEqual([])
    expect(done.asked('assessedSlides').at(-1)).toMatchObject({ id: 4 })
    expect(done.at.value).toBe(1)
    const rest = { ...own('stopped'), paused: true } as const
    const paused = await open({ analyses: [rest], started: own('running'), seeking: true, assessed: CALIBRATED })
    expect(paused.asked('startGameAnalysis')).toEqual([{ game: 9, player: judge, profile: 'strongest' }])
  })

  test('goes on with an analysis by the judge that was interrupted, unless the user paused it', async () => {
    const own = view({ id: 4, player: judgeFrom(STRONGEST), profile: 'strongest', state: 'stopped', done: 8 })
    const started = { ...own, state: 'running' } as const
    const askedFor = async (row: GameAnalysisView) =>
      (await open({ analyses: [row], started, assessed: CALIBRATED })).asked('startGameAnalysis')
    expect(await askedFor(own)).toEqual([{ game: 9, player: own.player, profile: 'strongest' }])
    expect(await askedFor({ ...own, paused: true })).toEqual([])
    expect(await askedFor(view({ state: 'stopped' }))).toEqual([])
  })

  test('that is sought leaves the board of a user who has gone to another, or tries a move', async () => {
    const judged = (done: number) => view({ player: judgeFrom(STRONGEST), profile: 'strongest', done, state: 'running' })
    const meanwhile = async (opened: Awaited<ReturnType<typeof open>>, at: number) => {
      opened.at.value = at
      opened.state.analyses = [judged(8)]
      opened.emit('gameAnalysis', judged(8))
      await flushPromises()
      await flushPromises()
      return [opened.at.value, opened.rows().length]
    }
    const sought = { analyses: [], started: judged(0), seeking: true, assessed: CALIBRATED }
    expect(await meanwhile(await open(sought), 0)).toEqual([1, 3])
    expect(await meanwhile(await open(sought), 5)).toEqual([5, 3])
    expect(await meanwhile(await open({ ...sought, isAside: true }), 0)).toEqual([0, 3])
  })

  test('lists the mistakes, and N and Shift+N step through them, each before its move', async () => {
    const { rows, at, wrapper } = await open()
    expect(rows()).toEqual([
      '4Right instead of Leftcorner, row−20',
      '2Left instead of Up−5',
      '8Up instead of Left−3',
      '5Down instead of Up−1',
      '7Left instead of Up−0.5',
    ])
    expect(wrapper.findAll('[title]').map(each => each.attributes('title'))).toEqual(['Large tile left its corner · Broken row'])
    expect(wrapper.get('.summary p').text()).toBe('37.5% of the moves were best or equal. Others lost 3 (median), at most 20.')
    expect(wrapper.text()).toContain('Own unit, not calibrated')
    expect(wrapper.findAll('.mistakes .track').every(bar => bar.classes().includes('hatched'))).toBe(true)
    await wrapper.get('.filter select').setValue('place')
    await key('n')
    expect(at.value).toBe(1)
    await key('n')
    expect(at.value).toBe(3)
    expect(wrapper.get('[aria-selected="true"]').text()).toContain('4')
    await flushPromises()
    expect(wrapper.text()).toContain('Move 4: Right instead of Left')
    expect(wrapper.text()).toContain('Loses 20 at depth 3, in the evaluator’s unit.')
    await key('N')
    expect(at.value).toBe(1)
    await key('N')
    expect(at.value).toBe(1)
  })

  test('that is paused says so, and does not call a game without mistakes before its end', async () => {
    const { wrapper } = await open({ analyses: [view({ done: 1, state: 'stopped' })] })
    expect(wrapper.get('.summary p').text()).toBe('Every move so far was best or equal.')
    expect(wrapper.text()).toContain('1 of 8 moves · paused')
  })

  test('calls a player calibrated or not once its moves show it, and a game over once all are there', async () => {
    const calibration = calibrationOf(11, { goal: 12, from: 0, to: 100, points: 1000 })
    const texts = async (opened: Opened) => {
      const { wrapper } = await open(opened)
      const has = (text: string) => wrapper.text().includes(text)
      return [has('not calibrated'), has('No move so far lost this much.'), has('No move lost this much.')]
    }
    const running = (done: number) => [view({ done, state: 'running' })]
    expect(await texts({ analyses: running(0), calibration })).toEqual([false, false, false])
    // its first boards are of no stage
    expect(await texts({ analyses: running(1), calibration })).toEqual([false, true, false])
    expect(await texts({ analyses: running(1) })).toEqual([true, true, false])
    expect(await texts({ analyses: [view({ done: 1, slides: 1 })] })).toEqual([true, false, true])
  })

  test('shows a move that lost the game by its own risk, and what the losses leave out or contain', async () => {
    const risk = [0, 0, 0, 0.9, 0, 0, 0, 0]
    const { wrapper, rows } = await open({ assessed: { risk, ownRisk: risk.with(3, 1), showsDistantRisks: false } })
    expect(wrapper.get('.summary p').text()).toBe(
      '37.5% of the moves were best or equal. Others lost 2 (median), at most 5. 1 move lost the game. ' +
        'Its loss is not included. ' +
        'This player cannot recognise lost boards further ahead; such risks are part of the losses.',
    )
    expect(rows()[0]).toBe('4Right instead of Leftcorner, rowlost the game')
    await key('n')
    await flushPromises()
    expect(wrapper.get('.detail').text()).toContain('Chance of losing at depth 3: 100% after this move, 10% after the best one.')
  })

  test.each([
    [8, 'Accuracy', '62.5% of the moves were best or equal.'],
    [5, 'Accuracy so far', 'So far 60% of the moves were best or equal.'],
  ])('after %i of 8 moves says whether figures are of the whole game', async (done, name, summary) => {
    const fields = Object.entries(CALIBRATED).map(([key, its]: [string, unknown]): [string, unknown] => [
      key,
      Array.isArray(its) ? (its as unknown[]).slice(0, done) : its,
    ])
    const assessed = Object.fromEntries(fields) as unknown as AssessedSlides
    const judge = view({ done, state: done === 8 ? 'complete' : 'running', player: judgeFrom(STRONGEST) })
    const { wrapper } = await open({ analyses: [judge], assessed })
    expect(wrapper.get('.accuracy dt').text()).toBe(name)
    expect(wrapper.get('.summary p').text()).toContain(summary)
  })

  test('says how many losses are rough, and marks them; says nothing if none is', async () => {
    const { rows, wrapper } = await open({ assessed: { ...CALIBRATED, rough: SLIDES.rough.with(3, true).with(7, true) } })
    const about = /Rough \(≈\), on boards unlike those of .*’s games: (.*) losses\./
    expect(about.exec(wrapper.text())?.[1]).toBe('2 of 3')
    expect(rows().map(row => row.includes('≈'))).toEqual([false, true, true])
    expect(rows()[1]).toBe('4Right instead of Leftcorner, row≈−30.0 pp ??')
    await key('n')
    await key('n')
    await flushPromises()
    expect(wrapper.get('.detail').text()).toContain('Loses about 30.0 percentage points of the chance of 2,048')
    const sure = await open({ assessed: CALIBRATED })
    expect(sure.wrapper.text()).not.toMatch(/≈|unlike/)
  })

  test('of a calibrated player counts classes, and shows losses in chance or points, as bars and with signs', async () => {
    const { rows, wrapper } = await open({ assessed: CALIBRATED })
    const signed = [
      '2Left instead of Up−1.5 pp ?!',
      '4Right instead of Leftcorner, row−30.0 pp ??',
      '8Up instead of Left−5.0 pp ?',
    ]
    expect(rows()).toEqual(signed)
    expect(wrapper.get('.summary p').text().replaceAll(/\s+/g, ' ')).toBe(
      '62.5% of the moves were best or equal. 1 ?! inaccuracy1 ? mistake1 ?? blunder',
    )
    const bars = wrapper
      .findAll<HTMLElement>('.mistakes .fill')
      .map(({ element }) => Number(element.style.getPropertyValue('--length')))
    expect(bars).toEqual([expect.closeTo(0.15), 1, expect.closeTo(0.5)])
    await key('n')
    await key('n')
    await flushPromises()
    expect(wrapper.get('.detail').text()).toContain(
      'Loses 30.0 percentage points of the chance of 2,048, or 9,000 points, at depth 3.',
    )
    expect(wrapper.findAll('.detail .moves .loss').map(each => each.text())).toEqual([
      '−30.0\u00a0pp ??',
      '–',
      'best',
      '−30.0\u00a0pp ??',
    ])
    usePreferences().set({ valueScale: 'points' })
    await flushPromises()
    expect(rows()[1]).toBe('4Right instead of Leftcorner, row−9,000 ??')
    usePreferences().set({ lossThresholds: { inaccuracy: 0.02, mistake: 0.5 } })
    await flushPromises()
    expect(rows()[1]).toBe('4Right instead of Leftcorner, row−9,000 ?')
    await wrapper.get('.filter select').setValue('mistake')
    expect(rows()).toHaveLength(2)
  })

  test('grows while the analysis runs, asks for what is new alone, and pauses it', async () => {
    const { emit, rows, state, asked, wrapper, button } = await open({
      analyses: [view({ done: 3, state: 'running', leftMs: 65_000 })],
    })
    expect(rows()).toHaveLength(1)
    expect(wrapper.text()).toContain('3 of 8 moves')
    expect(wrapper.text()).toContain('1 min left')
    state.analyses = [view({ done: 5, state: 'running' })]
    emit('gameAnalysis', state.analyses[0]!)
    await flushPromises()
    expect(rows()).toHaveLength(3)
    expect(asked('assessedSlides')).toEqual([
      { id: 5, from: 0 },
      { id: 5, from: 3 },
    ])
    await button('Pause').trigger('click')
    expect(asked('pauseRun')).toEqual([{ kind: 'analysis', id: 5 }])
    emit('gameAnalysis', view({ done: 5, state: 'stopped' }))
    await flushPromises()
    await button('Resume').trigger('click')
    expect(asked('startGameAnalysis')).toEqual([{ game: 9, player, profile: name }])
    emit('gameAnalysis', view({ game: 10, done: 7, state: 'running' }))
    await flushPromises()
    expect(wrapper.text()).toContain('0 of 8 moves') // that was another game
    const problem = { code: 'BAD_STORE', message: 'game 9: the final score is wrong' } as const
    emit('gameAnalysis', view({ done: 0, state: 'stopped', problem }))
    await flushPromises()
    expect(wrapper.get('[role="alert"]').text()).toContain('game 9: the final score is wrong')
  })

  test('plays a mistake out in points, shows how far that is, and says what came of it', async () => {
    const { wrapper, button, asked, emit } = await open()
    await key('n') // the largest loss
    await flushPromises()
    const [depth] = wrapper.findAll('.playouts select')
    await depth!.setValue('0')
    await button('Play 1,000 games from each').trigger('click')
    await flushPromises()
    expect(asked('startPlayouts')).toEqual([
      {
        ...{ game: 9, slide: 4, better: 'left', worse: 'right', profile: name, games: 1000 },
        player: { ...player, limits: { depth: 0 } },
      },
    ])
    expect(wrapper.get('.playouts progress').attributes()).toMatchObject({ max: '2000', value: '0' })
    await wrapper.get('.playouts button').trigger('click')
    expect(asked('pauseRun')).toEqual([{ kind: 'playouts', id: 'ab' }])
    emit('playouts', playoutView({ games: { better: 700, worse: 600 }, state: 'stopped' }))
    await flushPromises()
    expect(wrapper.get('.playouts progress').attributes()).toMatchObject({ max: '2000', value: '1300' })
    expect(button('1,000 more from each')).toBeUndefined() // once it is whole
    await button('Resume').trigger('click')
    expect(asked('resumeRun')).toEqual([{ kind: 'playouts', id: 'ab' }])
    emit('playouts', playoutView({ slide: 2 }))
    emit('playouts', playoutView())
    await flushPromises()
    expect(wrapper.text()).toContain('Left against Right: +1,000 points (95% interval at every look: +600 to +1,400)')
    expect(wrapper.text()).toContain('Left is better than Right.')
    await wrapper.get('.playouts select').setValue('1')
    expect(button('1,000 more from each')).toBeDefined()
  })
})
