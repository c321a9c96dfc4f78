import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { sameContent } from '../../../../../core/contentHash'
import type { AnalysisView, KnownProfile, OutlookView } from '../../../../../core/contract/calls'
import type { Profile } from '../../../../../core/contract/files'
import type { ChosenPlayer } from '../../../../../core/contract/preferences'
import type { Evaluator } from '../../../../../core/games/twenty48/heuristics/family'
import type { Player } from '../../../../../core/games/twenty48/player'
import type { Depth, SearchLimits, SearchSettings } from '../../../../../core/search/settings'
import { profileOf } from '../../../bridge/profiles'
import { MAX_MS, MAX_NODES } from '../../../../../core/game/limits'
import { DEPTH_RANGE } from '../../../ui/player/playerWords'
import { type Board, slide, withTile } from '../../../../../core/games/twenty48/board'
import type { Chance } from '../../../../../core/games/twenty48/scale/calibration'
import type { PvStep, SlideCuts, SlideDepths } from '../../../../../core/games/twenty48/search/report'

/** The player: a profile with its changes for this session. All state is plain data, ready for the bridge. */
export const usePlayerStore = defineStore('player', () => {
  const offered = shallowRef<readonly KnownProfile[]>([])
  const profile = shallowRef<KnownProfile>()
  const evaluator = shallowRef<Evaluator>()
  const settings = shallowRef<SearchSettings>()
  const limit = shallowRef<Limit>(limitOf(0))
  /** Title of a player that is not stored as a profile. */
  const guest = shallowRef<string>()
  /** Overrides the table size of the profile, but not one set by hand. */
  const tableBits = shallowRef<number | null>(null)

  /** The profiles to choose from; a deleted one plays on until another is chosen. */
  const profiles = computed(() => {
    const chosen = profile.value
    return !chosen || offered.value.includes(chosen) ? offered.value : [...offered.value, chosen]
  })
  const edited = computed(
    () => !sameContent(evaluator.value, profile.value?.evaluator) || !sameContent(settings.value, profile.value?.settings),
  )
  /** The player for the analysis, which may run until it is stopped. */
  const analyst = computed(() => makePlayer(analysisLimits))
  /** The player for moves to be made. */
  const mover = computed(() => makePlayer(moveLimits))

  /** What finds this player again. */
  const choice = computed((): ChosenPlayer | null => {
    const { name, id, evaluator: weights, settings: searched } = profile.value ?? {}
    return name === undefined
      ? null
      : {
          ...{ profile: name, limit: limit.value },
          ...(id !== undefined && { id }),
          ...(evaluator.value && !sameContent(evaluator.value, weights) && { evaluator: evaluator.value }),
          ...(settings.value && !sameContent(settings.value, searched) && { settings: settings.value }),
          ...(guest.value !== undefined && { guest: guest.value }),
        }
  })

  /**
   * Keeps the chosen profile and this session's changes when the list changes. At first chooses the player of the last session, or the
   * default with the same limit in place of one whose profile is gone.
   */
  function offer(list: readonly KnownProfile[], byDefault: string, last: ChosenPlayer | null = null): void {
    offered.value = list
    const chosen = profile.value
    const now = chosen && list.find(each => (chosen.builtIn ? each.builtIn && each.name === chosen.name : each.id === chosen.id))
    if (now) follow(chosen, now)
    else if (!chosen) {
      choose(byDefault)
      if (last) chooseAgain(last)
    }
  }

  function follow(before: KnownProfile, now: KnownProfile): void {
    const wasEdited = edited.value
    profile.value = now
    if (!wasEdited && edited.value) reset()
    if (limit.value.depth === before.depth && before.depth !== now.depth) limit.value = { ...limit.value, depth: now.depth }
  }

  function choose(name: string): void {
    const found = profiles.value.find(each => each.name === name)
    if (!found) return
    profile.value = found
    limit.value = { ...limit.value, depth: found.depth }
    reset()
  }

  function chooseAgain(last: ChosenPlayer): void {
    const found = profileOf(last, offered.value)
    if (found) choose(found.name)
    limit.value = last.limit
    if (!found) return
    guest.value = last.guest
    evaluator.value = last.evaluator ?? evaluator.value
    settings.value = last.settings ?? settings.value
  }

  /** Chooses a profile by its name, with weights, settings and depth that may not be stored. */
  function take({ name, title, evaluator: weights, settings: searched, depth }: Profile): void {
    choose(name)
    guest.value = profile.value?.name === name ? undefined : title
    evaluator.value = weights
    settings.value = searched
    limit.value = { ...limit.value, kind: 'depth', depth }
  }

  /** Name of the player, for people. */
  const name = computed(() => guest.value ?? profile.value?.title ?? '')

  function reset(): void {
    guest.value = undefined
    evaluator.value = profile.value?.evaluator
    settings.value = profile.value?.settings
  }

  function setParameter(id: string, value: number): void {
    const current = evaluator.value
    if (current && current.family !== 'network')
      evaluator.value = { ...current, parameters: { ...current.parameters, [id]: value } }
  }

  function setVariant(id: string, option: string): void {
    const current = evaluator.value
    if (current && current.family !== 'network') evaluator.value = { ...current, variants: { ...current.variants, [id]: option } }
  }

  function setSettings(change: Partial<SearchSettings>): void {
    if (settings.value) settings.value = { ...settings.value, ...change }
  }

  function makePlayer(limitsOf: typeof moveLimits): Player | undefined {
    return (
      evaluator.value &&
      settings.value && { evaluator: evaluator.value, settings: sized(settings.value), limits: limitsOf(limit.value) }
    )
  }

  function sized(chosen: SearchSettings): SearchSettings {
    const isOfProfile = chosen.tableBits === profile.value?.settings.tableBits
    return tableBits.value !== null && isOfProfile ? { ...chosen, tableBits: tableBits.value } : chosen
  }

  return {
    profiles,
    profile,
    evaluator,
    settings,
    limit,
    tableBits,
    edited,
    guest,
    choice,
    analyst,
    mover,
    offer,
    choose,
    take,
    name,
    reset,
    setParameter,
    setVariant,
    setSettings,
  }
})

/** Ranges for typed numbers; the lab checks again (`checkLimits`). */
export const RANGES = {
  depth: DEPTH_RANGE,
  ms: { min: 1, max: MAX_MS },
  nodes: { min: 1, max: MAX_NODES, whole: true },
} as const

export type Limit = Readonly<ChosenPlayer['limit']>
export type LimitKind = Limit['kind']

function limitOf(depth: Depth): Limit {
  return { kind: 'depth', depth, ms: 1_000, nodes: 1_000_000 }
}

/** Limits of an analysis: `endless` runs until the user stops it. */
function analysisLimits({ kind, depth, ms, nodes }: Limit): SearchLimits {
  switch (kind) {
    case 'depth':
      return { depth }
    case 'time':
      return { ms }
    case 'nodes':
      return { nodes }
    case 'endless':
      return {}
  }
}

/** Limits of a move to be made: its search must end, so `endless` uses the depth. */
export function moveLimits(limit: Limit): SearchLimits {
  return limit.kind === 'endless' ? { depth: limit.depth } : analysisLimits(limit)
}

/**
 * The last search in a form that reproduces its values: each move at the depth and the cut of its value, whatever ended the search. Chances
 * of an expert have no tree: the search is then the player's own of that board.
 */
export function shownSearch({
  report,
  player,
}: AnalysisView):
  | { readonly board: Board; readonly player: Player; readonly depths?: SlideDepths; readonly cuts?: SlideCuts }
  | undefined {
  if (!report?.best || !player) return undefined
  if (report.expert?.decides) return { board: report.board, player }
  return { board: report.board, player, depths: report.depths, cuts: report.cuts }
}

/** The board after each step of a variation; ends early at an impossible step. */
export function variationBoards(start: Board, variation: readonly PvStep[]): Board[] {
  const boards: Board[] = []
  let board = start
  for (const step of variation) {
    const next = 'move' in step ? slide(board, step.move)?.board : withTile(board, step.spawn)
    if (!next) break
    boards.push(next)
    board = next
  }
  return boards
}

/**
 * Whether a calibrated player's chance is uncertain, or quick games from its board reach a tile more surely than the player its own, nearer
 * one. Both cannot be true: the calibration has few games with such a board.
 */
export function isDoubtful({ uncertain, rank, share }: Chance, outlook: OutlookView | undefined): boolean {
  return uncertain ?? outlook?.tiles.some(tile => tile.rank >= rank && tile.interval[0] > share) ?? false
}
