/** Players in text form: `searcher[:heuristic][:name=value …]`, as in `alphaBeta:improved:depth=4:order=static`. */
import { didYouMean, quoted } from '../quoted'
import type { LabError } from '../errors'
import { GAMES, HAND_TUNED, type GameEntry } from '../games/registry'
import type { Player } from '../games/twenty48/player'
import { readWord } from '../numberText'
import { SEARCHER_IDS, type SearcherId } from '../search/registry'
import { badSetting } from '../settingChecks'
import { makeWeighted, parseWeighted, type WeightedHeuristic } from '../games/weightedHeuristic'
import type { Match } from '../match/match'
import { matchPlayerShape, playerContent, readMatch, readPlayer, type MatchOrder, type MatchPlayer } from './matches'
import { PLAIN_SETTINGS } from '../search/settings'
import { isWholeSetting, readConfig, readPosition, settingNames, START } from './searchers'
import { LONGEST_PLAYER_TEXT, parseShape } from './shapes'

const LIMITS = { depth: 'depth', nodes: 'nodes', time: 'ms' } as const
const QUIET = { quiet: 'plies', swing: 'swing' } as const
/** Whole numbers that are no settings of a searcher. */
const WHOLE = new Set(['depth', 'nodes', 'replies', 'quiet', 'table'])
const OTHERS = ['clock', 'replies', 'deepening', 'order', 'table', 'shorterWin', 'rootTies']
const NAMED = /^([a-z][\w.]*)=(.+)$/i
const ID = /^[a-z][\w-]*$/i

/**
 * A name is a limit (`depth` in plies or by a rule of the game, `nodes`, `time` in ms), the share of a clock (`clock`, a factor of the time
 * left or `even`), the moves played from a tree after its first (`replies`), a wrapper (`deepening`, `order`, `table`, `quiet`, `swing`,
 * `shorterWin`, `rootTies`), or a setting of the searcher. A heuristic is an id of the game's entry, or a family with its weights:
 * `improved(50,5,220)`. Does not check if the game has the heuristic, because the game is unknown here.
 * @throws {LabError} `BAD_SETTING`, naming the part
 */
export function parsePlayerText(text: string): MatchPlayer {
  if (text.length > LONGEST_PLAYER_TEXT)
    throw badSetting('player', `${quoted(text)} is longer than ${LONGEST_PLAYER_TEXT} characters`)
  const [first = '', ...parts] = text.split(':')
  const searcher = SEARCHER_IDS.find(id => id === first)
  if (first === 'kernel')
    throw badSetting('player', 'kernel searches boards of 2048 only, and plays no matches; expectimax plays its moves')
  if (!searcher)
    throw badSetting('player', `${quoted(first)} is not a searcher: ${SEARCHER_IDS.join(', ')}${didYouMean(first, SEARCHER_IDS)}`)
  const read = new Parts(searcher)
  parts.forEach((part, i) => read.add(part, i === 0))
  return read.player()
}

/** Text that `parsePlayerText` reads back. */
export function makePlayerText({
  searcher,
  heuristic,
  limits,
  depthRule,
  clock,
  replies,
  wrapping,
  config,
}: MatchPlayer): string {
  const { quiescence, ...around } = wrapping
  const named: Readonly<Record<string, string | number | boolean | undefined>> = {
    ...Object.fromEntries(Object.entries(LIMITS).map(([name, limit]) => [name, limits[limit]])),
    ...(depthRule !== undefined && { depth: depthRule }),
    ...{ clock, replies },
    ...around,
    ...{ quiet: quiescence?.plies, swing: quiescence?.swing },
  }
  const parts = Object.entries(named).filter(([, value]) => value !== undefined)
  const its = heuristic === undefined ? [] : [typeof heuristic === 'string' ? heuristic : makeWeighted(heuristic)]
  const settings = Object.entries(config).map(([name, value]) => `${name}=${String(value)}`)
  return [searcher, ...its, ...parts.map(([name, value]) => `${name}=${value}`), ...settings].join(':')
}

/** True for the text of a searcher, among names of profiles and files. */
export function isSearcherText(text: string): boolean {
  const [first = ''] = text.split(':')
  if ((SEARCHER_IDS as readonly string[]).includes(first)) return true
  return first !== text && !/[/\\]|\.\w+$/.test(text)
}

/** `minimax:profile:thesis:depth=3`: the heuristic is what a profile evaluates boards by. */
const BY_PROFILE = /^([^:]*):profile:([^:]*)/

/** The name of the profile in the text of a player. */
export function namedProfile(text: string): string | undefined {
  return BY_PROFILE.exec(text)?.[2]
}

/** The text with weights in the place of its profile. */
export function withProfileWeights(text: string, weights: WeightedHeuristic): string {
  return text.replace(BY_PROFILE, (_, searcher: string) => `${searcher}:${makeWeighted(weights)}`)
}

/** The games that are played on boards of 2048; each has heuristics of its own. */
const BOARD_GAMES = ['twenty48', 'adversarial48'] as const

/** The game that has the player's heuristic. @throws {LabError} `BAD_SETTING` */
function boardGameOf({ heuristic }: MatchPlayer): (typeof BOARD_GAMES)[number] {
  if (heuristic === undefined) return BOARD_GAMES[0]
  const id = typeof heuristic === 'string' ? heuristic : heuristic.family
  const names = (game: (typeof BOARD_GAMES)[number]): string[] => {
    const { heuristics, families = {} }: GameEntry = GAMES[game]
    return [...new Set([...Object.keys(heuristics), ...Object.keys(families)])]
  }
  const found = BOARD_GAMES.find(game => names(game).includes(id))
  if (found) return found
  const all = BOARD_GAMES.flatMap(names)
  throw badSetting('heuristic', `${quoted(id)} is none of 2048: ${all.join(', ')}${didYouMean(id, all)}`)
}

/**
 * The order of a game of 2048 by the searcher of a text. It searches the game that has its heuristic: a rival's is `adversarial48` with
 * random tiles, which a 2048 ends.
 */
function boardMatch(text: string, seed: number): MatchOrder {
  const player = parsePlayerText(text)
  const game = boardGameOf(player)
  const rule = game === 'adversarial48' && { options: { randomTiles: true } }
  return { game, position: START, ...rule, seed, players: [player] }
}

/** @throws {LabError} see `searcherPlayer` */
export function readBoardMatch(text: string, seed: number): Match {
  return readMatch(boardMatch(text, seed))
}

/** True if the player's games end with a 2048. */
export function endsAt2048({ searcher }: Pick<Player, 'searcher'>): boolean {
  return searcher !== undefined && boardMatch(searcher, 0).game === 'adversarial48'
}

/**
 * A player of whole games of 2048 by a searcher.
 * @param text as for `parsePlayerText`
 * @throws {LabError} `BAD_SETTING`, naming the part or the field
 */
export function searcherPlayer(text: string): Player & { readonly searcher: string } {
  const order = boardMatch(text, 0)
  const player = order.players[0]!
  if (player.clock !== undefined) throw badSetting('clock', 'a game of 2048 has no clock to share out; write time=MS')
  readPlayer(order.game, GAMES[order.game].game.format(readPosition(order)), player)
  const { ms } = player.limits
  const limits = ms === undefined ? {} : { ms }
  return { evaluator: HAND_TUNED, settings: PLAIN_SETTINGS, limits, searcher: makePlayerText(player) }
}

/** What is stored and printed of a player: of a searcher, neither evaluator nor settings. */
export function withoutIdle<Some extends Player>(player: Some): Omit<Some, 'evaluator' | 'settings'> & Partial<Some> {
  if (player.searcher === undefined) return player
  const { evaluator: _, settings: _s, ...rest } = player
  return rest as ReturnType<typeof withoutIdle<Some>>
}

/** All that determines how a player of 2048 plays. */
export function boardPlayerContent(player: Player): unknown {
  if (player.searcher === undefined) return player
  const { game, players } = boardMatch(player.searcher, 0)
  return { game, player: playerContent(game, players[0]!) }
}

/** Collects the parts after the searcher. */
class Parts {
  private readonly slots = new Set<string>()
  private readonly limits: Record<string, number> = {}
  private readonly wrapping: Record<string, string | number | true> = {}
  private readonly quiescence: Record<string, number> = {}
  private readonly config: Record<string, string | number> = {}
  private heuristic: MatchPlayer['heuristic']
  private readonly play: { depthRule?: string; clock?: number | string; replies?: number } = {}

  constructor(private readonly searcher: SearcherId) {}

  /** @param mayBeHeuristic true for the first part @throws {LabError} */
  add(part: string, mayBeHeuristic: boolean): void {
    const [, name, value] = NAMED.exec(part) ?? []
    if (name !== undefined && value !== undefined) return this.set(part, name, value)
    if (!mayBeHeuristic) throw bad(part, 'write name=value; a heuristic comes right after the searcher')
    this.heuristic = parseHeuristic(part)
  }

  /** @throws {LabError} */
  player(): MatchPlayer {
    const { searcher, limits, config, quiescence, heuristic } = this
    if (quiescence['swing'] !== undefined && quiescence['plies'] === undefined) throw badSetting('swing', 'it belongs to quiet')
    const wrapping = { ...this.wrapping, ...(quiescence['plies'] !== undefined && { quiescence }) }
    const player = { searcher, config, wrapping, limits, ...(heuristic !== undefined && { heuristic }), ...this.play }
    readConfig(searcher, config)
    return parseShape(matchPlayerShape, player, 'player', 'BAD_SETTING')
  }

  private set(part: string, name: string, text: string): void {
    const value = readWord(text, problem => bad(part, problem), WHOLE.has(name) || isWholeSetting(name))
    const number = Number(value)
    // a table around the searcher has a size; a setting of expectimax has the same name, and is a word
    const slot = name === 'table' ? `${name} ${typeof value}` : name
    if (this.slots.has(slot)) throw bad(part, `${name} is there twice`)
    this.slots.add(slot)
    if (name === 'depth' && typeof value === 'string') this.play.depthRule = value
    else if (isIn(LIMITS, name)) this.limits[LIMITS[name]] = finite(part, number)
    else if (name === 'clock') this.play.clock = value
    else if (name === 'replies') this.play.replies = finite(part, number)
    else if (isIn(QUIET, name)) this.quiescence[QUIET[name]] = finite(part, number)
    else if (name === 'shorterWin' || name === 'rootTies') {
      if (text !== 'true') throw bad(part, `leave it out, or write ${name}=true`)
      this.wrapping[name] = true
    } else if (name === 'deepening' || name === 'order') this.wrapping[name] = text
    else if (name === 'table' && typeof value === 'number') this.wrapping[name] = value
    else this.setConfig(part, name, value)
  }

  private setConfig(part: string, name: string, value: string | number): void {
    const { searcher } = this
    const own = settingNames(searcher)
    // settings of a searcher's inner search come after a dot
    if (!own.includes(name.split('.')[0]!)) {
      const names = [...Object.keys(LIMITS), ...OTHERS, ...Object.keys(QUIET), ...own]
      throw bad(part, `${searcher} has no setting ${name}; what can be set: ${names.join(', ')}`)
    }
    this.config[name] = value
  }
}

/** `improved`, or `improved(50,5,220)`. */
function parseHeuristic(part: string): MatchPlayer['heuristic'] {
  const weighted = parseWeighted(part)
  if (weighted) {
    for (const weight of weighted.weights) finite(part, weight)
    return weighted
  }
  if (!ID.test(part)) throw bad(part, 'not the name of a heuristic')
  return part
}

function finite(part: string, number: number): number {
  if (!Number.isFinite(number)) throw bad(part, 'not a number')
  return number
}

function isIn<Names extends object>(names: Names, name: string): name is keyof Names & string {
  return Object.hasOwn(names, name)
}

function bad(part: string, problem: string): LabError {
  return badSetting('player', `${quoted(part)}: ${problem}`)
}
