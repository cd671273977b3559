/** Until the answer has surely begun; what has begun goes on without the frame. */
const removeAfterMs = 60_000

/**
 * Takes a file along from an address that answers with something to be saved. It is asked in a frame that nobody sees:
 * should it answer with anything else, this page stays where it is.
 */
export function downloadFile(url: string, onFailed?: () => void) {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = url
  // What is saved is not loaded into the frame; whatever is, is no file.
  frame.addEventListener('load', () => {
    frame.remove()
    onFailed?.()
  })
  document.body.append(frame)
  setTimeout(() => frame.remove(), removeAfterMs)
}
