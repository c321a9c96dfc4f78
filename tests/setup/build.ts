import { ensureBuilt } from '../../scripts/fresh.mjs'

/** These tests load out/main/thread.js, or start the whole lab. */
export default ensureBuilt
