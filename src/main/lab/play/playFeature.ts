/** The game on the board with its analysis, its saving, and the state of the engine. */
import type { EngineStatus, HandlersOf } from '../../../core/contract/calls'
import type { PLAY_CALLS } from '../../../core/contract/calls/play'
import type { NewGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { sameBoard, type Board } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { isOver } from '../../../core/games/twenty48/playGame'
import type { Pool } from '../../compute/pool/pool'
import type { SavedPreferences } from '../data/preferences'
import type { Feature } from '../ground/labFeature'
import type { LabContext } from '../context/labContext'
import { type LabGame, newGameOf } from '../games/labGame'
import { profileNameOf } from '../games/valueOwner'
import type { ProfileCollection } from '../profiles/profileCollection'
import { Throttle } from '../ground/throttle'
import { Analysis } from './analysis'
import { chooseGame } from '../saving/commandSaving'
import { GameSaver } from './gameSaver'
import { OutlookGames } from './outlookGames'
import { Play } from './play'
import { DRAWN_SEARCH, moveTreesOf, PlayTrees, playTreeOf } from './playTrees'

const STATUS_PER_SECOND = 4

export interface PlayFeature extends Feature<keyof typeof PLAY_CALLS, 'game' | 'analysis' | 'status'> {
  readonly play: Play
  /** Absent if nothing can be saved. */
  readonly saver: GameSaver | undefined
  /** Must be called when the status changed without a search, as after a change of the threads. */
  readonly emitStatus: () => void
}

export function openPlay(
  context: LabContext,
  profiles: Pick<ProfileCollection, 'known'>,
  preferences: Pick<SavedPreferences, 'value'>,
): PlayFeature {
  const { engine, store, data, carried, saving, scope, on, emit, onFailure, onLibrary } = context
  const { pool } = engine
  const saver =
    (data.store ?? data.problem) &&
    new GameSaver(saving.scope, store, () => play.game.record, saving.of('game'), onLibrary, saving.pace)
  const { game, others } = chooseGame(data.game, carried)
  const savedOf = new WeakMap<LabGame, NewGame>()
  // closed last: what ends before may ask for it
  let emittedState: EngineStatus['state'] = 'idle'
  const statuses = scope.add(
    new Throttle(STATUS_PER_SECOND, () => {
      const next = status()
      emittedState = next.state
      emit('status', next)
    }),
  )
  const trees = new PlayTrees({
    scope,
    isOpen: () => preferences.value.treeOpen ?? true,
    onTree: tree => emit('playTree', tree),
  })
  const pairs = () => trees.pairs
  const analysis: Analysis = new Analysis({
    pool,
    scope,
    pairs,
    onSearched: searched => trees.show(searched),
    onView: view => emit('analysis', view),
    onChange: () => {
      if (analysis.last) play.learn(analysis.last)
      emitStatus()
    },
    onFailure,
  })
  const outlook = new OutlookGames({ pool, scope, onView: view => emit('outlook', view), onFailure })
  const play: Play = new Play({
    pool,
    scope,
    pairs,
    game,
    profileOf: player => profileNameOf(player, profiles.known),
    onDone: done => {
      const saved = newGameOf(done, engine, profiles.known)
      savedOf.set(done, saved)
      saver?.save(saved) // into the library, once there is one
      if (isOver(done.history.last)) void saver?.flush()
    },
    onBack: game => {
      const saved = savedOf.get(game)
      if (saved) saver?.takeBack(saved)
    },
    onView: view => emit('game', view),
    onChange: () => {
      saver?.changed()
      follow()
      emitStatus()
    },
    onSearched: searched => analysis.show(searched, sameBoard(searched.report.board, play.board)),
    onFailure,
  })

  // Both pause while the engine plays by itself: its searches are of the same board.
  function follow(): void {
    const board = play.activity !== 'none' || play.isOver ? undefined : play.board
    analysis.follow(board)
    outlook.follow(board)
  }

  if (saver)
    saving.add('game', saver, () => {
      const { hasBoard, ...unsaved } = saver.unsaved
      return { ...unsaved, boards: hasBoard ? [play.game] : [] }
    })
  if (carried) {
    const left = others.filter(other => other.claimSaving()).map(other => newGameOf(other, engine, profiles.known))
    saver?.carry([...carried.games, ...left], carried.leaving)
    if (carried.boards.length > 0) saver?.changed()
  }

  const status = (): EngineStatus => {
    const { report, ms } = analysis.last ?? {}
    return {
      state: play.activity === 'autoplay' ? 'playing' : play.activity === 'thinking' || analysis.isRunning ? 'analysing' : 'idle',
      depth: report?.depth ?? 0,
      nodes: report?.nodes ?? 0,
      nodesPerSecond: report && ms ? (report.nodes / ms) * 1000 : null,
      hitRate: report?.probes ? report.hits / report.probes : null,
      threads: pool.threads,
      memoryBytes: process.memoryUsage.rss(),
    }
  }
  const emitStatus = (): void => (status().state === emittedState ? statuses.ask() : statuses.now())

  follow()

  // running jobs take memory, and free it at the end
  for (const event of ['jobs', 'trees'] as const) scope.defer(on(event, emitStatus))

  return {
    ...{ play, saver, emitStatus },
    handlers: {
      ...playHandlers(play, analysis, outlook, async () => saver?.requireRoom()),
      ...treeHandlers(pool, trees, analysis),
      saveGame: async () => {
        if (play.game.history.length === 0) throw new LabError('BAD_REQUEST', 'The game on the board has no moves yet.')
        await saver?.settle()
        const game = newGameOf(play.game, engine, profiles.known)
        const known = await store.games.find(game)
        if (known !== undefined) return known
        const id = await store.games.add(game)
        onLibrary()
        return id
      },
    },
    hello: () => ({ game: play.view, analysis: analysis.view, status: status() }),
  }
}

type TreeCall = 'playTree' | 'evaluatorTree' | 'moveTrees'

function treeHandlers(pool: Pick<Pool, 'search'>, trees: PlayTrees, analysis: Analysis): HandlersOf<TreeCall> {
  /** By the evaluator, also where an expert decides. */
  const search = (board: Board, player: Player) => {
    const { expert: _expert, ...settings } = player.settings
    return pool.search(board, { ...player, settings }, DRAWN_SEARCH)
  }
  return {
    playTree: async () => {
      const isNew = trees.pairs === undefined
      const tree = trees.ask()
      if (isNew && trees.pairs !== undefined) analysis.again()
      return tree
    },
    evaluatorTree: async ({ board, player }) => playTreeOf(await search(board, player)),
    moveTrees: async ({ board, player, moves }) => moveTreesOf(await search(board, player), moves, player),
  }
}

/** @param requireRoom called before the game on the board is left for another */
export function playHandlers(
  play: Play,
  analysis: Analysis,
  outlook: OutlookGames,
  requireRoom: () => Promise<void>,
): HandlersOf<Exclude<keyof typeof PLAY_CALLS, TreeCall | 'saveGame'>> {
  return {
    newGame: async ({ seed }) => {
      await requireRoom()
      return play.newGame(seed)
    },
    setPosition: async ({ text }) => {
      await requireRoom()
      return play.setPosition(text)
    },
    takeBackGame: async ({ id }) => {
      await requireRoom()
      return play.takeBack(id)
    },
    slide: async ({ move }) => play.slide(move),
    undo: async ({ slides }) => play.undo(slides),
    redo: async ({ slides }) => play.redo(slides),
    gameGraph: async ({ points }) => play.graph(points),
    engineMove: async ({ player }) => play.engineMove(player),
    startAutoplay: async ({ player, speed }) => play.startAutoplay(player, speed),
    stopAutoplay: async () => play.stop(),
    startAnalysis: async ({ player }) => analysis.start(player),
    stopAnalysis: async () => analysis.stop(),
    outlook: async () => {
      outlook.start()
      return outlook.view
    },
  }
}
