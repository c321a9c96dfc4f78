/** Hands a text to the browser as a file; where it goes is for the person to say. */
export function download(name: string, type: string, text: string): void {
  downloadBlob(name, new Blob([text], { type }))
}

/** As `download`, of what is no text, or may be too long for one. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000) // the browser reads it after this task
}
