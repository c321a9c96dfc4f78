/** What a search request of `lab engine` stands for: everything is checked before it is queued. */
import { readGameSearch, readPosition, settingNames, type GameSearch } from '../../../../core/contract/searchers'
import { DEFAULT_PROFILE } from '../../../../core/contract/files/builtInProfile'
import { LabError } from '../../../../core/errors'
import type { Game } from '../../../../core/game/game'
import { GAMES } from '../../../../core/games/registry'
import type { Twenty48State } from '../../../../core/games/twenty48/game'
import { type SearchReport, expertAnswer } from '../../../../core/games/twenty48/search/report'
import { commonReport } from '../../../../core/games/twenty48/search/commonReport'
import { MOVES } from '../../../../core/games/twenty48/board'
import type { Player } from '../../../../core/games/twenty48/player'
import { quoted } from '../../../../core/quoted'
import type { Report } from '../../../../core/search/report'
import { badSetting } from '../../../../core/settingChecks'
import { STANDARD_INPUT } from '../../../files/textFile'
import type { CommandLab } from '../../../lab/localLab'
import { isOwnDepth, makePlayer, withSetWeights } from '../search/searchFlags'
import { scaleAnswer, type ScaleAnswer } from '../search/scaleView'
import { KERNEL, readKernelSearch } from '../think/kernelSearch'
import { withWeights } from '../think/thinkFlags'
import { thinkAnswer } from '../think/thinkView'
import { RequestFault, type PlayerRequest, type SearcherRequest, type SearchRequest } from './requests'

/** A search that can begin. */
export interface ReadySearch {
  /** Fields of every answer, also to a search that is stopped before it begins. */
  readonly facts: { readonly game: string; readonly position: string; readonly searcher: string }
  /** @returns `undefined` where it was stopped before it began */
  search(signal: AbortSignal, onInfo: (answer: Answer) => void): Promise<Answer | undefined>
}

/** The fields of `lab think --json`; for the kernel with the cut of its last iteration. */
export type Answer = ReturnType<typeof thinkAnswer> & { readonly cut?: number } & ReturnType<typeof expertAnswer> &
  Partial<ScaleAnswer>

type EngineLab = Pick<CommandLab, 'search' | 'searchGame' | 'findProfile' | 'calibrationOf'>

/** @throws {RequestFault} naming the field */
export async function readySearch(request: SearchRequest, lab: EngineLab): Promise<ReadySearch> {
  try {
    return 'searcher' in request ? await bySearcher(request, lab) : await byPlayer(request, lab)
  } catch (error) {
    if (!(error instanceof LabError) || error instanceof RequestFault) throw error
    throw new RequestFault(error.code, error.message, request.id, fieldOf(error, request))
  }
}

/** The field of the request for what a check of the core names, or for its code. */
function fieldOf({ code, detail = {} }: LabError, request: SearchRequest): string | undefined {
  const { field, where } = detail
  if (code === 'BAD_POSITION') return 'position'
  if (code === 'NOT_FOUND') return 'profile'
  if (typeof field !== 'string' || field === '') return undefined
  if ('searcher' in request && where === request.searcher) return `config.${field}`
  for (const [part, value] of Object.entries(request) as [string, unknown][])
    if (value !== null && typeof value === 'object' && Object.hasOwn(value, field)) return `${part}.${field}`
  return field === 'depth' || field === 'iterations' ? 'limits' : field
}

async function byPlayer(request: PlayerRequest, { search, findProfile, calibrationOf }: EngineLab): Promise<ReadySearch> {
  const { profile: name = DEFAULT_PROFILE, set, settings } = request
  if (name === STANDARD_INPUT) throw badSetting('profile', 'standard input carries the requests')
  const { depth, nodes, ms } = request.limits
  const limits = {
    ...(depth !== undefined && { depth }),
    ...(nodes !== undefined && { nodes }),
    ...(ms !== undefined && { time: ms }),
  }
  const { game, root } = rootOf(request)
  const { board, turn } = root as Twenty48State
  if (turn !== 0) throw badSetting('position', 'a profile searches boards where the player moves, not afterstates')
  const profile = withSetWeights((await findProfile(name)).profile, set ? { set } : {})
  const player = makePlayer(profile, { ...settings, ...limits })
  const calibration = isOwnDepth(profile, player) ? await calibrationOf(player) : undefined
  const answerOf = (report: SearchReport, time: number): Answer => ({
    ...inPairs(thinkAnswer(game, root, KERNEL, commonReport(report, player.settings), time), report),
    ...expertAnswer(report.expert),
    ...scaleAnswer(calibration, report),
  })
  return {
    facts: { game: request.game, position: game.format(root), searcher: KERNEL },
    search: (signal, onInfo) => byKernel(search, board, player, { signal, onInfo, answerOf }),
  }
}

async function bySearcher(request: SearcherRequest, lab: EngineLab): Promise<ReadySearch> {
  const { game: id, searcher, config, wrapping, limits, seed, info } = request
  const { game, root } = rootOf(request)
  const position = game.format(root)
  const facts = { game: id, position, searcher }
  const names = settingNames(searcher === KERNEL ? 'expectimax' : searcher)
  for (const name of Object.keys(config))
    if (!names.includes(name) && !name.startsWith('inner.'))
      throw badSetting(
        `config.${name}`,
        `${searcher} has ${names.length > 0 ? `the settings ${names.join(', ')}` : 'no settings'}`,
      )
  const given = request.heuristic === undefined ? {} : { heuristic: request.heuristic }
  const { heuristic } = await withWeights(id, { seed, ...given }, lab.findProfile)
  const asked = { game: id, position, config, wrapping, limits, seed, ...(heuristic !== undefined && { heuristic }) }
  const answerOf = (report: Report, ms: number): Answer => thinkAnswer(game, root, searcher, report, ms)
  if (searcher === KERNEL) {
    const { player } = readKernelSearch(asked)
    const { board } = root as Twenty48State
    const ofKernel = (report: SearchReport, ms: number) => answerOf(commonReport(report, player.settings), ms)
    return { facts, search: (signal, onInfo) => byKernel(lab.search, board, player, { signal, onInfo, answerOf: ofKernel }) }
  }
  const ready = readGameSearch({ ...asked, searcher })
  const order = { ...asked, searcher, config: ready.config, heuristic: ready.heuristic }
  return {
    facts,
    search: async (signal, onInfo) => {
      const interim = info ? ({ report, ms }: { report: Report; ms: number }) => onInfo(answerOf(report, ms)) : undefined
      const searched = await lab.searchGame(order, { signal, interim })
      return searched && answerOf(searched.report, searched.ms)
    },
  }
}

interface SearchListener {
  readonly signal: AbortSignal
  readonly onInfo: (answer: Answer) => void
  readonly answerOf: (report: SearchReport, ms: number) => Answer
}

async function byKernel(
  search: CommandLab['search'],
  board: Twenty48State['board'],
  player: Player,
  { signal, onInfo, answerOf }: SearchListener,
): Promise<Answer> {
  const interim = ({ report, ms }: { report: SearchReport; ms: number }) => onInfo(answerOf(report, ms))
  const { report, ms } = await search(board, player, { signal, interim, variation: true, deepens: true, readsExpert: true })
  return answerOf(report, ms)
}

/** Depths in pairs of tile and move, as the limits of a profile are, with their cuts. */
function inPairs(answer: Answer, { depth, depths, cut, cuts }: SearchReport): Answer {
  const values = MOVES.flatMap(move => {
    const line = answer.values[move]
    return line ? [[move, { ...line, depth: depths[move]!, cut: cuts[move]! }] as const] : []
  })
  return { ...answer, depth, cut, values: Object.fromEntries(values) }
}

/** The position after the moves of the request. */
function rootOf(request: SearchRequest): { readonly game: Game<unknown>; readonly root: unknown } {
  const { position, moves, seed } = request
  if (typeof position !== 'string' && request.game !== 'twenty48')
    throw badSetting('position', 'only positions of twenty48 can be a list of tiles')
  const text = typeof position === 'string' ? position : position.join(' ')
  const rules = 'rules' in request && request.rules ? { options: request.rules } : {}
  const { game } = GAMES[request.game]
  const asked: Pick<GameSearch, 'game' | 'position' | 'options' | 'seed'> = { game: request.game, position: text, seed, ...rules }
  const root = moves.reduce((state, word, i) => after(game, state, word, `moves.${i}`), readPosition(asked))
  return { game, root }
}

/** Legal moves that an error names. */
const MOST_NAMED = 20

/** @throws {LabError} `BAD_SETTING`, naming the move and the legal ones */
function after(game: Game<unknown>, state: unknown, word: string, field: string): unknown {
  const turn = game.toAct(state)
  if (turn === 'over') throw badSetting(field, 'the game is over before this move')
  if (turn === 'chance') {
    const outcomes = game.outcomes(state)
    const outcome = outcomes.find(({ edge }) => game.words(state, edge) === word)
    if (outcome) return outcome.state
    throw notLegal(
      field,
      word,
      outcomes.map(({ edge }) => game.words(state, edge)),
    )
  }
  const actions = game.actions(state)
  const action = actions.find(each => game.words(state, each) === word)
  if (action !== undefined) return game.apply(state, action).state
  throw notLegal(
    field,
    word,
    actions.map(each => game.words(state, each)),
  )
}

function notLegal(field: string, word: string, words: readonly string[]): LabError {
  const named = words.slice(0, MOST_NAMED).join(', ')
  return badSetting(field, `${quoted(word)} is not legal there: ${named}${words.length > MOST_NAMED ? ', …' : ''}`)
}
