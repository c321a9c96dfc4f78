import { z } from '../zod'
import { EXPERIMENT_VERSION, experimentFileShape } from './experimentFile'
import { PAGE_VERSION, pageFileShape } from './pageFile'
import { PROFILE_VERSION, profileFileShape } from './profileFile'
import { REPLAY_VERSION, replayFileShape } from './replayFile'
import { SHARED_VERSION, sharedFileShape } from './sharedFile'
import { STUDY_VERSION, studyShape } from './studyFile'
import { TRAINING_VERSION, trainingFileShape } from './trainingFile'
import { TUNING_VERSION, tuningFileShape } from './tuningFile'

/**
 * JSON Schemas of the lab's files, by file name in docs/. They are weaker than the readers, which also check ranges of numbers and the
 * rules of replays.
 */
export function fileSchemas(): Readonly<Record<string, unknown>> {
  return {
    'experiment.schema.json': schemaOf(experimentFileShape, `2048 lab: a batch or a comparison, version ${EXPERIMENT_VERSION}`),
    'page.schema.json': schemaOf(pageFileShape, `2048 lab: where a page shows its board, version ${PAGE_VERSION}`),
    'profile.schema.json': schemaOf(profileFileShape, `2048 lab: a weight profile, version ${PROFILE_VERSION}`),
    'replay.schema.json': schemaOf(replayFileShape, `2048 lab: a replay, version ${REPLAY_VERSION}`),
    'shared.schema.json': schemaOf(sharedFileShape, `2048 lab: a shared place, version ${SHARED_VERSION}`),
    'study.schema.json': schemaOf(studyShape, `2048 lab: a study, version ${STUDY_VERSION}`),
    'training.schema.json': schemaOf(trainingFileShape, `2048 lab: a training run, version ${TRAINING_VERSION}`),
    'tuning.schema.json': schemaOf(tuningFileShape, `2048 lab: a tuning run, version ${TUNING_VERSION}`),
  }
}

function schemaOf(shape: z.ZodType, title: string): unknown {
  const { $schema, ...schema } = z.toJSONSchema(shape)
  return { $schema, title, ...schema }
}
