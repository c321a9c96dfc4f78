import { findElectron } from '../../scripts/electron.mjs'

const found = await findElectron()
console.log('obstacle' in found ? found.obstacle : found.executable)
