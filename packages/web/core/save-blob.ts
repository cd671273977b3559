/** As long as any browser takes to begin. */
const revokeAfterMs = 60_000

/** Saves bytes that are here already, under a name. */
export function saveBlob(blob: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs)
}
