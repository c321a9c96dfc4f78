/** The files that the lab reads and writes. Their shapes are versioned; `schemas.ts` publishes them. */
export * from './preferencesFile'
export * from './profileDiff'
export * from './profileFile'
export * from './profileImport'
export * from './recognise'
export * from './replayFile'
export * from './replayLines'
export * from './tuningFile'
