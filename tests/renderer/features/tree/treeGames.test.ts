/** Trees of games other than 2048 on the Tree screen: rows, the dialog that records them, the lecture. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GAMES } from '../../../../src/core/games/registry'
import { Trace } from '../../../../src/core/trace/trace'
import { recordedGame } from '../../../core/support/recordedGame'
import { press } from '../../helpers'
import { TreePage } from './treeSupport'

const TEXTBOOK = '(max (min 3 12 8) (min 2 4 6) (min 14 5 2))'

/** At the chance node 0.4 · 6 + 0.3 · 4 − 0.3 · 5 = 2.1 is more than MIN’s 2. */
const CUT_CHANCE = '(max (min 2 (chance 0.4:(max 6 1) 0.3:(max 4 0) 0.3:(max 1 -5))) 0)'

let page: TreePage
beforeEach(() => {
  // there is no layout here: a pane as high as forty rows
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(1040)
})
afterEach(() => {
  page.leave()
  vi.restoreAllMocks()
})

async function show(...asked: Parameters<typeof recordedGame>): Promise<Trace> {
  const trace = new Trace(recordedGame(...asked))
  page = await TreePage.of([trace])
  return trace
}

const cell = (row: HTMLElement, column: string) => row.querySelector(`.${column}`)!.textContent.trim()
const cells = (column: string) => page.rows.map(row => cell(row, column))

/** What the dialog asks of the lab. */
async function searched() {
  page.button('Search', document.querySelector('dialog')!).click()
  await page.settle()
  return page.lab.asked('recordSearch').at(-1)
}

describe('rows', () => {
  test('have windows, bounds, cuts with their reason, and in grey what was not visited', async () => {
    await show('exampleTree', TEXTBOOK, 'alphaBeta')
    await page.key('e')
    expect(cells('glyph').slice(0, 3)).toEqual(['△', '▽', '▪'])
    expect(cells('value').slice(0, 9)).toEqual(['3', '3', '3', '12', '8', '≤ 2', '2', '', ''])
    expect(cells('window').slice(4, 7)).toEqual(['[−∞, 3]', '[3, ∞]', '[3, ∞]'])
    expect(cells('difference').slice(2, 5)).toEqual(['', '+9', '+5'])
    expect(cells('flags')[5]).toBe('pruned: 2 ≤ α = 3')
    for (const row of page.rows.slice(7, 9)) {
      expect(row.classList.contains('not-visited')).toBe(true)
      expect(cell(row, 'flags')).toBe('not visited')
    }
    expect(document.body.textContent).not.toMatch(/slide|board/i)
  })

  test('of chance nodes that were cut say why, and what the outcomes not visited add to the bound', async () => {
    await show('exampleTree', CUT_CHANCE, 'star1')
    await page.key('e')
    const chance = page.rows.find(row => cell(row, 'glyph') === '○')!
    expect(['value', 'window', 'flags'].map(column => cell(chance, column))).toEqual(['≥ 2.1', '[−∞, 2]', 'pruned: 2.1 ≥ β = 2'])
    const [stopped] = page.rows.filter(row => cell(row, 'glyph') === '△').slice(1)
    expect(['value', 'flags'].map(column => cell(stopped!, column))).toEqual(['6.0', 'pruned: nothing can be better'])
    chance.click()
    await page.settle()
    const table = [...page.panel.querySelectorAll('.backup tr')].map(row =>
      [...row.children].map(each => each.textContent.trim()),
    )
    expect(table.slice(1)).toEqual([
      ['1', '0.4', '6.0', '2.4'],
      ['2', '0.3', '≥ 4.0', '1.2'],
      ['3', '0.3', 'not visited', '–'],
      ['not visited, at least', '0.3', '−5', '−1.5'],
      ['Sum', '≥ 2.1'],
    ])
    expect(page.panel.querySelector('.backup')!.textContent).toContain('pruned: 2.1 ≥ β = 2')
  })
})

describe('the dialog', () => {
  const field = (label: string) => {
    const found = [...document.querySelectorAll('dialog label')].find(each => each.textContent.trim().startsWith(label))!
    const id = found.getAttribute('for')
    return (id ? document.querySelector(`[id="${id}"]`) : found.querySelector('input, select')) as HTMLInputElement
  }
  const named = (label: string) => document.querySelector<HTMLInputElement>(`dialog [aria-label="${label}"]`)!
  const accept = () => page.button('Search', document.querySelector('dialog')!)

  async function open(game: string): Promise<void> {
    page = await TreePage.of([])
    await page.click('Record a search')
    await page.pick(field('Game') as unknown as HTMLSelectElement, game)
  }

  test('asks for a search of a game, with limits and what is put around it', async () => {
    await open('ticTacToe')
    await page.type(field('Position'), 'X../.O./...')
    await page.type(field('Depth'), '4')
    await page.pick(field('Order of the children') as unknown as HTMLSelectElement, 'static')
    expect(await searched()).toEqual({
      ...{ game: 'ticTacToe', position: 'X../.O./...', searcher: 'alphaBeta', config: {}, seed: 1, keep: [] },
      ...{ limits: { depth: 4 }, wrapping: { order: 'static' } },
    })
  })

  test('has the limits of the shown search', async () => {
    await show('exampleTree', TEXTBOOK, 'alphaBeta', { limits: { depth: 2, nodes: 900 } })
    await page.click('Record another')
    expect([field('Depth').value, field('Nodes').value, field('Time (ms)').value]).toEqual(['2', '900', ''])
    expect(await searched()).toMatchObject({ position: TEXTBOOK, limits: { depth: 2, nodes: 900 } })
  })

  test('offers the config of a searcher as its schema has it, and asks with what differs from the usual', async () => {
    await open('exampleTree')
    expect(document.activeElement?.tagName).toBe('SELECT')
    await page.type(named('Known value'), '3')
    expect(await searched()).toMatchObject({ searcher: 'alphaBeta', config: { known: 3 } })
    await page.click('Record a search')
    await page.pick(field('Game') as unknown as HTMLSelectElement, 'twenty48')
    await page.pick(field('Searcher') as unknown as HTMLSelectElement, 'expectimax')
    expect(field('Rewards').value).toBe('ignored') // of 2048
    await page.type(field('Depth'), '2')
    await page.pick(field('Floor') as unknown as HTMLSelectElement, ' number')
    await page.type(named('Floor'), '-5')
    await page.type(named('Probability cut'), '0.01')
    expect(await searched()).toMatchObject({ searcher: 'expectimax', config: { floor: -5, cut: 0.01 } })
  })

  test('says what is wrong with a position, a limit or a game that is too long', async () => {
    await open('exampleTree')
    const problem = () => (accept().disabled ? document.querySelector('dialog [role="alert"]')!.textContent : undefined)
    const search = (by: string) => page.pick(field('Searcher') as unknown as HTMLSelectElement, by)
    await page.type(field('Position'), '(max 3 (min')
    expect(problem()).toMatch(/./)
    await page.click('Start position')
    expect(problem()).toBeUndefined()
    await page.type(field('Depth'), 'many')
    expect(problem()).toBe('A whole number from 1 to 10,000')
    await page.type(field('Depth'), '')
    await page.type(field('Position'), '(p1 [1,2,3] [3,2,1])')
    expect(problem()).toBe('Alpha-beta searches positions of up to 2 players; this one has 3.')
    await search('greedy')
    expect(problem()).toBe('Greedy records trees of one or two players; this position has 3.')
    for (const its of ['coalition', 'paranoid']) {
      await search(its)
      expect(problem()).toBeUndefined()
    }
    await search('mcts')
    expect(problem()).toMatch(/^MCTS needs a limit:/)
    expect(document.querySelector('dialog legend')!.textContent).toBe('Limits (set at least one)')
    await page.type(field('Nodes'), '100')
    expect(problem()).toBeUndefined()
    await page.pick(field('Game') as unknown as HTMLSelectElement, 'twenty48')
    await search('expectimax')
    expect(problem()).toContain('too long')
  })
})

describe('the warehouse', () => {
  const field = (label: string) =>
    [...document.querySelectorAll('dialog label')]
      .find(each => each.textContent.trim().startsWith(label))!
      .querySelector<HTMLInputElement>('input, select')!
  const position = () => document.querySelector('dialog textarea') as HTMLTextAreaElement
  const picture = () => document.querySelector('dialog svg.state')!

  beforeEach(async () => {
    page = await TreePage.of([])
    await page.click('Record a search')
    await page.pick(field('Game') as unknown as HTMLSelectElement, 'warehouse')
  })

  test('is searched with weights that were tuned, of a file; what is wrong with the file is said', async () => {
    const input = document.querySelector<HTMLInputElement>('dialog input[type="file"]')!
    const choose = async (content: object) => {
      Object.defineProperty(input, 'files', { configurable: true, value: [new File([JSON.stringify(content)], 'tuned.json')] })
      input.dispatchEvent(new Event('change'))
      await page.settle()
    }
    const names = GAMES.warehouse.families!['improved']!.weights.map(({ name }) => name)
    const tuned = { game: 'warehouse', family: 'improved', weights: Object.fromEntries(names.map((name, i) => [name, i + 1])) }
    await choose({ ...tuned, game: 'cantGoBack' })
    expect(document.querySelector('dialog [role="alert"]')!.textContent).toContain('not of warehouse')
    await choose(tuned)
    expect(field('Heuristic').value).toBe('improved(1,2,3,4,5,6,7,8)')
    await page.type(field('Depth'), '2')
    expect(await searched()).toMatchObject({ heuristic: 'improved(1,2,3,4,5,6,7,8)' })
  })

  test('is placed by its rules and a seed, says which rule is wrong, and is searched with the heuristic that is chosen', async () => {
    const before = position().value
    await page.type(field('Obstacles'), 'z9')
    const alert = document.querySelector('dialog details [role="alert"]')!
    expect(alert.textContent).toContain('obstacles: "z9" is not a cell, a1 … e5')
    expect(position().value).toBe(before)
    await page.type(field('Columns'), '4')
    await page.type(field('Obstacles'), 'b2,d4')
    field('Robots may place blocks').click()
    await page.type(field('Seed'), '7')
    await page.pick(field('Heuristic') as unknown as HTMLSelectElement, 'improved')
    await page.type(field('Depth'), '3')
    expect(position().value).toMatch(/^4x5 stations=.* blocks=b2,d4 A=.* placeBlock$/)
    const placed = position().value
    expect(placed).not.toBe(before)
    expect(await searched()).toMatchObject({
      ...{ game: 'warehouse', position: placed, heuristic: 'improved', limits: { depth: 3 } },
    })
  })

  test('is drawn with all that is on the board, and says it', async () => {
    const text =
      '5x5 stations=a1,e5 blocks=b3,c1 A=c3,20,0,d1>a5 B=d4,18,6 lying=a2>c4 waiting=b2>e5,a4>a3 turn=B steps=199 spawns=0123456789abcdef'
    await page.type(position() as unknown as HTMLInputElement, text)
    const count = (selector: string) => picture().querySelectorAll(selector).length
    expect([count('.station'), count('.block'), count('.robot > g:first-child .package')]).toEqual([2, 2, 1])
    expect([...picture().querySelectorAll('.destination text')].map(each => each.textContent)).toEqual(['1', 'A'])
    expect([...picture().querySelectorAll('.figure')].map(each => each.textContent)).toEqual(['20', '0', '18', '6'])
    expect(picture().querySelector('.robot.acts text')!.textContent).toBe('B')
    expect(picture().getAttribute('aria-label')).toContain(
      'Robot A on c3, battery 20, credit 0, with a package for a5. Robot B on d4, battery 18, credit 6. Package on a2 for c4. ' +
        'Stations on a1, e5. Blocks on c1, b3. Robot B to move. 199 steps left.',
    )
  })
})

test("Can't Go Back is drawn with all that is on the board, says where one is wrong, and is searched with the chosen heuristic", async () => {
  const position = () => document.querySelector('dialog textarea') as unknown as HTMLInputElement
  const picture = () => document.querySelector('dialog svg.state')!
  const labelled = (text: string) =>
    [...document.querySelectorAll('dialog label')].find(each => each.textContent.trim().startsWith(text))!
  const select = (text: string) => labelled(text).querySelector('select')!
  page = await TreePage.of([])
  await page.click('Record a search')
  await page.pick(select('Game'), 'cantGoBack')
  await page.type(position(), '0,-1,30/1,7,2 scores=5,-300 turn=2,last fruitTurns=4 penalty=300')
  const texts = (selector: string) => [...picture().querySelectorAll(selector)].map(each => each.textContent)
  expect([picture().querySelectorAll('.blocked').length, texts('.fruit text')]).toEqual([1, ['30', '7']])
  expect(texts('.figure')).toEqual(['5', '−300', '4'])
  expect(picture().querySelector('.player.moves .small')!.textContent).toBe('2')
  expect(picture().getAttribute('aria-label')).toContain(
    '2 rows of 3 cells. Player 1 in row 2, column 1, score 5. Player 2 in row 2, column 3, score -300. ' +
      'Fruits, for 4 more turns: 30 in row 1, column 3, 7 in row 2, column 2. Player 2 to move, the last move of the game.',
  )
  await page.type(position(), '1,-1/-1,2 turn=1,last')
  expect(picture().getAttribute('aria-label')).toContain('No fruits. The game is over.')
  expect(picture().querySelector('.moves')).toBeNull()
  await page.type(position(), '1,3,9/4,0,2 players=4 scores=1,2,3,4 turn=3')
  const marks = [...picture().querySelectorAll('.player')].map(({ classList }) => [...classList].join(' '))
  const four = [1, 2, 3, 4].map(player => `player player-${player}`)
  expect(marks).toEqual([...four, ...four.with(2, `${four[2]} moves`)])
  expect(picture().getAttribute('aria-label')).toContain('Player 4 in row 2, column 1, score 4.')
  await page.type(position(), '0,1/2,x')
  expect(document.querySelector('dialog [role="alert"]')!.textContent).toContain('row 2, column 2: "x" is not')
  await page.type(position(), '0,1/2,9')
  await page.pick(select('Heuristic'), 'heavy')
  await page.type(labelled('Depth').querySelector('input')!, '3')
  expect(await searched()).toMatchObject({
    ...{ game: 'cantGoBack', position: '0,1/2,9', heuristic: 'heavy', limits: { depth: 3 } },
  })
})

describe('the lecture on an event log', () => {
  const code = () => document.querySelector('.lecture-code .lit')?.textContent.trim()
  const told = () => document.querySelector('.lecture .sentence')!.textContent.trim()
  const call = () => [...document.querySelectorAll('.lecture-code .calls .current > *')].map(({ textContent }) => textContent)

  test.each([
    ['star1', '(max (chance 0.5:2 0.5:3) (chance 0.5:0 0.3:0 0.2:10))', 'if v ≤ a then Sum ← Sum + Rest⁺, break'],
    ['star1', CUT_CHANCE, 'if v ≥ b then Sum ← Sum + Rest, break'],
    [
      'star2',
      '(max (chance 0.5:(min 2 8) 0.5:(min 3 9)) (chance 0.5:(min 0 4) 0.5:(min 1 10)))',
      'if Σ P · Low ≥ β or Σ P · High ≤ α then return it',
    ],
  ] as const)('has the line of the code that %s leaves a chance node by: %s', async (searcher, text, line) => {
    const { log, ...trace } = await show('exampleTree', text, searcher).then(its => ({ log: its.log!, kind: its.kind.bind(its) }))
    await page.click('Lecture')
    const at = Array.from({ length: log.events }, (_, each) => each).find(
      each => log.kind(each) === 'cut' && trace.kind(log.event(each).node) === 'chance',
    )!
    await page.type(document.querySelector<HTMLInputElement>('.lecture .scrubber')!, String(at))
    expect(code()).toBe(line)
  })

  test('makes every step of keys that come faster than its answers; of places on the slider the last counts', async () => {
    await show('exampleTree', TEXTBOOK, 'alphaBeta')
    await page.click('Lecture')
    const place = () => Number(/event (\d+) of/.exec(document.querySelector('.lecture .place')!.textContent)![1])
    const before = place()
    for (let i = 0; i < 3; i++) press('i')
    await page.settle()
    expect(place()).toBe(before + 3)
    const slider = document.querySelector<HTMLInputElement>('.lecture .scrubber')!
    for (const at of [5, 6, 7, 8]) {
      slider.value = String(at)
      slider.dispatchEvent(new Event('input', { bubbles: true }))
    }
    await page.settle()
    expect(place()).toBe(9)
  })

  test('steps with code, variables and calls; says nothing that comes later', async () => {
    await show('exampleTree', TEXTBOOK, 'alphaBeta')
    await page.key('e')
    await page.click('Lecture')
    expect(page.rows).toHaveLength(1)
    expect(cells('value')).toEqual(['–'])
    expect(code()).toContain('AlphaBeta(State, D, α, β)')
    const seen = new Set<string>()
    let before = -1
    for (let i = 0; i < 60; i++) {
      const place = /event (\d+) of (\d+)/.exec(document.querySelector('.lecture .place')!.textContent)!
      if (Number(place[1]) === before) break
      before = Number(place[1])
      seen.add(told())
      // a value of 14 is there only from its own event on
      if (!seen.has('The game is over here: the value is 14.'))
        expect(page.outline.textContent + page.panel.textContent).not.toMatch(/\b14\b(?! 5)/)
      press('i')
      await page.settle()
    }
    expect(seen).toContain('2 ≤ α = 3. MAX already has 3 at the root: the 2 other children cannot matter.')
    expect(page.rows).toHaveLength(13)
    expect(told()).toBe('Returns 3 from the root.')
    expect(call()).toEqual(['△ root, returns 3', 'α 3', 'β ∞', '∞'])
    press('j')
    await page.settle()
    expect(cells('value')[0]).toBe('–')
    press('Escape')
    await page.settle()
    expect(cells('value')[0]).toBe('3')
  })

  test('begins by a key, runs to a node, over and out of a call, and to any event; when it ends the outline has the focus of its bar', async () => {
    await show('exampleTree', TEXTBOOK, 'alphaBeta')
    const pressed = async (key: string) => {
      press(key)
      await page.settle()
      return told()
    }
    press('l')
    await page.settle()
    expect(await pressed('o')).toBe('Returns 3 from the root.')
    const second = page.rows.find(row => cell(row, 'edge') === '2' && row.getAttribute('aria-level') === '2')!
    second.click()
    await page.settle()
    expect(await pressed('h')).toBe('Enters B with the window [3, ∞].')
    expect(await pressed('u')).toBe('Returns 2 from B.')
    await page.type(document.querySelector<HTMLInputElement>('.scrubber')!, '0')
    expect(page.rows).toHaveLength(1)
    const end = [...document.querySelectorAll<HTMLElement>('.lecture .bar button')].at(-1)
    end.focus()
    end.click()
    await page.settle()
    expect(document.querySelector('.lecture')).toBeNull()
    expect(document.activeElement).toBe(page.outline)
  })
})
