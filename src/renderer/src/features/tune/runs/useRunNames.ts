import { useI18n } from 'vue-i18n'
import type { TuningRow } from '../../../../../core/contract/calls'

type Named = Pick<TuningRow, 'id' | 'name' | 'seed'>

/** Unique names for some runs: with the seed where a name repeats, and with the run's number where the seed does too. */
export function useRunNames(): (runs: readonly Named[]) => readonly string[] {
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
