/**
 * Plays 2048 for tests, by rules of its own. In the address: `seed` of the tiles, `start` (16 hex digits of ranks) where nothing is
 * saved, `form` of the board (`original`; `tiles`: other containers and nothing saved; `cells`: 16 cells with their values), `cheat`:
 * the number of the move after which two tiles appear. Each board of the game is a line in localStorage, under `log`: ranks and score.
 */
const asked = new URLSearchParams(location.search)
const form = asked.get('form') ?? 'original'
const SIDE = 4
const VECTORS = { 37: [-1, 0], 38: [0, -1], 39: [1, 0], 40: [0, 1] }

let game

function randomBelow(n) {
  game.random = (Math.imul(game.random, 1664525) + 1013904223) >>> 0
  return Math.floor((game.random / 2 ** 32) * n)
}

/** @param cells ranks, row by row */
function begin(cells) {
  localStorage.removeItem('log')
  const random = (game?.random ?? Number(asked.get('seed') ?? 1)) >>> 0
  game = { cells: cells ?? Array(16).fill(0), score: 0, moves: 0, won: false, keepPlaying: false, over: false, random }
  if (!cells) {
    addTile()
    addTile()
  }
  if (cells?.some(rank => rank >= 11)) game.keepPlaying = true
  show(game.cells.map((rank, at) => ({ rank, at, isNew: true })))
}

function addTile() {
  const empty = game.cells.flatMap((rank, at) => (rank === 0 ? [at] : []))
  const at = empty[randomBelow(empty.length)]
  game.cells[at] = randomBelow(10) === 0 ? 2 : 1
  return at
}

/** The sixteen cells in four lines, each from the wall that a key pushes to. */
function lines([dx, dy]) {
  return [0, 1, 2, 3].map(line =>
    [0, 1, 2, 3].map(step => {
      const along = dx + dy < 0 ? step : SIDE - 1 - step
      return dx !== 0 ? line * SIDE + along : along * SIDE + line
    }),
  )
}

function push(vector) {
  if (game.over || (game.won && !game.keepPlaying)) return
  const after = Array(16).fill(0)
  const drawn = []
  let reward = 0
  for (const line of lines(vector)) {
    let free = 0
    let open
    for (const from of line) {
      const rank = game.cells[from]
      if (rank === 0) continue
      if (open && open.rank === rank) {
        after[open.at] = rank + 1
        reward += 2 ** (rank + 1)
        drawn.push({ rank, at: open.at, from }, { rank: rank + 1, at: open.at, isMerged: true })
        if (rank + 1 === 11) game.won = true
        open = undefined
      } else {
        const at = line[free++]
        after[at] = rank
        open = { rank, at }
        drawn.push({ rank, at, from })
      }
    }
  }
  if (after.every((rank, at) => rank === game.cells[at])) return
  game.cells = after
  game.score += reward
  game.moves++
  drawn.push({ at: addTile(), isNew: true })
  if (game.moves === Number(asked.get('cheat'))) drawn.push({ at: addTile(), isNew: true })
  for (const tile of drawn) if (tile.isNew) tile.rank = game.cells[tile.at]
  game.over = !canMove()
  show(drawn)
}

function canMove() {
  return game.cells.some(
    (rank, at) =>
      rank === 0 || (at % SIDE < SIDE - 1 && rank === game.cells[at + 1]) || (at < 12 && rank === game.cells[at + SIDE]),
  )
}

function saved() {
  const column = x => [0, 1, 2, 3].map(y => tileAt(x, y))
  const tileAt = (x, y) => {
    const rank = game.cells[y * SIDE + x]
    return rank === 0 ? null : { position: { x, y }, value: 2 ** rank }
  }
  const { score, over, won, keepPlaying } = game
  return JSON.stringify({ grid: { size: SIDE, cells: [0, 1, 2, 3].map(column) }, score, over, won, keepPlaying })
}

/** What the original would be after a reload. */
function restored(text) {
  const { grid, score, over, won, keepPlaying } = JSON.parse(text)
  const cells = Array(16).fill(0)
  for (const tile of grid.cells.flat()) if (tile) cells[tile.position.y * SIDE + tile.position.x] = Math.log2(tile.value)
  return { cells, score, over, won, keepPlaying }
}

function save() {
  const { random, moves } = game
  // the original saves its game only, and not the tiles to come; the other forms save nothing that the lab reads
  localStorage.setItem('page', JSON.stringify(form === 'original' ? { random, moves } : game))
  if (form !== 'original') return
  if (game.over) localStorage.removeItem('gameState')
  else localStorage.setItem('gameState', saved())
}

function show(drawn) {
  save()
  const line = `${game.cells.map(rank => rank.toString(36)).join('')} ${game.score}\n`
  localStorage.setItem('log', (localStorage.getItem('log') ?? '') + line)
  requestAnimationFrame(() => {
    draw(drawn)
    const score = document.querySelector('.score-container')
    score.textContent = game.score
    score.append(Object.assign(document.createElement('div'), { className: 'score-addition', textContent: '+4' }))
    const message = document.querySelector('.game-message')
    message.className = 'game-message'
    if (game.over) message.classList.add('game-over')
    else if (game.won && !game.keepPlaying) message.classList.add('game-won')
  })
}

const place = at => `tile-position-${(at % SIDE) + 1}-${Math.floor(at / SIDE) + 1}`
const container = document.querySelector('.tile-container')
if (form !== 'original') container.className = 'field'

function draw(drawn) {
  container.replaceChildren()
  if (form === 'cells') {
    for (const rank of game.cells)
      container.append(Object.assign(document.createElement('b'), { className: 'cell', textContent: rank ? 2 ** rank : '' }))
    return
  }
  for (const { rank, at, from = at, isNew, isMerged } of drawn) {
    if (rank === 0) continue
    const tile = document.createElement('div')
    const classes = [form === 'original' ? 'tile' : 'piece', `tile-${2 ** rank}`, place(from)]
    if (rank > 11) classes.push('tile-super')
    if (isNew) classes.push('tile-new')
    if (isMerged) classes.push('tile-merged')
    tile.className = classes.join(' ')
    tile.append(Object.assign(document.createElement('div'), { className: 'tile-inner', textContent: 2 ** rank }))
    container.append(tile)
    // it moves there from where it was
    if (from !== at) requestAnimationFrame(() => tile.classList.replace(place(from), place(at)))
  }
}

document.addEventListener('keydown', event => {
  localStorage.setItem('keys', Number(localStorage.getItem('keys')) + 1)
  const vector = VECTORS[event.which]
  if (!vector || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  push(vector)
})
for (const name of ['restart', 'retry']) document.querySelector(`.${name}-button`).addEventListener('click', () => begin())
document.querySelector('.keep-playing-button').addEventListener('click', () => {
  game.keepPlaying = true
  save()
  document.querySelector('.game-message').className = 'game-message'
})

const [before, state] = ['page', 'gameState'].map(key => localStorage.getItem(key))
game = before ? JSON.parse(before) : undefined
if (state && form === 'original') game = { ...game, ...restored(state) }
if (game?.cells) {
  show(game.cells.map((rank, at) => ({ rank, at, isNew: true })))
} else begin(asked.has('start') ? [...asked.get('start')].map(digit => parseInt(digit, 36)) : undefined)
