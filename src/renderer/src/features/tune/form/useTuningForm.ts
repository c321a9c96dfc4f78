import { computed, inject, onScopeDispose, provide, shallowRef, watch, type InjectionKey } from 'vue'
import type { FieldProblem, PresetView } from '../../../../../core/contract/calls'
import { LabError } from '../../../../../core/errors'
import type { TuningConfig } from '../../../../../core/tuning/tuningConfig'
import { useLab } from '../../../bridge/lab'

/** A form is checked when the typing rests. */
const SETTLE_MS = 250

export type TuningForm = ReturnType<typeof createForm>

const formKey: InjectionKey<TuningForm> = Symbol('tuning form')

export function useTuningForm(): TuningForm {
  const form = inject(formKey)
  if (!form) throw new Error('useTuningForm() outside the form')
  return form
}

/** The settings of a run that is not yet begun, with what the lab finds wrong in them. */
export function provideTuningForm(first: TuningConfig): TuningForm {
  const form = createForm(first)
  provide(formKey, form)
  return form
}

function createForm(first: TuningConfig) {
  const lab = useLab()
  const config = shallowRef(first)
  const preset = shallowRef<PresetView>()
  const problems = shallowRef<readonly FieldProblem[]>([])
  const checked = shallowRef(false)

  /** What the preset's source leaves open and we assumed, by field; a field that was changed since is assumed no more. */
  const assumed = computed((): ReadonlyMap<string, string> => {
    const { config: original, reasons = {} } = preset.value ?? {}
    return new Map(Object.entries(reasons).filter(([field]) => original && same(at(config.value, field), at(original, field))))
  })

  function choose(chosen: PresetView): void {
    preset.value = chosen
    config.value = { ...chosen.config, seed: config.value.seed }
  }

  function change(part: Partial<TuningConfig>): void {
    config.value = { ...config.value, ...part }
  }

  let settling: ReturnType<typeof setTimeout> | undefined
  watch(
    config,
    () => {
      checked.value = false
      clearTimeout(settling)
      settling = setTimeout(() => void check(), SETTLE_MS)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(settling))

  /** Asks at once what is wrong, for whoever cannot wait until the typing rests. */
  async function check(): Promise<void> {
    clearTimeout(settling)
    const asked = config.value
    try {
      const found = await lab.call('checkTuning', { config: asked })
      if (config.value === asked) problems.value = found
    } catch (error) {
      // the status bar says that the connection is lost; starting it would be refused
      if (!(error instanceof LabError && error.code === 'DISCONNECTED')) throw error
    }
    if (config.value === asked) checked.value = true
  }

  return { config, preset, problems, checked, assumed, check, choose, change }
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
