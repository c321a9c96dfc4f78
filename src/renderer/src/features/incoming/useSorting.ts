import { useI18n } from 'vue-i18n'
import {
  destinationOf,
  MAX_SHARED_CHARS,
  parseShared,
  parseStudy,
  statedFormat,
  type Destination,
  type Shared,
  type Study,
} from '../../../../core/contract/files'
import type { TextFile } from '../../../../core/contract/calls'
import { MAX_IMPORT_BYTES } from '../../../../core/contract/calls/profiles'
import { parsePlayable } from '../../../../core/games/twenty48/notation'
import { tryParse } from '../../bridge/guarded'
import { fileSource, pastedSource, readableProfiles, textOf, type Source } from '../../bridge/imports'
import type { Incoming } from '../../ui/exchange/incoming'
import { useNavigation } from '../../ui/shell/navigation'
import { useToasts } from '../../ui/toasts/toasts'
import type { Explained } from '../../ui/words/explain'
import { listed } from './useOpened'

/** Characters of a file that are read to recognise its kind. */
const HEAD = 65_536
/** Bytes of a shared place or a study; its reader refuses a text of more characters. */
const MOST_BYTES = 4 * MAX_SHARED_CHARS
/** Characters of a text that are quoted. */
const QUOTED = 40

/**
 * Sends what came in to the screen that handles it, the same way from every screen.
 * @param importGames imports games into the library
 * @param show opens or describes what belongs to no single screen; `isLink`: the user may not have chosen to open it
 */
export function useSorting(
  importGames: (sources: readonly Source[]) => Promise<void>,
  show: { shared(its: Shared, isLink: boolean): void; study(its: Study, name: string): void },
): (what: Incoming) => Promise<void> {
  const { t, n } = useI18n()
  const toasts = useToasts()
  const navigation = useNavigation()

  async function takeText(text: string, isLink = false): Promise<void> {
    switch (destinationOf(text)) {
      case 'play':
        return openPosition(text)
      case 'profiles':
        return void openProfiles([{ name: t('incoming.clipboard'), text }])
      case 'replays':
        return importGames([pastedSource(text, t('incoming.clipboard'))])
      case 'shared':
        return takeShared(text, isLink ? t('share.link') : t('incoming.clipboard'), isLink)
      case 'study':
        return takeStudy(text, t('incoming.clipboard'))
      case 'tree': // binary: its text is not the file
      case undefined:
        return showUnknown(describe(text))
    }
  }

  async function takeFiles(files: readonly File[]): Promise<void> {
    const { screen } = navigation
    // the import names each file that it cannot read, and why
    const usual = screen === 'replays' || screen === 'profiles' ? screen : undefined
    const sorted = await Promise.all(files.map(async file => ({ file, to: (await destinationOfFile(file)) ?? usual })))
    const filesFor = (to: Destination | undefined) => sorted.filter(each => each.to === to).map(({ file }) => file)
    const [games, unknown] = [filesFor('replays'), filesFor(undefined)]
    if (unknown.length > 0) showUnknown(t('incoming.files', { files: namesOf(unknown) }))
    if (games.length > 0) await importGames(games.map(fileSource))
    for (const file of filesFor('study')) takeStudy(await headOf(file), file.name)
    const alone = sorted.filter(({ to }) => to === 'play' || to === 'tree' || to === 'shared')
    // each of these has a screen to itself
    const first = openProfiles(await textsOf(filesFor('profiles'))) ? undefined : alone.shift()
    if (alone.length > 0)
      toasts.show({
        kind: 'notice',
        screen: 'any',
        title: t('incoming.separately'),
        detail: namesOf(alone.map(({ file }) => file)),
      })
    if (first?.to === 'play') openPosition(await textOf(first.file))
    else if (first?.to === 'tree') navigation.open({ screen: 'tree', trace: first.file, back: navigation.here() })
    else if (first) takeShared(await headOf(first.file), first.file.name)
  }

  /** @returns whether any of them is to be imported */
  function openProfiles(given: readonly (TextFile & { readonly fault?: string })[]): boolean {
    const { files, faults } = readableProfiles(given.filter(({ fault }) => fault === undefined))
    const problems = [...given.flatMap(({ fault }) => fault ?? []), ...faults]
    if (problems.length > 0) {
      const title = t('incoming.badProfiles', { count: n(problems.length, 'integer') }, problems.length)
      refuse({ title, detail: listed(problems) })
    }
    if (files.length > 0) navigation.open({ screen: 'profiles', incoming: files, back: navigation.here() })
    return files.length > 0
  }

  async function textsOf(files: readonly File[]): Promise<readonly (TextFile & { readonly fault?: string })[]> {
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (bytes > MAX_IMPORT_BYTES) {
      const fault = t('incoming.tooLarge', { most: n(MAX_IMPORT_BYTES, 'integer'), bytes: n(bytes, 'integer') })
      return [{ name: '', text: '', fault }]
    }
    return Promise.all(
      files.map(async file => {
        try {
          return { name: file.name, text: await textOf(file, true) }
        } catch {
          // a file that is gone, or bytes that are not text
          return { name: file.name, text: '', fault: t('incoming.unreadable', { file: file.name }) }
        }
      }),
    )
  }

  function openPosition(text: string): void {
    const { problem } = tryParse(() => parsePlayable(text))
    if (problem === undefined) navigation.open({ screen: 'play', position: text, back: navigation.here() })
    else refuse({ title: t('incoming.badPosition'), detail: problem })
  }

  function takeShared(text: string, name: string, isLink = false): void {
    const { parsed, problem } = tryParse(() => parseShared(text, name))
    if (parsed) show.shared(parsed, isLink)
    else refuse({ title: t('share.bad'), detail: problem })
  }

  function takeStudy(text: string, name: string): void {
    const { parsed, problem } = tryParse(() => parseStudy(text, name))
    if (parsed) show.study(parsed, name)
    else refuse({ title: t('incoming.study.bad'), detail: problem })
  }

  function describe(text: string): string {
    const format = statedFormat(text)
    if (format !== undefined) return t('incoming.format', { format })
    const words = text.trim().replace(/\s+/g, ' ')
    const begins = words.length > QUOTED ? `${words.slice(0, QUOTED).trimEnd()} …` : words
    return t('incoming.begins', { begins, chars: n(text.length, 'integer') }, text.length)
  }

  /** What was refused since the last attempt; the next one removes it. */
  let refused: number[] = []

  function refuse(why: Explained): void {
    // what else came in may open another screen
    refused.push(toasts.show({ kind: 'failure', refusal: true, screen: 'any', ...why }))
  }

  function showUnknown(detail: string): void {
    refuse({ title: t('incoming.unknown'), detail, advice: t('incoming.acceptedHint') })
  }

  return what => {
    refused.forEach(toasts.dismiss)
    refused = []
    if ('text' in what) return takeText(what.text, what.isLink)
    return what.asGames ? importGames(what.files.map(fileSource)) : takeFiles(what.files)
  }
}

async function destinationOfFile(file: File): Promise<Destination | undefined> {
  try {
    return destinationOf(await textOf(file.slice(0, HEAD)))
  } catch {
    return undefined // a folder, or a file that no longer exists
  }
}

/** Text of a shared place or a study. */
function headOf(file: File): Promise<string> {
  return textOf(file.slice(0, MOST_BYTES))
}

function namesOf(files: readonly File[]): string {
  const most = 5
  const names = files.slice(0, most).map(({ name }) => name.slice(0, 80))
  return files.length > most ? `${names.join(', ')}, … (${files.length})` : names.join(', ')
}
