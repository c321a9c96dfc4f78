/** The table of runs: a row for each, named by what distinguishes it; filtered, sorted, and grouped over seeds. */
import { computed, shallowRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import type { TrainingRow, TuningColumns, TuningRow } from '../../../../../core/contract/calls'
import { type RunTrait, seedGroups, distinguishingTraits } from '../../../../../core/contract/tuning/runTraits'
import { intervalAfter } from '../../../../../core/stats/confidenceSequence'
import type { Interval } from '../../../../../core/stats/intervals'
import { useLatest } from '../../../bridge/useLatest'
import { useRunState } from '../../../ui/shell/jobs'
import { useFitnessName, useOptimizerNames } from './runFacts'

export type RunSort = 'newest' | 'mean' | 'name'

/** Points of a sparkline, and the least time between two updates of them all. */
const SPARK_POINTS = 40
const SPARK_PACE_MS = 5000

/** Names that distinguish runs: by their traits, and by their numbers where those are equal. */
function useDistinctNames(): (runs: readonly TuningRow[]) => readonly string[] {
  const { t, n } = useI18n()
  const optimizers = useOptimizerNames()
  const fitnessName = useFitnessName()
  const whole = (count: number) => n(count, 'integer')

  function wordsOf(trait: RunTrait, { name, optimizer, budget, seed, setup, unit }: TuningRow): string {
    switch (trait) {
      case 'title':
        return name
      case 'optimizer':
        return optimizers.value[optimizer]
      case 'size':
        if (budget.kind === 'evaluations' || setup.batch === null)
          return t('tune.head.planned', { planned: whole(budget.count) }, budget.count)
        return t('tune.runs.size', { batch: whole(setup.batch), count: whole(budget.count) })
      case 'games':
        return {
          game: t('tune.runs.games', { count: whole(setup.games) }, setup.games),
          pair: t('tune.runs.pairs', { count: whole(setup.games) }, setup.games),
          phase: t('tune.runs.phases', { count: whole(setup.games) }, setup.games),
        }[unit]
      case 'fitness':
        return fitnessName(setup.fitness)
      case 'depth':
        return setup.depth === null ? t('tune.runs.otherGame') : t('tune.facts.depth', { depth: setup.depth })
      case 'rest':
        return t('tune.runs.otherSettings')
      case 'seed':
        return t('tune.facts.seed', { seed })
    }
  }

  return runs => {
    const traits = distinguishingTraits(runs)
    const names = runs.map((run, i) => traits[i]!.map(trait => wordsOf(trait, run)).join(' · ') || run.name)
    return unlessOne(names, (run, i) => t('tune.runs.withNumber', { run, number: runs[i]!.id }))
  }
}

/** Unique names for runs of networks: with the seed where a name repeats, and with the run's number where the seed does too. */
export function useRunNames(): (runs: readonly Pick<TrainingRow, 'id' | 'name' | 'seed'>[]) => readonly string[] {
  const { t } = useI18n()
  return runs => {
    const withSeed = unlessOne(
      runs.map(({ name }) => name),
      (run, i) => t('tune.runs.withSeed', { run, seed: runs[i]!.seed }),
    )
    return unlessOne(withSeed, (run, i) => t('tune.runs.withNumber', { run, number: runs[i]!.id }))
  }
}

function unlessOne(names: readonly string[], longer: (name: string, i: number) => string): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return names.map((name, i) => (counts.get(name)! > 1 ? longer(name, i) : name))
}

export function useRunTable(runs: { readonly list: readonly TuningRow[] | undefined }, shown: Ref<boolean>) {
  const { t, n } = useI18n()
  const namesOf = useDistinctNames()
  const stateOf = useRunState()
  const wanted = shallowRef('')
  const sort = shallowRef<RunSort>('newest')
  const grouped = shallowRef(false)
  const { sparkOf } = useSparks(runs, shown)

  const names = computed(() => {
    const list = runs.list ?? []
    const its = namesOf(list)
    return new Map(list.map(({ id }, i) => [id, its[i]!]))
  })
  const nameOf = (id: number) => names.value.get(id) ?? ''

  const form = ({ unit }: TuningRow) => (unit === 'phase' ? 'percent' : 'short')
  const within = (mean: number, interval: Interval | null, its: 'percent' | 'short') =>
    interval ? t('tune.runs.within', { mean: n(mean, its), low: n(interval[0], its), high: n(interval[1], its) }) : n(mean, its)

  function resultOf(run: TuningRow): string {
    const { validated, best, looks = Infinity } = run
    // an event of a run that an earlier lab validated lacks the looks: then the interval that holds at all of them
    if (validated) return within(validated.mean, intervalAfter(looks, validated), form(run))
    return best ? t('tune.runs.best', { fitness: n(best.fitness, form(run)) }) : t('tune.runs.none')
  }

  const order: Record<RunSort, (a: TuningRow, b: TuningRow) => number> = {
    newest: () => 0, // as listed
    mean: (a, b) => (b.validated?.mean ?? -Infinity) - (a.validated?.mean ?? -Infinity) || 0,
    name: (a, b) => nameOf(a.id).localeCompare(nameOf(b.id), undefined, { numeric: true }),
  }
  const found = computed(() => {
    const text = wanted.value.trim().toLowerCase()
    const has = (run: TuningRow) => `${nameOf(run.id)} ${run.name} ${stateOf.value(run)}`.toLowerCase().includes(text)
    return (runs.list ?? []).filter(has).sort(order[sort.value])
  })

  const lineOf = (run: TuningRow) => ({
    ...{ key: run.id, name: nameOf(run.id), look: run.state, about: resultOf(run) },
    ...{ state: stateOf.value(run), isQuiet: run.state === 'finished' },
    progress: run.state === 'running' ? { done: run.progress, total: 1, label: t('tune.runs.progress') } : undefined,
  })
  const lines = computed(() => {
    if (!grouped.value) return found.value.map(lineOf)
    const groups = seedGroups(found.value)
    const groupNames = namesOf(groups.map(({ runs: [first] }) => ({ ...first!, seed: 0, id: 0 })))
    return groups.flatMap(({ runs: its, mean, interval }, at) =>
      its.map((run, i) => ({
        ...lineOf(run),
        name: its.length > 1 ? t('tune.facts.seed', { seed: run.seed }) : nameOf(run.id),
        ...(i === 0 &&
          its.length > 1 && {
            group: {
              name: groupNames[at]!,
              about: [
                t('tune.runs.seeds', { count: n(its.length, 'integer') }, its.length),
                ...(mean === null ? [] : [within(mean, interval, form(run))]),
              ].join(' · '),
            },
          }),
      })),
    )
  })

  return { lines, wanted, sort, grouped, nameOf, sparkOf }
}

/** The course of each run's best without its expected luck, as the points of a line in a box of 100 × 30. */
function useSparks(runs: { readonly list: readonly TuningRow[] | undefined }, shown: Ref<boolean>) {
  const held = shallowRef<ReadonlyMap<number, { readonly at: string; readonly line: string }>>(new Map())
  const atOf = ({ state, iterations, validated }: TuningRow) => `${state} ${iterations} ${validated?.candidate}`

  const outdated = () => (runs.list ?? []).filter(run => run.iterations > 1 && held.value.get(run.id)?.at !== atOf(run))
  useLatest<string, void>({
    about: () => (shown.value && outdated().length > 0 ? 'sparks' : undefined),
    async ask(ask) {
      for (const run of outdated()) {
        const columns = await ask('tuningColumns', { id: run.id, points: SPARK_POINTS })
        held.value = new Map(held.value).set(run.id, { at: atOf(run), line: sparkLine(correctedBest(columns)) })
      }
    },
    again: { tuning: () => true },
    pace: SPARK_PACE_MS,
  })

  return { sparkOf: (id: number) => held.value.get(id)?.line }
}

/** The best so far minus what luck alone would add; the mean of the batch before luck is known. */
function correctedBest({ gbest, luck, mean }: Pick<TuningColumns, 'gbest' | 'luck' | 'mean'>): readonly number[] {
  return gbest.flatMap((best, i) => (best === null || luck[i] == null ? (mean[i] ?? []) : best - luck[i]))
}

const SPARK_WIDTH = 100
const SPARK_HEIGHT = 30

function sparkLine(values: readonly number[]): string {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  const range = max - min || 1
  const step = SPARK_WIDTH / Math.max(1, values.length - 1)
  return values.map((value, i) => `${(i * step).toFixed(1)},${(SPARK_HEIGHT * (1 - (value - min) / range)).toFixed(1)}`).join(' ')
}
