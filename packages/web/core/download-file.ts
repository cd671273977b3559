/** Long enough for the answer to begin; a download continues without the frame. */
const removeAfterMs = 60_000

/**
 * Downloads a file from an address that answers with an attachment. A hidden frame requests it: if the answer is
 * something else, this page stays open.
 */
export function downloadFile(url: string, onFailed?: () => void) {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = url
  // A download is not loaded into the frame; any document that is loaded is not a file.
  frame.addEventListener('load', () => {
    frame.remove()
    onFailed?.()
  })
  document.body.append(frame)
  setTimeout(() => frame.remove(), removeAfterMs)
}
