import { type Ref, shallowRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { ImportDone, ImportPlanStep, KnownProfile, TextFile } from '../../../../core/contract/calls'
import { type ClashChoice, makeProfile, makeProfiles } from '../../../../core/contract/files'
import type { Ask } from '../../bridge/guarded'
import { useProfiles } from '../../bridge/profiles'
import { useMutation } from '../../bridge/useMutation'
import { useNavigation, type Errand } from '../../ui/shell/navigation'
import { useFailureToast } from '../../ui/toasts/failureToast'
import { useToasts } from '../../ui/toasts/toasts'
import { useCopyEvents } from '../../ui/exchange/clipboard'
import { usePasteButton } from '../../ui/exchange/incoming'
import { withChanges } from './known'

/** An import that waits for the user's choices about clashes. */
interface OpenImport {
  readonly files: readonly TextFile[]
  readonly plan: readonly ImportPlanStep[]
  /** What undoing it opens. */
  readonly back: Errand | undefined
}

/** Imports files into the list: plans, resolves clashes, writes. */
function useImport(imported: (names: readonly string[]) => void) {
  const { t } = useI18n()
  const toasts = useToasts()
  const profiles = useProfiles()
  const navigation = useNavigation()
  const change = useMutation(useFailureToast([]))
  const open = shallowRef<OpenImport>()

  /** @param back what undoing the import opens */
  function take(files: readonly TextFile[], back?: Errand): void {
    void change(ask => plan(ask, files, back))
  }

  async function plan(ask: Ask, files: readonly TextFile[], back: Errand | undefined): Promise<void> {
    const steps = await ask('planImport', { files })
    if (steps.some(({ kind }) => kind === 'clash')) open.value = { files, plan: steps, back }
    else await write(ask, files, [], back)
  }

  /** @param choices one per step of the plan */
  async function decide(choices: readonly (ClashChoice | null)[]): Promise<void> {
    const { files, plan: steps, back } = open.value!
    open.value = undefined
    const replaced = steps.flatMap(({ name }, i) => (choices[i] === 'replace' ? [name] : []))
    await change(ask => write(ask, files, choices, back, [...new Set(replaced)]))
  }

  async function write(
    ask: Ask,
    files: readonly TextFile[],
    choices: readonly (ClashChoice | null)[],
    back: Errand | undefined,
    replaced: readonly string[] = [],
  ): Promise<void> {
    const before = replaced.length > 0 ? await ask('exportProfiles', { names: replaced }) : undefined
    const done = await ask('importProfiles', { files, choices })
    const written = done.filter(({ did }) => did !== 'skipped' && did !== 'same')
    const same = done.filter(({ did }) => did === 'same')
    const areKnown = same.length > 0 && same.length === done.length
    toasts.show({
      kind: 'notice',
      title: areKnown
        ? t('profiles.import.known', { count: same.length }, same.length)
        : t('profiles.import.done', { count: written.length }, written.length),
      detail: summary(done),
      action:
        written.length > 0
          ? { label: t('profiles.undo'), run: () => void change(ask => undo(ask, written, before, back)) }
          : undefined,
    })
    const shown = written.length > 0 ? written : same
    if (shown.length > 0) imported(shown.map(({ profile }) => profile))
  }

  /** Deletes new profiles, restores replaced ones, and returns the page to where the import began. */
  async function undo(
    ask: Ask,
    written: readonly ImportDone[],
    before: string | undefined,
    back: Errand | undefined,
  ): Promise<void> {
    const added = new Set(written.flatMap(({ did, profile }) => (did === 'replaced' ? [] : [profile])))
    const ids = profiles.list.flatMap(each => (!each.builtIn && added.has(each.name) ? [each.id] : []))
    if (ids.length > 0) await ask('deleteProfiles', { ids })
    if (before !== undefined) {
      const files = [{ name: t('profiles.import.replacedBefore'), text: before }]
      const steps = await ask('planImport', { files })
      await ask('importProfiles', { files, choices: steps.map(({ kind }) => (kind === 'clash' ? 'replace' : null)) })
    }
    toasts.show({ kind: 'notice', title: t('profiles.import.undone', { count: written.length }, written.length) })
    if (back && back.screen !== 'profiles' && navigation.screen === 'profiles') navigation.open(back)
  }

  function summary(done: readonly ImportDone[]): string {
    const sentence = ({ did, profile, from }: ImportDone): string => {
      switch (did) {
        case 'added':
          return t('profiles.import.added', { profile })
        case 'replaced':
          return t('profiles.import.replaced', { profile })
        case 'renamed':
          return t('profiles.import.renamed', { profile, from })
        case 'skipped':
          return t('profiles.import.skipped', { profile })
        case 'same':
          return t('profiles.import.same', { profile })
      }
    }
    const most = 6
    const more = done.length > most ? [t('profiles.import.more', { count: done.length - most })] : []
    return [...done.slice(0, most).map(sentence), ...more].join(' · ')
  }

  return { open, take, decide, cancel: () => (open.value = undefined) }
}

/**
 * Imports and exports profiles: picked as files, brought from any screen, and copied.
 * @param imported receives the names of the imported ones
 */
export function useProfileExchange(chosen: Readonly<Ref<readonly KnownProfile[]>>, imported: (names: readonly string[]) => void) {
  const imports = useImport(imported)

  /** Copies the stored profiles in export format. */
  function copy(event: ClipboardEvent): void {
    if (isDialogOpen() || chosen.value.length === 0) return
    const [first, ...others] = chosen.value.map(each => withChanges(each, {}))
    event.clipboardData?.setData('text/plain', others.length === 0 ? makeProfile(first!) : makeProfiles([first!, ...others]))
    event.preventDefault()
  }

  useCopyEvents(copy)

  return { imports, pasteByButton: usePasteButton() }
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}
