/** Studies: published results that the lab plays again. All calls are refused if the data folder is unusable. */
import { studyShape } from '../files'
import { wholeShape, z } from '../zod'
import { call, idShape, nothing } from './call'
import type { LineRunRow } from './runRow'

/** A study that ships. */
export interface StudyChoice {
  readonly name: string
  readonly title: string
  readonly summary: string
}

/** A part of the work of a study. */
export interface StudyStage {
  readonly name: string
  readonly done: number
  readonly total: number
  readonly unit: 'games' | 'trees' | 'positions' | 'boards' | 'phases'
}

/** A line of the list; also the payload of progress events. */
export interface StudyRunRow extends LineRunRow {
  /** Name of the study. */
  readonly study: string
  /** Limit of games, runs, trees or boards of each row; absent: as many as the study says. */
  readonly most?: number
  /** Finished parts of its work. */
  readonly results: number
  /** When it began, in ISO 8601. */
  readonly at: string
  /** While it computes. */
  readonly stage?: StudyStage
}

export interface StudyRunView extends StudyRunRow {
  /** Tables of the results so far, as a page in Markdown. */
  readonly page: string
}

export const STUDY_CALLS = {
  /** Studies that ship, by name. */
  studyChoices: call<readonly StudyChoice[]>()(nothing),
  /** The newest first. */
  studies: call<readonly StudyRunRow[]>()(nothing),
  study: call<StudyRunView>()({ id: idShape }),
  /** Computes a study that ships, by its name, or another one. `NOT_FOUND`; `BAD_SETTING`, naming the part. */
  startStudy: call<StudyRunRow>()({ study: z.union([z.string().max(40), studyShape]), most: wholeShape(2, 1e6).exactOptional() }),
} as const
