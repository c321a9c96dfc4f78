/** Columns of numbers: little-endian on every machine that runs the lab. A blob may not be aligned for an array of numbers. */

export function floats64Of(blob: unknown): Float64Array | null {
  return blob instanceof Uint8Array ? new Float64Array(blob.slice().buffer) : null
}

export function floats32Of(blob: unknown): Float32Array | null {
  return blob instanceof Uint8Array ? new Float32Array(blob.slice().buffer) : null
}
