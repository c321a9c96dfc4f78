import { useI18n } from 'vue-i18n'
import type { ComparePlan, Comparison, ComparisonRow, Difference } from '../../../../core/contract/calls'
import { endsAt2048 } from '../../../../core/contract/playerText'
import { intervalAfter } from '../../../../core/stats/confidenceSequence'
import { CONFIDENCE, type Interval } from '../../../../core/stats/intervals'

/** What a comparison shows, in sentences. */
interface VerdictWords {
  /** The part that answers; absent while there is no answer. */
  readonly answer?: string
  readonly rest: string
  readonly notes: readonly string[]
}

/** A difference from the side of the player with the higher mean. */
export function forwards(its: Difference): Difference {
  if (its.mean === null || its.mean >= 0) return its
  const turned = (interval: Interval | null): Interval | null => interval && [-interval[1], -interval[0]]
  const verdict = its.verdict === 'worse' ? 'better' : its.verdict === 'better' ? 'worse' : its.verdict
  const { a: b, b: a } = its
  return { ...its, a, b, mean: -its.mean, interval: turned(its.interval), always: turned(its.always), verdict }
}

/** The name of a comparison; until the user names it, its players. */
export function useTitle(): (row: Pick<ComparisonRow, 'kind' | 'name' | 'players'>) => string {
  const { t } = useI18n()
  return ({ kind, name, players }) => {
    if (kind === 'bench' || !players.join(', ').startsWith(name)) return name
    return players.length === 2 ? t('compare.against', { a: players[0]!, b: players[1]! }) : players.join(' · ')
  }
}

/** Smaller probabilities all count as tiny. */
const LEAST_P = 0.001

/** The p of a test: its leading digits say nothing once it is tiny. */
export function useProbability(): (p: number | null) => string {
  const { t, n } = useI18n()
  return p => (p === null ? t('plot.none') : p < LEAST_P ? t('compare.below', { p: n(LEAST_P, 'size') }) : n(p, 'size'))
}

/** The verdict of a result as a sentence, and why it may be trusted. */
export function useVerdict(): (row: ComparisonRow, plan: ComparePlan, result: Comparison) => VerdictWords {
  const { t, n } = useI18n()
  const probability = useProbability()
  const whole = (points: number) => n(points, 'integer')
  const within = ([low, high]: Interval) => ({ low: whole(low), high: whole(high) })

  function ofBench({ players: [player], looks }: Comparison): Omit<VerdictWords, 'notes'> {
    const { name, games, mean } = player!
    if (mean === null) return { rest: t('compare.verdict.noGame') }
    const interval = intervalAfter(looks, player!)
    return {
      answer: t('compare.verdict.scores', { player: name, points: whole(mean) }),
      rest: interval ? t('compare.verdict.perGame', within(interval)) : t('compare.verdict.few', { games }, games),
    }
  }

  function ofPair(given: Difference, plan: ComparePlan, alike: boolean): Omit<VerdictWords, 'notes'> {
    const { a, b, mean, always, verdict } = forwards(given)
    if (alike) return { answer: t('compare.verdict.alike', { a, b }), rest: t('compare.verdict.alikeWhy') }
    if (verdict === 'better' && always)
      return {
        answer: t('compare.verdict.better', { a, points: whole(mean!) }),
        rest: t('compare.verdict.perGame', within(always)),
      }
    if (verdict === 'equivalent' && always)
      return {
        answer: t('compare.verdict.equal', { a, b, margin: whole(plan.rule.margin) }),
        rest: t('compare.verdict.equalRest', { a, points: whole(mean!), ...within(always) }),
      }
    return always
      ? { rest: t('compare.verdict.open', { a, points: whole(mean!), ...within(always) }) }
      : { rest: t('compare.verdict.early', { a, points: whole(mean!) }) }
  }

  function ofSeveral({ players, differences }: Comparison): Omit<VerdictWords, 'notes'> {
    const first = players.reduce((best, each) => ((each.mean ?? 0) > (best.mean ?? 0) ? each : best))
    const its = differences.map(forwards).filter(({ a, b }) => a === first.name || b === first.name)
    const decided = its.filter(({ a, verdict }) => a === first.name && verdict === 'better')
    const [next] = its.toSorted((one, other) => one.mean! - other.mean!)
    const gap = { a: first.name, b: next!.b, points: whole(next!.mean!) }
    if (decided.length === its.length)
      return { answer: t('compare.verdict.best', gap), rest: t('compare.verdict.bestRest', { ...gap, ...within(next!.always!) }) }
    return { rest: t('compare.verdict.leads', { ...gap, decided: decided.length, others: its.length }) }
  }

  /** How many games each machine played under a clock, of all players, and its pace. */
  function machinesNote(players: Comparison['players']): string {
    const all = players.flatMap(({ machines = [] }) => machines)
    const names = [...new Set(all.map(({ name }) => name))]
    const list = names.map(name => {
      const own = all.filter(each => each.name === name)
      const games = own.reduce((sum, each) => sum + each.games, 0)
      const pace = own.reduce((sum, each) => sum + each.games * each.nodesPerSecond, 0) / games
      return t('compare.verdict.machine', {
        name: name ?? t('compare.verdict.thisMachine'),
        games: whole(games),
        pace: whole(pace),
      })
    })
    return t('compare.verdict.machines', { list: list.join(' · ') })
  }

  function notesOf(
    { state, rule, soFar }: ComparisonRow,
    plan: ComparePlan,
    { games, looks, ended, players, differences }: Comparison,
  ): string[] {
    const isOver = state === 'finished'
    const p = Math.min(...differences.map(({ verdict, p, holm }) => (verdict === 'open' ? (holm ?? p ?? 1) : 1)))
    return [
      ended === 'rule'
        ? t('compare.verdict.byRule', { games: whole(games) }, games)
        : ended === 'minutes'
          ? t('compare.verdict.byClock', { games: whole(games) }, games)
          : isOver && games >= rule.games
            ? t('compare.verdict.byGames', { games: whole(games) }, games)
            : t('compare.verdict.soFar', { games: whole(games), total: whole(rule.games) }),
      ...(differences.length > 0
        ? [
            t('compare.verdict.looks', { looks: whole(Math.max(looks, soFar?.looks ?? 0)) }, looks),
            ...(differences.length > 1 ? [t('compare.verdict.together')] : []),
          ]
        : looks > 1
          ? [t('compare.verdict.looks', { looks: whole(looks) }, looks)]
          : []),
      ...(p < 1 - CONFIDENCE ? [t('compare.verdict.onceHint', { p: probability(p) })] : []),
      ...plan.players.filter(({ player }) => endsAt2048(player)).map(({ name }) => t('compare.endsAt2048', { player: name })),
      ...players.filter(each => !each.reproducible).map(({ name }) => t('compare.verdict.timed', { player: name })),
      ...(players.some(({ machines }) => machines) ? [machinesNote(players)] : []),
    ]
  }

  return (row, plan, result) => {
    const { players, differences, games } = result
    const alike = row.soFar?.alike !== undefined
    const said =
      games === 0 && players.length > 1
        ? { rest: t('compare.verdict.noGame') }
        : players.length === 1
          ? ofBench(result)
          : differences.length === 1
            ? ofPair(differences[0]!, plan, alike)
            : ofSeveral(result)
    return { ...said, notes: games === 0 && result.players[0]!.mean === null ? [] : notesOf(row, plan, result) }
  }
}
