import { checkBasis } from '../../../core/games/twenty48/wallGame/training'
import { within } from '../../../core/settingChecks'
import { MOVES_OF_ROUND, WallTrainer } from '../../../core/kernel/wallKernel/trainer'
import type { WallExports } from '../../../core/kernel/wallKernel/wallMemory'
import { answerInThread, type ThreadPort } from '../../threadChannel'
import { networkId, packNetwork, readNetwork } from '../networks/networkFile'
import { writeWhole } from '../../files/wholeFile'
import { instance } from '../pool/kernelFile'
import { Barrier, type TrainingService, type TrainingStart } from './messages'
import { readCheckpoint, writeCheckpoint } from './checkpoint'

/** Answers the calls of a training thread. */
export function serveTraining(
  port: ThreadPort,
  { kernel, memory, trained, thread, threads, seed, barrier: cells }: TrainingStart,
): void {
  const barrier = new Barrier(cells, threads)
  let isJoined = false
  const trainer = new WallTrainer(instance<WallExports>(kernel), memory, trained, thread, threads)
  trainer.seed(BigInt(seed))
  const service: TrainingService = {
    ready: () => undefined,
    begin({ file, lowered }) {
      const network = readNetwork(file)
      within('basis', () => checkBasis(trained, network))
      trainer.beginFrom(network, lowered)
    },
    train({ step, least }) {
      trainer.setStep(step)
      if (threads === 1) return trainer.train(least)
      if (!isJoined) {
        trainer.join()
        barrier.wait()
        isJoined = true
      }
      let moves = 0
      for (let rounds = Math.ceil(least / MOVES_OF_ROUND); rounds > 0; rounds--) {
        moves += trainer.trainRound()
        barrier.wait()
      }
      return moves
    },
    counts: () => trainer.counts,
    validate: ({ start, games, seed: ofGames }) => trainer.validate(start, games, BigInt(ofGames)),
    save({ file, state }) {
      const started = performance.now()
      writeCheckpoint(file, trainer, state)
      return performance.now() - started
    },
    restore: ({ file }) => readCheckpoint(file, trainer),
    finish({ file, origin }) {
      const network = trainer.quantised()
      writeWhole(file, packNetwork(network, origin))
      return networkId(network)
    },
  }
  answerInThread(port, service, 'thrown')
}
