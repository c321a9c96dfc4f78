import type { HandlersOf } from '../../core/contract/calls'
import type { REPLAY_CALLS } from '../../core/contract/calls/replays'
import type { Replayer } from './replayer'

export function replayHandlers(replayer: Replayer): HandlersOf<keyof typeof REPLAY_CALLS> {
  return {
    openReplay: async ({ id }) => replayer.open(id),
    exportGame: async ({ id, form }) => replayer.text(id, form),
  }
}
