import { buildKernel } from '../../scripts/kernel.mjs'

/** Tests of the core load out/kernel.wasm; compiling it takes a second, the rest of the build is not needed. */
export default buildKernel
