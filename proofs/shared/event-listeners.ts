/**
 * A process with many event streams, for the proof message-delivery: it opens a stream for each token, reports every
 * line with its time to its parent, and reconnects when a stream is cut.
 */
import { get } from 'node:http'

export interface ListenOptions {
  url: string
  windows: { personId: string; token: string }[]
}
export type ReceivedEvent =
  | { kind: 'line'; personId: string; unread: number; todo: number; at: number; isFirst: boolean }
  | { kind: 'cut'; personId: string }

const reportEvent = (received: ReceivedEvent) => process.send!(received)
const now = () => performance.timeOrigin + performance.now()

process.once('message', ({ url, windows }: ListenOptions) => {
  for (const window of windows) open(url, window)
})

function open(url: string, window: ListenOptions['windows'][number]) {
  const { personId, token } = window
  let isOpen = false
  let isOver = false
  const again = () => {
    if (isOver) return
    isOver = true
    if (isOpen) reportEvent({ kind: 'cut', personId })
    // With a random delay, as browsers reconnect.
    setTimeout(() => open(url, window), 200 + Math.random() * 500)
  }
  const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, (answer) => {
    let text = ''
    answer.setEncoding('utf8')
    answer.on('data', (chunk: string) => {
      text += chunk
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 1)
        if (line === '') continue
        const { unread, todo } = JSON.parse(line) as { unread: number; todo: number }
        reportEvent({ kind: 'line', personId, unread, todo, at: now(), isFirst: !isOpen })
        isOpen = true
      }
    })
    answer.on('close', again)
  })
  request.on('error', again)
}
