import { computed, shallowRef, type Ref, type ShallowRef, type WritableComputedRef } from 'vue'
import type { FieldProblem } from '../../../../../core/contract/calls'
import { useLatest } from '../../../bridge/useLatest'
import { provided } from '../../../ui/provided'

/** The form is checked when the typing rests. */
const SETTLE_MS = 250

/** A form of settings as its fields see it. */
interface FormFields {
  /** Found by the lab. */
  readonly problems: Readonly<Ref<readonly FieldProblem[]>>
  /** By field: why a value that its source does not state, or states otherwise, is as it is. */
  readonly assumed: Readonly<Ref<ReadonlyMap<string, string>>>
  /** The setting at a path of the form: `optimizer.particles`. */
  setting<T>(path: () => string): WritableComputedRef<T>
}

const [provideFormFields, useFormFields] = provided('useFormFields()', (fields: FormFields) => fields)
export { useFormFields }

/** The settings of a run before its start, with the errors that the lab finds in them. */
export interface RunSettings<C> extends FormFields {
  readonly config: ShallowRef<C>
  /** Checks now, without waiting until the typing rests. */
  check(): Promise<void>
}

/** Provides the fields of a form with settings, which are replaced whole. @param assumedIn see `FormFields` */
export function provideSettings<C extends object>(
  first: C,
  call: 'checkTuning' | 'checkTraining',
  assumedIn: (config: C) => ReadonlyMap<string, string> = () => new Map(),
): RunSettings<C> {
  const config = shallowRef(first) as ShallowRef<C>
  // the status bar reports a lost connection, and starting a run would fail
  const { value, now: check } = useLatest({
    about: () => config.value,
    ask: (ask, asked) => ask(call, { config: asked }),
    settle: SETTLE_MS,
  })
  const fields: FormFields = {
    problems: computed(() => value.value ?? []),
    assumed: computed(() => assumedIn(config.value)),
    setting: <T>(path: () => string) =>
      computed({
        get: () => at(config.value, path()) as T,
        set: setting => (config.value = withAt(config.value, path().split('.'), setting)),
      }),
  }
  provideFormFields(fields)
  return { ...fields, config, check }
}

export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
}

function withAt<T>(whole: T, [key, ...inner]: readonly string[], value: unknown): T {
  if (key === undefined) return value as T
  const parts = whole as Record<string, unknown>
  if (!(key in parts)) throw new Error(`the form has no setting "${key}" there`)
  const changed = withAt(parts[key], inner, value)
  return (Array.isArray(whole) ? whole.with(Number(key), changed) : { ...whole, [key]: changed }) as T
}
