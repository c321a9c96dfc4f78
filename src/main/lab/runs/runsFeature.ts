import type { AnyRunRow, CallName, RunFilePart, RunKind } from '../../../core/contract/calls'
import { numbered, type RUN_CALLS } from '../../../core/contract/calls/runs'
import type { StoreReader } from '../../store/store'
import type { Feature } from '../ground/labFeature'

/** Runs of one kind, as calls about any kind use them: the shapes of the calls make sure that the ids are of the kind. */
interface RunsOfAKind {
  pause(id: number | string): Promise<AnyRunRow>
  resume(id: number | string): Promise<AnyRunRow>
  rename(id: number | string, name: string): Promise<AnyRunRow>
  remove(ids: readonly (number | string)[]): Promise<number>
  restore(ids: readonly (number | string)[]): Promise<number>
  /** Absent: its results are no lines. */
  exported?(id: number | string, from?: number): Promise<RunFilePart>
}

/** Throws why they cannot be used. */
export type UsableRuns = () => RunsOfAKind | Promise<RunsOfAKind>

/** The service of one kind of runs. */
export interface KindFeature<Calls extends CallName> extends Feature<Calls> {
  readonly runs: UsableRuns
}

export function openRuns(
  { deleted }: Pick<StoreReader, 'deleted'>,
  of: (kind: RunKind) => ReturnType<UsableRuns>,
): Feature<keyof typeof RUN_CALLS> {
  return {
    handlers: {
      pauseRun: async ({ kind, id }) => (await of(kind)).pause(id),
      resumeRun: async ({ kind, id }) => (await of(kind)).resume(id),
      renameRun: async ({ kind, id, name }) => (await of(kind)).rename(id, name),
      deleteRuns: async ({ kind, ids }) => (await of(kind)).remove(ids),
      restoreRuns: async ({ kind, ids }) => (await of(kind)).restore(ids),
      async restoreOthers({ ids }) {
        let count = 0
        for (const { run, key } of await deleted.runs(ids)) {
          const id = numbered.safeParse(run).success ? Number(key) : key
          count += await (await of(run)).restore([id])
        }
        return count
      },
      exportRun: async ({ kind, id, from }) => (await of(kind)).exported!(id, from),
    },
  }
}
