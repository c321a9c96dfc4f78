import { computed, type Ref, type WritableComputedRef } from 'vue'
import type { FieldProblem } from '../../../../../core/contract/calls'
import { provided } from '../../../ui/provided'

/** A form of settings as its fields see it. */
export interface FormFields {
  /** Found by the lab. */
  readonly problems: Readonly<Ref<readonly FieldProblem[]>>
  /** By field: why a value that its source does not state, or states otherwise, is as it is. */
  readonly assumed: Readonly<Ref<ReadonlyMap<string, string>>>
  /** The setting at a path of the form: `optimizer.particles`. */
  setting<T>(path: () => string): WritableComputedRef<T>
}

export const [provideFormFields, useFormFields] = provided('useFormFields()', (fields: FormFields) => fields)

/** As in `FormFields`, of settings that are replaced whole. */
export function settingOf<T>(config: Ref<object>, path: () => string): WritableComputedRef<T> {
  return computed({
    get: () => at(config.value, path()) as T,
    set: value => (config.value = withAt(config.value, path().split('.'), value)),
  })
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
