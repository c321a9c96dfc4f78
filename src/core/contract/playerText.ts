/** Players in text form: `searcher[:heuristic][:name=value …]`, as in `alphaBeta:improved:depth=4:order=static`. */
import { didYouMean, quoted } from '../quoted'
import type { LabError } from '../errors'
import { readWord } from '../numberText'
import { SEARCHER_IDS, type SearcherId } from '../search/registry'
import { badSetting } from '../settingChecks'
import { makeWeighted, parseWeighted } from '../games/weightedHeuristic'
import { matchPlayerShape, type MatchPlayer } from './matches'
import { isWholeSetting, readConfig, settingNames } from './searchers'
import { parseShape } from './shapes'

/** Longest text to read, in characters. */
const MAX_TEXT = 1000

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
  if (text.length > MAX_TEXT) throw badSetting('player', `${quoted(text)} is longer than ${MAX_TEXT} characters`)
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
