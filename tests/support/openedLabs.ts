/** Labs that tests open over data folders, with what a page of theirs hears. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { LabEvents, LabHandlers } from '../../src/core/contract/calls'
import { legalMoves } from '../../src/core/games/twenty48/board'
import { placeOfData } from '../../src/main/files/home'
import { openLabData } from '../../src/main/lab/context/labData'
import { createLab, type Lab } from '../../src/main/lab/lab'
import { openLab as openRealLab, type OpenLabOptions } from '../../src/main/lab/openLab'
import type { SavingPace } from '../../src/main/lab/saving/saving'
import { cleanUp } from '../main/store/storeSupport'
import { fakePool } from './fakePool'
import { smallDisk, type SmallDisk } from './fullDisk'

/** What a lab waits for by itself comes soon. */
const HASTE: SavingPace = { everyMs: 20, firstRetryMs: 20, longestRetryMs: 100, lookMs: 50 }

const open = new Set<Pick<Lab, 'close'> | Awaited<ReturnType<typeof openRealLab>>>()

/** Of the test that runs; absent: that of this user. */
let home = ''

/** Closes them all, then the stores of `storeSupport`, and removes the folders. */
export async function closeLabs(): Promise<void> {
  await Promise.all([...open].map(lab => lab.close()))
  open.clear()
  await cleanUp()
}

/** The lab as a program runs it, at a pace of its own. */
export async function openLab(folder: string, options: Partial<OpenLabOptions> = {}) {
  const place = () => placeOfData(folder, {})
  return pageOf(
    await openRealLab({ host: 'browser', program: 'a test', place, env: { HOME: home }, threads: 1, pace: HASTE, ...options }),
  )
}

export type OpenLab = Awaited<ReturnType<typeof openLab>>

/** A lab whose engine answers at once, over the data of a folder. */
export async function openQuickLab(folder: string) {
  const data = await openLabData({ folder, program: 'a test' })
  const { pool, autoplays } = fakePool({ answersAtOnce: true })
  return { ...pageOf(createLab({ host: 'browser', engine: { pool, kernel: '0123456789ab' }, data, pace: HASTE })), autoplays }
}

export type QuickLab = Awaited<ReturnType<typeof openQuickLab>>

interface Pageable {
  readonly handlers: LabHandlers
  on: Lab['on']
  close(): Promise<unknown>
}

export function pageOf<L extends Pageable>(lab: L) {
  open.add(lab as never)
  const unsaved: LabEvents['unsaved'][] = []
  const reopened: LabEvents['reopened'][] = []
  const failures: LabEvents['failure'][] = []
  lab.on('unsaved', view => unsaved.push(view))
  lab.on('reopened', event => reopened.push(event))
  lab.on('failure', failure => failures.push(failure))
  const { handlers: call } = lab
  const hello = () => call.hello(undefined)
  return {
    ...{ lab, call, unsaved, reopened, failures, hello },
    on: lab.on.bind(lab),
    game: async () => (await hello()).game,
    folder: () => call.dataFolder(undefined),
    close: () => {
      open.delete(lab as never)
      return lab.close() as ReturnType<L['close']>
    },
  }
}

/** Always the first legal move, until the game is over. */
export async function slide({ call }: { readonly call: LabHandlers }, count: number): Promise<void> {
  let { board } = (await call.hello(undefined)).game
  for (let i = 0; i < count; i++) {
    const [move] = legalMoves(board)
    if (!move) return
    ;({ board } = await call.slide({ move }))
  }
}

/** Each test has a home folder, where rescue files go that find no room beside the data, and small disks; labs close first. */
export function ownHome() {
  const disks: SmallDisk[] = []
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'lab-home-'))
  })
  afterEach(async () => {
    for (const disk of disks) disk.free()
    await closeLabs()
    for (const disk of disks.splice(0)) disk.remove()
    rmSync(home, { recursive: true, force: true })
    home = ''
  })
  return {
    home: () => home,
    /** As `smallDisk`. */
    makeDisk(): SmallDisk | undefined {
      const disk = smallDisk()
      if (disk) disks.push(disk)
      return disk
    },
  }
}
