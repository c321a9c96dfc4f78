/** The rules of a game on a page, on a page that is a script: a browser is in remotePage.test.ts. */
import { describe, expect, test } from 'vitest'
import type { PageEnd } from '../../../../src/core/contract/calls'
import { EMPTY, face, slide, withTile, type Board, type Move } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { builtInProfiles } from '../../../../src/main/lab/localLab'
import { KNOWN_PAGES, PageBoard, type PageTime, findBoard } from '../../../../src/main/lab/remote/pageBoard'
import { PagePlay, type PageMove } from '../../../../src/main/lab/remote/pagePlay'
import { PageRecord } from '../../../../src/main/lab/remote/pageRecord'
import { clickExpression, readExpression, type SeenPage } from '../../../../src/main/lab/remote/pageScript'

const [original, byClasses] = [KNOWN_PAGES[0]!, KNOWN_PAGES[1]!]
const profile = builtInProfiles().find(({ name }) => name === 'thesis')!
const player = { evaluator: profile.evaluator, settings: profile.settings, limits: { depth: 0 } }
const START = parseBoard('1100000000000000')

/** A page that does what a test says: of the original's markup, without a browser. It has a time of its own, which pauses alone move. */
class ScriptedPage implements PageTime {
  #ms = 0
  /** Called once that many milliseconds have passed. */
  after: { readonly ms: number; readonly call: () => void } | undefined
  board: Board = START
  score = 0
  won = false
  over = false
  hidden = false
  /** Whether it saves its game. */
  saves = true
  /** More tiles than those of the board. */
  tiles: SeenPage['tiles'] = []
  readonly pressed: Move[] = []
  holds = false
  frames = 0
  readonly clicked: string[] = []
  /** What a key does; the usual page moves, and a 2 appears in the first empty cell. */
  onKey: (move: Move, n: number) => void = move => this.move(move)
  onClick: (button: 'keepPlaying' | 'restart') => boolean = () => false

  now(): number {
    return this.#ms
  }

  async pause(ms: number): Promise<void> {
    this.#ms += ms
    if (this.after && this.#ms >= this.after.ms) {
      const { call } = this.after
      this.after = undefined
      call()
    }
    await new Promise(resolve => setImmediate(resolve))
  }

  move(move: Move): void {
    const slid = slide(this.board, move)
    if (!slid) return
    this.score += slid.reward
    this.board = withTile(slid.board, { cell: slid.board.indexOf(0), rank: 1 })
  }

  async press(move: Move): Promise<void> {
    this.pressed.push(move)
    this.onKey(move, this.pressed.length)
  }

  async evaluate(expression: string): Promise<never> {
    for (const button of ['keepPlaying', 'restart'] as const)
      if (expression === clickExpression(original[button]!)) {
        this.clicked.push(button)
        return this.onClick(button) as never
      }
    const isOriginal = expression === readExpression(original)
    const tiles = this.board.flatMap((rank, cell): SeenPage['tiles'] => (rank === 0 ? [] : [[cell >> 2, cell & 3, face(rank)]]))
    const cells = [0, 1, 2, 3].map(x =>
      [0, 1, 2, 3].map(y => {
        const rank = this.board[y * 4 + x]!
        return rank === 0 ? null : { position: { x, y }, value: face(rank) }
      }),
    )
    const saved = { grid: { size: 4, cells }, score: this.score, over: false, won: this.won, keepPlaying: false }
    const seen: SeenPage = {
      ...{
        address: 'http://page/',
        loading: false,
        hidden: this.hidden,
        frames: ++this.frames,
        score: this.score,
        won: this.won,
        over: this.over,
      },
      tiles: [...tiles, ...this.tiles],
      saved: isOriginal && this.saves ? JSON.stringify(saved) : null,
    }
    return seen as never
  }
}

interface Played {
  readonly end: PageEnd
  readonly moves: readonly PageMove[]
}

/** Plays until `most` moves were made. @param choices of the engine, one after the other; then the first legal move */
async function play(
  page: ScriptedPage,
  {
    choices = [],
    most = 1,
    anew = false,
    delay = () => 0,
    onMove,
    onChoice,
  }: {
    choices?: readonly Move[]
    most?: number
    anew?: boolean
    delay?: () => number
    onMove?: (play: PagePlay, n: number) => void
    onChoice?: (play: PagePlay, n: number) => void
  } = {},
): Promise<Played> {
  const stopped = new AbortController()
  const moves: PageMove[] = []
  let chosen = 0
  const game: PagePlay = new PagePlay({
    ...{ tab: page, board: new PageBoard(page, original), delay, patienceMs: 800, signal: stopped.signal, time: page },
    choose: async board => {
      const move = choices[chosen++] ?? (['left', 'up', 'right', 'down'] as const).find(each => slide(board, each))!
      onChoice?.(game, chosen)
      return { move, ms: 1 }
    },
    begin: ({ board: start, score, address }) =>
      new PageRecord({ start, startScore: score ?? 0, address, read: original.name, player, profile }),
    onMove: move => {
      moves.push(move)
      onMove?.(game, moves.length)
      if (moves.length >= most) stopped.abort()
    },
  })
  return { end: await game.game(anew), moves }
}

function refusal(page: ScriptedPage, options?: Parameters<typeof play>[1]): Promise<string> {
  return play(page, options).then(
    ({ end }) => `no refusal: ${end}`,
    (error: unknown) => (error as Error).message,
  )
}

describe('a game on a page', () => {
  test('a move by hand in place of the engine’s is the person’s, and the engine’s after it its own', async () => {
    const page = new ScriptedPage()
    page.onKey = (move, n) => {
      if (n === 1) page.move('down') // a person was faster, and the key came too late
      else if (n === 2) {
        page.move('down')
        page.move(move)
      } else page.move(move)
    }
    const { moves } = await play(page, { choices: ['right', 'right', 'up'], most: 4 })
    expect(moves.map(({ turn, by }) => `${turn.move} ${by}`)).toEqual(['down person', 'down person', 'right engine', 'up engine'])
    expect(moves.map(({ engine }) => engine?.ms)).toEqual([undefined, undefined, 1, 1])
    expect(moves.at(-1)!.seen).toEqual(page.board)
  })

  test.each([
    [3, undefined],
    [4, /rules do not allow\. .* Expected: at most 3 moves/],
  ])('of %i moves between two looks', async (n, words) => {
    const page = new ScriptedPage()
    const done = refusal(page, {
      most: 3,
      onChoice: game => {
        game.hand(false)
        for (const move of (['down', 'right', 'down', 'right'] as const).slice(0, n)) page.move(move)
      },
    })
    expect(await done).toMatch(words ?? /^no refusal: stopped$/)
    expect(page.pressed).toEqual([])
  })

  test('is a person’s until it is given back, also during the pause before a move', async () => {
    const page = new ScriptedPage()
    let delay = 60_000
    const { moves } = await play(page, {
      delay: () => delay,
      most: 2,
      onChoice: (game, n) => {
        if (n > 1) return
        page.after = {
          ms: 50,
          call: () => {
            expect(page.pressed).toEqual([])
            game.hand(false)
            page.move('down')
          },
        }
      },
      onMove: (game, n) => {
        if (n > 1) return
        expect([game.isEngines, page.pressed]).toEqual([false, []])
        delay = 0
        game.hand(true)
      },
    })
    expect(moves.map(({ turn, by }) => `${turn.move} ${by}`)).toEqual(['down person', 'left engine'])
    expect(page.pressed).toEqual(['left'])
  })

  test('a key that did nothing is pressed once more, and then the page is said not to move', async () => {
    const page = new ScriptedPage()
    page.onKey = (move, n) => void (n === 2 && page.move(move))
    expect((await play(page, { choices: ['right'] })).moves).toMatchObject([{ turn: { move: 'right' }, by: 'engine' }])

    const [still, behind] = [new ScriptedPage(), new ScriptedPage()]
    for (const each of [still, behind]) each.onKey = () => undefined
    behind.hidden = true
    behind.saves = false
    expect(await refusal(still, { choices: ['right'] })).toMatch(/does not move right on 2 2 \. \. .* pressed twice\.$/)
    expect(still.pressed).toEqual(['right', 'right'])
    expect(await refusal(behind)).toMatch(/its tab, which is in the background.*Show the tab/)
  })

  test('a message of 2048 that comes after the key is passed, and the key is pressed again', async () => {
    const page = new ScriptedPage()
    page.onKey = (move, n) => {
      if (n === 1) page.won = true
      else page.move(move)
    }
    page.onClick = () => {
      page.won = false
      return true
    }
    const { moves } = await play(page, { choices: ['down'] })
    expect(moves).toMatchObject([{ turn: { move: 'down' }, by: 'engine' }])
    expect([page.clicked, page.pressed]).toEqual([['keepPlaying'], ['down', 'down']])
  })

  test('a message of 2048 without its button, or that stays, ends it', async () => {
    const page = new ScriptedPage()
    page.won = true
    expect(await refusal(page)).toMatch(/no button to keep playing/)
    page.onClick = () => true
    expect(await refusal(page)).toMatch(/stays 0\.8 s after its button was clicked/)
    expect(page.pressed).toEqual([])
  })

  test('a board that the rules do not allow, or that never rests, or that is gone, ends it', async () => {
    const [wrong, restless, bare] = [new ScriptedPage(), new ScriptedPage(), new ScriptedPage()]
    wrong.onKey = move => {
      wrong.move(move)
      wrong.board = withTile(wrong.board, { cell: 15, rank: 9 })
    }
    expect(await refusal(wrong, { choices: ['left'] })).toMatch(
      /rules do not allow\. Before: 2 2 .* Expected after left: 4 \. .* one 2 or 4 in an empty cell\. Seen: 4 2 .* 512\.$/,
    )
    restless.saves = false
    restless.onKey = () => undefined
    const look = restless.evaluate.bind(restless)
    restless.evaluate = expression => {
      if (restless.pressed.length > 0) restless.board = withTile(EMPTY, { cell: restless.frames % 16, rank: 1 })
      return look(expression)
    }
    expect(await refusal(restless)).toMatch(/changes by itself and has not stood still for 0\.8 s/)
    bare.onKey = () => void (bare.board = EMPTY)
    expect(await refusal(bare)).toMatch(/has shown no board for 0\.8 s: there are no tiles .*Its markup may have changed/)
  })

  test('another game that the page begins ends it', async () => {
    const page = new ScriptedPage()
    page.onKey = (move, n) => {
      if (n < 3) page.move(move)
      else {
        page.board = parseBoard('0000000000200100')
        page.score = 0
      }
    }
    const { end, moves } = await play(page, { most: 9 })
    expect([end, moves.length]).toEqual(['another game', 2])
    expect(page.clicked).toEqual([])
  })

  test('is over where nothing can move, and not because the page says so', async () => {
    const page = new ScriptedPage()
    page.onKey = move => {
      page.move(move)
      page.over = true
      page.saves = false
    }
    page.board = parseBoard('3131131331313130')
    expect(await play(page, { choices: ['right'], most: 9 })).toMatchObject({ end: 'over', moves: [{ by: 'engine' }] })
    const wrong = new ScriptedPage()
    wrong.over = true
    expect(await refusal(wrong)).toMatch(/says that the game is over, but a move is possible: 2 2/)
  })

  test('a score that is not the rules’ ends it', async () => {
    const page = new ScriptedPage()
    page.onKey = move => {
      page.move(move)
      page.score += 4
    }
    expect(await refusal(page, { choices: ['left'] })).toMatch(/shows a score of 8 where the rules give 4: 4 2 /)
  })

  test('begins anew by the page’s button, and says where there is none or it does nothing', async () => {
    const page = new ScriptedPage()
    page.board = parseBoard('1234000000000000')
    page.onClick = button => {
      page.board = START
      return button === 'restart'
    }
    expect((await play(page, { anew: true, choices: ['down'] })).moves[0]!.board).toEqual(page.board)
    expect(page.clicked).toEqual(['restart'])
    page.onClick = () => false
    expect(await refusal(page, { anew: true })).toMatch(/No button that begins a new game/)
    page.board = parseBoard('1234000000000000')
    page.onClick = () => true
    expect(await refusal(page, { anew: true })).toMatch(/no new game 0\.8 s after/)
  })
})

describe('the board of a page', () => {
  test.each<[what: string, tiles: SeenPage['tiles'], words: RegExp]>([
    ['no place', [[0, null, 2]], /a tile does not say where it stands/],
    ['a place beyond 4 × 4', [[4, 0, 2]], /stands in row 5, column 1; the lab plays on 4 × 4/],
    ['no value', [[2, 3, null]], /the tile in row 3, column 4 has no value/],
    ['a value of 1', [[2, 3, 1]], /has the value 1, which is no power of two/],
    ['a tile that is not in the saved game', [[2, 3, 2]], /its tiles show 2 2 .* but it has saved 2 2/],
  ])('with %s is none', async (_, tiles, words) => {
    const page = new ScriptedPage()
    page.tiles = tiles
    const look = await new PageBoard(page, original).look()
    expect(look).toMatchObject({ kind: 'none', why: expect.stringMatching(words) as string })
  })

  test('has the larger of two tiles that stand on each other, whichever comes first', async () => {
    const page = new ScriptedPage()
    page.saves = false
    page.tiles = [[0, 0, 4], [0, 1, 4], [0, 1, 2]] // oxfmt-ignore
    const look = await new PageBoard(page, original).look()
    expect(look).toMatchObject({ kind: 'board', board: parseBoard('2200000000000000'), saved: false })
  })

  test('is the original’s only with its saved game, or when the game is over', async () => {
    const page = new ScriptedPage()
    const read = async () => (await findBoard(page, undefined, 200, new AbortController().signal, page)).selectors.name
    expect(await read()).toBe(original.name)
    page.saves = false
    expect(await read()).toBe(byClasses.name)
    page.over = true
    expect(await read()).toBe(original.name)
    page.board = EMPTY
    await expect(read()).rejects.toMatchObject({
      code: 'BAD_PAGE',
      message: expect.stringMatching(/^No board of 2048 was found: there are no tiles .*original 2048.*selector file/) as string,
    })
  })
})
